import java.util.InputMismatchException;
import java.util.Scanner;

public class Main {

    static int[][] a = new int[3][3];

    static void output() {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                switch (a[i][j]) {
                    case 1 -> System.out.print("X");
                    case 2 -> System.out.print("O");
                    default -> System.out.print(".");
                }
            }
            System.out.println();
        }
    }

    static boolean winner(int p) {
        int p3 = p * p * p;
        for (int i = 0; i < 3; i++) {
            if (a[i][0] * a[i][1] * a[i][2] == p3 || a[0][i] * a[1][i] * a[2][i] == p3) {
                return true;
            }
        }
        return a[0][0] * a[1][1] * a[2][2] == p3 || a[0][2] * a[1][1] * a[2][0] == p3;
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        int p = 1;
        int moves = 0;
        output();
        while (true) {
            System.out.print((p == 1 ? "X" : "O") + "> ");
            if (!sc.hasNext()) {
                break;
            }
            int n = -1;
            try {
                n = sc.nextInt();
                if (sc.hasNextLine()) {
                    sc.nextLine();
                }
            } catch (InputMismatchException e) {
                n = -1;
            }
            if (n < 0 || n > 8 || a[n / 3][n % 3] != 0) {
                System.out.println("invalid.");
                continue;
            }
            a[n / 3][n % 3] = p;
            moves++;
            output();
            if (winner(p)) {
                System.out.println(p == 1 ? "X won." : "O won.");
                break;
            } else if (moves == 9) {
                System.out.println("tie.");
                break;
            }
            p = 3 - p;
        }
    }
}
