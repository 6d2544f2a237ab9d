import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.OptionalInt;

public class TicTacToe {

    enum Mark {
        X, O;

        Mark other() {
            return this == X ? O : X;
        }
    }

    static final class Field {
        private final Mark[][] marks = new Mark[3][3];
        private int used = 0;

        boolean put(int n, Mark m) {
            if (marks[n / 3][n % 3] != null) {
                return false;
            }
            marks[n / 3][n % 3] = m;
            used++;
            return true;
        }

        boolean full() {
            return used == 9;
        }

        boolean wonBy(Mark m) {
            for (int i = 0; i < 3; i++) {
                if (marks[i][0] == m && marks[i][1] == m && marks[i][2] == m) {
                    return true;
                }
                if (marks[0][i] == m && marks[1][i] == m && marks[2][i] == m) {
                    return true;
                }
            }
            return marks[1][1] == m
                && (marks[0][0] == m && marks[2][2] == m || marks[0][2] == m && marks[2][0] == m);
        }

        void print() {
            StringBuilder sb = new StringBuilder();
            for (Mark[] row : marks) {
                for (Mark m : row) {
                    sb.append(m == null ? "." : m);
                }
                sb.append('\n');
            }
            System.out.print(sb);
        }
    }

    static OptionalInt parse(String line) {
        try {
            int n = Integer.parseInt(line);
            return n >= 0 && n <= 8 ? OptionalInt.of(n) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Field field = new Field();
        Mark active = Mark.X;
        while (true) {
            field.print();
            System.out.print(active + "> ");
            String line = in.readLine();
            if (line == null) {
                break;
            }
            OptionalInt n = parse(line);
            if (n.isEmpty() || !field.put(n.getAsInt(), active)) {
                System.out.println("Invalid.");
                continue;
            }
            if (field.wonBy(active)) {
                field.print();
                System.out.println(active + " won.");
                break;
            }
            if (field.full()) {
                field.print();
                System.out.println("tie.");
                break;
            }
            active = active.other();
        }
    }
}
