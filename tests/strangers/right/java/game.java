import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class Main {
    static final int[][] WINS = {
        {0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}
    };

    static boolean won(StringBuilder b, char p) {
        for (int[] w : WINS)
            if (b.charAt(w[0]) == p && b.charAt(w[1]) == p && b.charAt(w[2]) == p)
                return true;
        return false;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder board = new StringBuilder(".........");
        char player = 'X';
        while (true) {
            System.out.println(board.substring(0, 3));
            System.out.println(board.substring(3, 6));
            System.out.println(board.substring(6));
            System.out.print(player + "> ");
            System.out.flush();

            String line = in.readLine();
            if (line == null) return;
            if (!line.matches("[0-8]") || board.charAt(Integer.parseInt(line)) != '.') {
                System.out.println("invalid.");
                continue;
            }
            board.setCharAt(Integer.parseInt(line), player);

            if (won(board, player)) {
                System.out.println(player + " won.");
                return;
            }
            if (board.indexOf(".") < 0) {
                System.out.println("tie.");
                return;
            }
            player = player == 'X' ? 'O' : 'X';
        }
    }
}
