import java.util.Scanner;

public class Main {

    public static void main(String[] args) {
        Scanner keyboard = new Scanner(System.in);
        char[][] board = new char[3][3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                board[i][j] = '.';
            }
        }

        char player = 'X';
        int left = 9;
        boolean won = false;
        while (left > 0) {
            print(board);
            while (true) {
                System.out.print(player + "> ");
                if (!keyboard.hasNextLine()) {
                    return;
                }
                int n = toNumber(keyboard.nextLine());
                if (n == -1 || board[n / 3][n % 3] != '.') {
                    System.out.println("invalid.");
                    continue;
                }
                board[n / 3][n % 3] = player;
                left--;
                if (isWon(board, player)) {
                    System.out.println(player + " won.");
                    won = true;
                    break;
                }
                player = player == 'X' ? 'O' : 'X';
                break;
            }
        }
        if (!won) {
            System.out.println("tie.");
        }
    }

    static void print(char[][] board) {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                System.out.print(board[i][j]);
            }
            System.out.println();
        }
    }

    static int toNumber(String s) {
        if (s.length() != 1 || s.charAt(0) < '0' || s.charAt(0) > '8') {
            return -1;
        }
        return s.charAt(0) - '0';
    }

    static boolean isWon(char[][] b, char p) {
        for (int i = 0; i < 3; i++) {
            if (b[i][0] == p && b[i][1] == p && b[i][2] == p) {
                return true;
            }
            if (b[0][i] == p && b[1][i] == p && b[2][i] == p) {
                return true;
            }
        }
        if (b[0][0] == p && b[1][1] == p && b[2][2] == p) {
            return true;
        }
        return b[0][2] == p && b[1][1] == p && b[2][0] == p;
    }
}
