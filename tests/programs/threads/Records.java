import java.util.*;
import java.util.stream.*;

/** Values that do not change, and streams. */
public class Records {
    record Board(String cells, int turns) {
        static final List<String> ROWS = List.of("012", "345", "678", "036", "147", "258", "048", "246");
        String side() { return turns % 2 == 0 ? "X" : "O"; }
        Optional<Board> after(String move) {
            if (!move.matches("[0-8]") || cells.charAt(Integer.parseInt(move)) != '.') return Optional.empty();
            int at = Integer.parseInt(move);
            return Optional.of(new Board(cells.substring(0, at) + side() + cells.substring(at + 1), turns + 1));
        }
        boolean isWonBy(String side) {
            return ROWS.stream().anyMatch(row -> row.chars().allMatch(c -> cells.charAt(c - '0') == side.charAt(0)));
        }
        @Override public String toString() {
            return IntStream.range(0, 3).mapToObj(i -> cells.substring(3 * i, 3 * i + 3)).collect(Collectors.joining("\n", "", "\n"));
        }
    }

    public static void main(String[] args) {
        var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in)).lines().iterator();
        var board = new Board(".........", 0);
        System.out.printf("%s%s> ", board, board.side());
        while (lines.hasNext()) {
            var next = board.after(lines.next());
            if (next.isEmpty()) {
                System.out.printf("invalid.%n%s> ", board.side());
                continue;
            }
            var side = board.side();
            board = next.get();
            if (board.isWonBy(side)) { System.out.println(side + " won."); return; }
            if (board.turns() == 9) { System.out.println("tie."); return; }
            System.out.printf("%s%s> ", board, board.side());
        }
    }
}
