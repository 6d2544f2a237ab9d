import java.util.Scanner;

public class Sums {
    final int[] sums = new int[8];   // three rows, three columns, two diagonals
    final int[] cells = new int[9];  // 1 for X, -1 for O
    int marks = 0;

    void print() {
        for (int i = 0; i < 9; i++) {
            System.out.print("O.X".charAt(cells[i] + 1));
            if (i % 3 == 2) {
                System.out.println();
            }
        }
    }

    boolean set(int n, int mark) {
        int r = n / 3, c = n % 3;
        cells[n] = mark;
        marks++;
        sums[r] += mark;
        sums[3 + c] += mark;
        if (r == c) {
            sums[6] += mark;
        }
        if (r + c == 2) {
            sums[7] += mark;
        }
        for (int s : sums) {
            if (Math.abs(s) == 3) {
                return true;
            }
        }
        return false;
    }

    void play(Scanner in) {
        int mark = 1;
        while (marks < 9) {
            print();
            System.out.print(mark == 1 ? "X> " : "O> ");
            int n = -1;
            while (n < 0) {
                if (!in.hasNextLine()) {
                    return;
                }
                String s = in.nextLine();
                if (s.matches("[0-8]") && cells[Integer.parseInt(s)] == 0) {
                    n = Integer.parseInt(s);
                } else {
                    System.out.print("invalid.\n" + (mark == 1 ? "X> " : "O> "));
                }
            }
            if (set(n, mark)) {
                print();
                System.out.println("OX".charAt(mark) + " won.");
                return;
            }
            mark = -mark;
        }
        print();
        System.out.println("tie.");
    }

    public static void main(String[] args) {
        new Sums().play(new Scanner(System.in));
    }
}
