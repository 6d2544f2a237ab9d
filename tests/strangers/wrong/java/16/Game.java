import java.util.Scanner;

public class Game {
    record Position(int row, int col) {
        static Position of(int n) {
            return new Position(n / 3, n % 3);
        }
    }

    private final String[][] squares = {{".", ".", "."}, {".", ".", "."}, {".", ".", "."}};
    private String current = "X";
    private String winner = null;
    private int count = 0;

    private void display() {
        for (String[] row : squares)
            System.out.println(String.join("", row));
    }

    private boolean free(Position p) {
        return squares[p.row()][p.col()].equals(".");
    }

    private boolean owns(int r0, int c0, int dr, int dc) {
        for (int k = 0; k < 3; k++)
            if (!squares[r0 + k * dr][c0 + k * dc].equals(current))
                return false;
        return true;
    }

    private void apply(Position p) {
        squares[p.row()][p.col()] = current;
        count++;
        boolean line = owns(0, 0, 1, 1) || owns(0, 2, 1, -1);
        for (int i = 0; i < 3; i++)
            line |= owns(i, 0, 0, 1) || owns(0, i, 1, 0);
        if (line) {
            winner = current;
            System.out.println(winner + " won.");
        }
        current = current.equals("X") ? "O" : "X";
    }

    void run() {
        Scanner in = new Scanner(System.in);
        while (winner == null && count < 9) {
            display();
            System.out.print(current + "> ");
            if (!in.hasNextLine())
                return;
            String text = in.nextLine().trim();
            int n = text.length() == 1 ? Character.digit(text.charAt(0), 9) : -1;
            if (n < 0 || !free(Position.of(n))) {
                System.out.println("invalid.");
                continue;
            }
            apply(Position.of(n));
        }
        System.out.println(winner == null ? "tie." : winner + " won.");
    }

    public static void main(String[] args) {
        new Game().run();
    }
}
