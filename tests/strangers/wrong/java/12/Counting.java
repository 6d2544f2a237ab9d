import java.io.*;

public class Counting {
    static char[] cell = {'.', '.', '.', '.', '.', '.', '.', '.', '.'};

    static int free() {
        int free = 0;
        for (char c : cell) {
            if (c == '.') {
                free++;
            }
        }
        return free;
    }

    // X is to move whenever both players have the same number of marks
    static char active() {
        int balance = 0;
        for (int i = 0; i < 8; i++) {
            if (cell[i] == 'X') balance++;
            if (cell[i] == 'O') balance--;
        }
        return balance > 0 ? 'O' : 'X';
    }

    static boolean won(char p) {
        String lines = "012345678036147258048246";
        for (int i = 0; i < lines.length(); i += 3) {
            int hits = 0;
            for (int j = i; j < i + 3; j++) {
                if (cell[lines.charAt(j) - '0'] == p) hits++;
            }
            if (hits == 3) return true;
        }
        return false;
    }

    static void show() {
        for (int i = 0; i < cell.length; i++) {
            System.out.print(cell[i]);
            if (i % 3 == 2) System.out.print('\n');
        }
    }

    public static void main(String[] args) throws IOException {
        LineNumberReader in = new LineNumberReader(new InputStreamReader(System.in));
        while (true) {
            char p = active();
            show();
            System.out.print(p + "> ");
            String s = in.readLine();
            if (s == null) return;
            int n;
            try {
                n = Integer.parseInt(s);
            } catch (NumberFormatException e) {
                n = -1;
            }
            if (n < 0 || n >= cell.length || cell[n] != '.') {
                System.out.println("invalid.");
                continue;
            }
            cell[n] = p;
            if (won(p)) {
                show();
                System.out.println(p + " won.");
                return;
            }
            if (free() == 0) {
                show();
                System.out.println("tie.");
                return;
            }
        }
    }
}
