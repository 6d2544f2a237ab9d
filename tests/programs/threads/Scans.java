import java.util.Scanner;

/** Reads with a Scanner, as in a first course. */
public class Scans {
    static char[][] board = new char[3][3];
    static Scanner scanner = new Scanner(System.in);

    static void print() {
        for (char[] row : board) {
            for (char cell : row) System.out.print(cell);
            System.out.println();
        }
    }

    static boolean wins(char who) {
        for (int i = 0; i < 3; i++) {
            if (board[i][0] == who && board[i][1] == who && board[i][2] == who) return true;
            if (board[0][i] == who && board[1][i] == who && board[2][i] == who) return true;
        }
        return board[1][1] == who && (board[0][0] == who && board[2][2] == who || board[0][2] == who && board[2][0] == who);
    }

    static int ask(char who) {
        while (true) {
            System.out.print(who + "> ");
            String line = scanner.nextLine();
            try {
                int move = Integer.parseInt(line);
                if (line.length() == 1 && Character.isDigit(line.charAt(0)) && line.charAt(0) <= '9' && move <= 8 && board[move / 3][move % 3] == '.') return move;
            } catch (NumberFormatException e) {
                // Told below.
            }
            System.out.println("invalid.");
        }
    }

    public static void main(String[] args) {
        for (char[] row : board) java.util.Arrays.fill(row, '.');
        for (int turn = 0; turn < 9; turn++) {
            char who = turn % 2 == 0 ? 'X' : 'O';
            print();
            int move = ask(who);
            board[move / 3][move % 3] = who;
            if (wins(who)) {
                System.out.println(who + " won.");
                return;
            }
        }
        System.out.println("tie.");
    }
}
