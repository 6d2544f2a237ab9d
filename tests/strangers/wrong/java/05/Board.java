import java.io.*;

public class Board {
    private static final String[] WINS = "012 345 678 036 147 258 048 246".split(" ");
    private final StringBuilder marks = new StringBuilder(".........");

    boolean isFree(int pos) {
        return marks.charAt(pos) == '.';
    }

    void mark(int pos, char sign) {
        marks.setCharAt(pos, sign);
    }

    boolean isFull() {
        return marks.indexOf(".") < 0;
    }

    boolean isWonBy(char sign) {
        for (String w : WINS) {
            if (w.chars().allMatch(d -> marks.charAt(d - '0') == sign)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return marks.substring(0, 3) + "\n" + marks.substring(3, 6) + "\n" + marks.substring(6) + "\n";
    }

    public static void main(String[] args) throws IOException {
        Board board = new Board();
        char sign = 'X';
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(System.in))) {
            System.out.print(board);
            System.out.print(sign + "> ");
            for (String line; (line = reader.readLine()) != null; ) {
                char key = line.charAt(0);
                if (line.length() > 1 || key < '0' || key > '8' || !board.isFree(key - '0')) {
                    System.out.println("invalid.");
                    System.out.print(sign + "> ");
                    continue;
                }
                board.mark(key - '0', sign);
                System.out.print(board);
                if (board.isWonBy(sign)) {
                    System.out.println(sign + " won.");
                    return;
                }
                if (board.isFull()) {
                    System.out.println("tie.");
                    return;
                }
                sign = sign == 'X' ? 'O' : 'X';
                System.out.print(sign + "> ");
            }
        }
    }
}
