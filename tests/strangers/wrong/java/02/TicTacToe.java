import java.util.Scanner;

public class TicTacToe {

    private final char[][] grid = new char[3][3];
    private final Scanner in = new Scanner(System.in);

    TicTacToe() {
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                grid[r][c] = '.';
    }

    private void show() {
        for (char[] row : grid) {
            for (char c : row)
                System.out.print(c);
            System.out.println();
        }
    }

    private boolean wins(char p) {
        boolean d = true, a = true;
        for (int i = 0; i < 3; i++) {
            boolean row = true, col = true;
            for (int j = 0; j < 3; j++) {
                row &= grid[i][j] == p;
                col &= grid[j][i] == p;
            }
            if (row || col)
                return true;
            d &= grid[i][i] == p;
            a &= grid[i][2 - i] == p;
        }
        return d || a;
    }

    private void play() {
        char[] players = {'X', 'O'};
        int turn = 0;
        show();
        while (turn < 9) {
            char p = players[turn % 2];
            System.out.print(p + "> ");
            if (!in.hasNext())
                return;
            int n = in.nextInt();
            if (in.hasNextLine())
                in.nextLine();
            if (n < 0 || n > 8 || grid[n / 3][n % 3] != '.') {
                System.out.println("invalid.");
                continue;
            }
            grid[n / 3][n % 3] = p;
            show();
            if (wins(p)) {
                System.out.println(p + " won.");
                return;
            }
            turn++;
        }
        System.out.println("tie.");
    }

    public static void main(String[] args) {
        new TicTacToe().play();
    }
}
