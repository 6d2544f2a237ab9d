import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;

public class Main {
    private final Scanner in = new Scanner(System.in);
    private int solved = 0, failed = 0, best = Integer.MAX_VALUE;

    public static void main(String[] args) {
        new Main().run();
    }

    private void run() {
        while (true) {
            String code = ask("Code? ");
            if (code == null) return;
            if (!isCode(code)) {
                System.out.println("Invalid code.");
            } else if (!game(code)) {
                return;
            }
        }
    }

    /** Asks until something else than "score" comes; null means stop. */
    private String ask(String prompt) {
        while (true) {
            System.out.print(prompt);
            if (!in.hasNextLine()) {
                System.out.println();
                return null;
            }
            String s = in.nextLine();
            if (s.equals("quit")) {
                System.out.println("Bye.");
                return null;
            }
            if (!s.equals("score")) return s;
            String b = best == Integer.MAX_VALUE ? "-" : String.valueOf(best);
            System.out.println("Solved " + solved + ", failed " + failed + ", best " + b + ".");
        }
    }

    private static boolean isCode(String s) {
        return s.matches("[1-6]{4}");
    }

    private boolean game(String code) {
        Set<String> tried = new HashSet<>();
        while (true) {
            String guess = ask("Guess " + (tried.size() + 1) + "? ");
            if (guess == null) return false;
            if (guess.equals("give up")) {
                System.out.println("The code was " + code + ".");
                failed++;
                return true;
            }
            if (!isCode(guess)) {
                System.out.println("Invalid guess.");
                continue;
            }
            if (!tried.add(guess)) {
                System.out.println("Already tried.");
                continue;
            }
            int[] a = new int[7], b = new int[7];
            int black = 0, white = 0;
            for (int i = 0; i < 4; i++) {
                int c = code.charAt(i) - '0', g = guess.charAt(i) - '0';
                if (c == g) {
                    black++;
                } else {
                    a[c]++;
                    b[g]++;
                }
            }
            for (int d = 1; d <= 6; d++) white += Math.min(a[d], b[d]);
            System.out.printf("Black: %d, white: %d%n", black, white);
            if (black == 4) {
                System.out.println("Solved in " + tried.size() + ".");
                solved++;
                best = Math.min(best, tried.size());
                return true;
            }
            if (tried.size() == 8) {
                System.out.println("Failed. The code was " + code + ".");
                failed++;
                return true;
            }
        }
    }
}
