import java.util.Scanner;

public class Main {
    static char[] b = ".........".toCharArray();

    static void show() {
        for (int i = 0; i < 9; i++) {
            System.out.print(b[i]);
            if (i == 2 || i == 5 || i == 8) {
                System.out.println();
            }
        }
    }

    static boolean check(char p) {
        for (int i = 0; i < 3; i++) {
            if (b[i] == p && b[i + 3] == p && b[i + 6] == p) return true;
            if (b[3 * i] == p && b[3 * i + 1] == p && b[3 * i + 2] == p) return true;
        }
        if (b[0] == p && b[4] == p && b[8] == p) return true;
        if (b[2] == p && b[4] == p && b[6] == p) return true;
        return false;
    }

    public static void main(String[] args) {
        Scanner s = new Scanner(System.in);
        char p = 'O';
        int n = 0;
        do {
            p = p == 'X' ? 'O' : 'X';
            show();
            System.out.print(p + "> ");
            int pos = -1;
            boolean ok = false;
            do {
                if (!s.hasNextLine()) {
                    return;
                }
                String line = s.nextLine();
                try {
                    pos = Integer.parseInt(line);
                    ok = pos >= 0 && pos < 9 && b[pos] == '.';
                } catch (NumberFormatException e) {
                    ok = false;
                }
                if (!ok) {
                    System.out.println("invalid.");
                }
            } while (!ok);
            b[pos] = p;
            n++;
        } while (!check(p) && n < 9);
        show();
        System.out.println(check(p) ? p + " won." : "tie.");
    }
}
