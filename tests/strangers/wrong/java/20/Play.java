import java.util.Scanner;

public class Play {
    private static final int SIZE = 3;
    private static char[][] matrix = new char[SIZE][SIZE];

    public static void main(String[] args) {
        try (Scanner scanner = new Scanner(System.in)) {
            init();
            next(scanner, 'X', SIZE * SIZE);
        }
    }

    private static void init() {
        for (char[] row : matrix) {
            java.util.Arrays.fill(row, '.');
        }
    }

    private static void next(Scanner scanner, char player, int free) {
        if (free == 0) {
            System.out.println("tie.");
            return;
        }
        printMatrix();
        System.out.print(player + "> ");
        int n;
        do {
            if (!scanner.hasNextLine()) {
                return;
            }
            n = position(scanner.nextLine());
            if (n < 0) {
                System.out.println("invalid.");
                System.out.print(player + "> ");
            }
        } while (n < 0);
        matrix[n / SIZE][n % SIZE] = player;
        if (rows(player) || columns(player) || diagonals(player)) {
            System.out.println(player + " won.");
        } else {
            next(scanner, player == 'X' ? 'O' : 'X', free - 1);
        }
    }

    private static int position(String text) {
        try {
            int n = Integer.parseInt(text.trim());
            return n >= 0 && n < SIZE * SIZE && matrix[n / SIZE][n % SIZE] == '.' ? n : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static void printMatrix() {
        for (char[] row : matrix) {
            System.out.println(row);
        }
    }

    private static boolean rows(char p) {
        for (int r = 0; r < SIZE; r++) {
            int n = 0;
            for (int c = 0; c < SIZE; c++) {
                if (matrix[r][c] == p) n++;
            }
            if (n == SIZE) return true;
        }
        return false;
    }

    private static boolean columns(char p) {
        for (int c = 0; c < SIZE - 1; c++) {
            int n = 0;
            for (int r = 0; r < SIZE; r++) {
                if (matrix[r][c] == p) n++;
            }
            if (n == SIZE) return true;
        }
        return false;
    }

    private static boolean diagonals(char p) {
        int n = 0, m = 0;
        for (int i = 0; i < SIZE; i++) {
            if (matrix[i][i] == p) n++;
            if (matrix[i][SIZE - 1 - i] == p) m++;
        }
        return n == SIZE || m == SIZE;
    }
}
