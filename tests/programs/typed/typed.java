import java.util.Scanner;

class typed {
    static final int[][] LINES = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        char[] board = ".........".toCharArray();
        char player = 'X';
        for (int turn = 0; turn < 9; turn++) {
            for (int row = 0; row < 9; row += 3) System.out.println(new String(board, row, 3));
            int cell = -1;
            while (cell < 0) {
                System.out.print(player + "> ");
                if (!in.hasNextLine()) return;
                String line = in.nextLine();
                try {
                    int number = Integer.parseInt(line);
                    if (number >= 0 && number < 9 && board[number] == '.') cell = number;
                } catch (NumberFormatException e) {
                }
                if (cell < 0) System.out.println("invalid.");
            }
            board[cell] = player;
            for (int[] l : LINES) {
                if (board[l[0]] == player && board[l[1]] == player && board[l[2]] == player) {
                    System.out.println(player + " won.");
                    return;
                }
            }
            player = player == 'X' ? 'O' : 'X';
        }
        System.out.println("tie.");
    }
}
