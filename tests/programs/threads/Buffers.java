import java.io.*;
import java.util.*;

/** Reads with a BufferedReader, and writes with a PrintWriter that is flushed before each read. */
class Buffers {
    private enum Mark { X, O }
    private final Map<Integer, Mark> cells = new HashMap<>();
    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    private final PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));

    public static void main(String[] args) throws IOException {
        new Buffers().play();
    }

    void play() throws IOException {
        for (Mark mark = Mark.X; ; mark = mark == Mark.X ? Mark.O : Mark.X) {
            for (int i = 0; i < 9; i++) {
                out.print(cells.containsKey(i) ? cells.get(i).name() : ".");
                if (i % 3 == 2) out.print('\n');
            }
            if (!turn(mark)) break;
            if (hasWon(mark)) { out.print(mark + " won.\n"); break; }
            if (cells.size() == 9) { out.print("tie.\n"); break; }
        }
        out.flush();
    }

    boolean turn(Mark mark) throws IOException {
        for (;;) {
            out.print(mark + "> ");
            out.flush();
            String line = in.readLine();
            if (line == null) return false;
            if (line.matches("[0-8]") && cells.putIfAbsent(Integer.valueOf(line), mark) == null) return true;
            out.print("invalid.\n");
        }
    }

    boolean hasWon(Mark mark) {
        int[][] rows = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
        return Arrays.stream(rows).anyMatch(row -> Arrays.stream(row).allMatch(i -> cells.get(i) == mark));
    }
}
