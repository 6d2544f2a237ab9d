import java.util.Scanner;

class Game {
    // 0 = empty, 1 = X, 2 = O
    static int[] cells = new int[9];

    static String board() {
        String s = "";
        for (int i = 0; i < 9; i++) {
            s += ".XO".charAt(cells[i]);
            if (i % 3 == 2) s += "\n";
        }
        return s;
    }

    static boolean line(int a, int b, int c) {
        return cells[a] != 0 && cells[a] == cells[b] && cells[b] == cells[c];
    }

    static boolean won() {
        return line(0, 1, 2) || line(3, 4, 5) || line(6, 7, 8)
            || line(0, 3, 6) || line(1, 4, 7) || line(2, 5, 8)
            || line(0, 4, 8) || line(2, 4, 6);
    }

    static boolean legal(String s) {
        if (!s.matches("-?\\d{1,6}")) return false;
        int n = Integer.parseInt(s);
        return n <= 8 && cells[n] == 0;
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        int turn = 1, left = 9;
        while (true) {
            System.out.print(board() + ".XO".charAt(turn) + "> ");
            if (!sc.hasNextLine()) break;
            String s = sc.nextLine().strip();
            if (!legal(s)) {
                System.out.println("invalid.");
                continue;
            }
            cells[Integer.parseInt(s)] = turn;
            left--;
            if (won()) {
                System.out.print(board());
                System.out.println(".XO".charAt(turn) + " won.");
                break;
            }
            if (left == 0) {
                System.out.print(board());
                System.out.println("tie.");
                break;
            }
            turn = 3 - turn;
        }
    }
}
