import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.BitSet;
import java.util.StringTokenizer;

public class Main {
    private final BitSet xs = new BitSet(9);
    private final BitSet os = new BitSet(9);

    private static boolean line(BitSet s) {
        for (int i = 0; i < 3; i++) {
            if (s.get(i) && s.get(i + 3) && s.get(i + 6)) return true;
            if (s.get(3 * i) && s.get(3 * i + 1) && s.get(3 * i + 2)) return true;
        }
        return s.get(4) && (s.get(0) && s.get(8) || s.get(2) && s.get(6));
    }

    private String picture() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            out.append(xs.get(i) ? 'X' : os.get(i) ? 'O' : '.');
            if (i % 3 == 2) out.append(System.lineSeparator());
        }
        return out.toString();
    }

    private boolean add(String text, BitSet mine) {
        StringTokenizer tokens = new StringTokenizer(text);
        try {
            int n = Integer.parseInt(tokens.nextToken());
            if (tokens.hasMoreTokens() || n < 0 || n > 8 || xs.get(n) || os.get(n)) return false;
            mine.set(n);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private void run(BufferedReader in) throws IOException {
        BitSet mine = xs;
        System.out.print(picture());
        while (true) {
            String name = mine == xs ? "X" : "O";
            System.out.print(name + "> ");
            String text = in.readLine();
            if (text == null) return;
            if (!add(text, mine)) {
                System.out.println("invalid.");
                continue;
            }
            System.out.print(picture());
            if (line(mine)) {
                System.out.println(name + " won.");
                return;
            }
            if (xs.cardinality() + os.cardinality() == 9) {
                System.out.println("tie.");
                return;
            }
            mine = mine == xs ? os : xs;
        }
    }

    public static void main(String[] args) throws IOException {
        new Main().run(new BufferedReader(new InputStreamReader(System.in)));
    }
}
