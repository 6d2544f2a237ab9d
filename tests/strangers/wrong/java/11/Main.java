import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

public class Main {
    private static final Map<Integer, Character> board = new HashMap<>();

    private static char at(int i) {
        return board.getOrDefault(i, '.');
    }

    private static void printBoard() {
        for (int row = 0; row < 9; row += 3) {
            System.out.printf("%c%c%c%n", at(row), at(row + 1), at(row + 2));
        }
    }

    private static boolean line(int start, int step, char c) {
        return at(start) == c && at(start + step) == c && at(start + 2 * step) == c;
    }

    private static boolean wins(char c) {
        for (int i = 0; i < 3; i++) {
            if (line(3 * i, 1, c) || line(i, 3, c)) {
                return true;
            }
        }
        return line(0, 4, c) || line(2, 2, c);
    }

    private static int readPosition(Scanner in, char player) {
        System.out.print(player + "> ");
        while (in.hasNextLine()) {
            try {
                int n = Integer.parseInt(in.nextLine().trim());
                if (n >= 0 && n <= 8 && !board.containsKey(n)) {
                    return n;
                }
            } catch (NumberFormatException e) {
                // handled below
            }
            System.out.println("invalid.");
            printBoard();
            System.out.print("X> ");
        }
        return -1;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        char player = 'X';
        printBoard();
        while (board.size() < 9) {
            int n = readPosition(in, player);
            if (n < 0) {
                return;
            }
            board.put(n, player);
            printBoard();
            if (wins(player)) {
                System.out.println(player + " won.");
                return;
            }
            player = player == 'X' ? 'O' : 'X';
        }
        System.out.println("tie.");
    }
}
