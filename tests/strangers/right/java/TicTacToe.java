import java.util.Scanner;

public class TicTacToe {

    private final char[][] board = new char[3][3];
    private char currentPlayer = 'X';

    public TicTacToe() {
        for (int row = 0; row < 3; row++) {
            for (int col = 0; col < 3; col++) {
                board[row][col] = '.';
            }
        }
    }

    private void printBoard() {
        for (int row = 0; row < 3; row++) {
            for (int col = 0; col < 3; col++) {
                System.out.print(board[row][col]);
            }
            System.out.println();
        }
    }

    private boolean placeMark(String input) {
        int position;
        try {
            position = Integer.parseInt(input.trim());
        } catch (NumberFormatException e) {
            return false;
        }
        if (position < 0 || position > 8) {
            return false;
        }
        int row = position / 3;
        int col = position % 3;
        if (board[row][col] != '.') {
            return false;
        }
        board[row][col] = currentPlayer;
        return true;
    }

    private boolean checkLine(char a, char b, char c) {
        return a != '.' && a == b && b == c;
    }

    private boolean checkForWin() {
        for (int i = 0; i < 3; i++) {
            if (checkLine(board[i][0], board[i][1], board[i][2])) {
                return true;
            }
            if (checkLine(board[0][i], board[1][i], board[2][i])) {
                return true;
            }
        }
        return checkLine(board[0][0], board[1][1], board[2][2])
            || checkLine(board[0][2], board[1][1], board[2][0]);
    }

    private boolean isBoardFull() {
        for (char[] row : board) {
            for (char cell : row) {
                if (cell == '.') {
                    return false;
                }
            }
        }
        return true;
    }

    private void changePlayer() {
        currentPlayer = (currentPlayer == 'X') ? 'O' : 'X';
    }

    public void play() {
        Scanner scanner = new Scanner(System.in);
        while (true) {
            printBoard();
            System.out.print(currentPlayer + "> ");
            while (!placeMark(scanner.nextLine())) {
                System.out.println("invalid.");
                System.out.print(currentPlayer + "> ");
            }
            if (checkForWin()) {
                printBoard();
                System.out.println(currentPlayer + " won.");
                break;
            }
            if (isBoardFull()) {
                printBoard();
                System.out.println("tie.");
                break;
            }
            changePlayer();
        }
        scanner.close();
    }

    public static void main(String[] args) {
        new TicTacToe().play();
    }
}
