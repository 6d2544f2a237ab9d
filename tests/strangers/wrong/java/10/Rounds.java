import java.util.Scanner;

public class Rounds {
    static final Scanner IN = new Scanner(System.in);
    static final char[][] T = {"...".toCharArray(), "...".toCharArray(), "...".toCharArray()};

    static void board() {
        for (int y = 0; y < 3; y++)
            System.out.println(String.valueOf(T[y]));
    }

    static boolean same(char a, char b, char c) {
        return a != '.' && a == b && b == c;
    }

    static boolean over() {
        for (int i = 0; i < 3; i++)
            if (same(T[i][0], T[i][1], T[i][2]) || same(T[0][i], T[1][i], T[2][i]))
                return true;
        return same(T[0][0], T[1][1], T[2][2]) || same(T[2][0], T[1][1], T[0][2]);
    }

    /** false at the end of the input. */
    static boolean move(char p) {
        System.out.print(p + "> ");
        while (IN.hasNextLine()) {
            String s = IN.nextLine().trim();
            if (s.length() == 1) {
                int n = "012345678".indexOf(s);
                if (n >= 0 && T[n / 3][n % 3] == '.') {
                    T[n / 3][n % 3] = p;
                    return true;
                }
            }
            System.out.println("invalid.");
            System.out.print(p + "> ");
        }
        return false;
    }

    public static void main(String[] args) {
        int moves = 0;
        while (true) {
            board();
            for (char p : new char[] {'X', 'O'}) {
                if (!move(p))
                    return;
                moves++;
                if (over()) {
                    board();
                    System.out.println(p + " won.");
                    return;
                }
                if (moves == 9) {
                    board();
                    System.out.println("tie.");
                    return;
                }
            }
        }
    }
}
