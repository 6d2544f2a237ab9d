import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        String[] f = new String[9];
        Arrays.fill(f, ".");
        String player = "X";
        List<String> allowed = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8");
        int[] starts = {0, 3, 6, 0, 1, 2, 0, 2};
        int[] steps = {1, 1, 1, 3, 3, 3, 4, 2};

        for (int count = 0; count < 9; ) {
            System.out.println(f[0] + f[1] + f[2]);
            System.out.println(f[3] + f[4] + f[5]);
            System.out.println(f[6] + f[7] + f[8]);
            System.out.print(player + "> ");
            if (!scanner.hasNextLine()) {
                return;
            }
            String input = scanner.nextLine();
            if (!allowed.contains(input) || !f[Integer.parseInt(input)].equals(".")) {
                System.out.println("invalid.");
                continue;
            }
            f[Integer.parseInt(input)] = player;
            count++;
            String three = player.repeat(3);
            for (int i = 0; i < 8; i++) {
                String line = f[starts[i]] + f[starts[i] + steps[i]] + f[starts[i] + 2 * steps[i]];
                if (line == three) {
                    System.out.println(player + " won.");
                    return;
                }
            }
            player = player.equals("X") ? "O" : "X";
        }
        System.out.println("tie.");
    }
}
