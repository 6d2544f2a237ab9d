import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8},
        {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
        {0, 4, 8}, {2, 4, 6}
    };

    static char[] board = new char[9];

    static void printBoard() {
        for (int i = 0; i < 9; i += 3) {
            System.out.println(new String(board, i, 3));
        }
    }

    static boolean hasWon(char p) {
        for (int[] l : LINES) {
            if (board[l[0]] == p && board[l[1]] == p && board[l[2]] == p) {
                return true;
            }
        }
        return false;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Arrays.fill(board, '.');
        char player = 'X';
        int marks = 0;
        while (true) {
            printBoard();
            System.out.print(player + "> ");
            String line = in.readLine();
            if (line == null) {
                return;
            }
            int n = Integer.parseInt(line.trim());
            if (n < 0 || n > 8 || board[n] != '.') {
                System.out.println("invalid.");
                continue;
            }
            board[n] = player;
            marks++;
            if (hasWon(player)) {
                printBoard();
                System.out.println(player + " won.");
                return;
            }
            if (marks == 9) {
                printBoard();
                System.out.println("tie.");
                return;
            }
            player = player == 'X' ? 'O' : 'X';
        }
    }
}
