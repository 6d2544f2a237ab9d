import java.io.BufferedReader;
import java.io.InputStreamReader;

public class BitBoard {
    static final int[] WINS = {0b000000111, 0b000111000, 0b111000000, 0b001001001,
                               0b010010010, 0b100100100, 0b100010001, 0b001010100};

    static void print(int x, int o) {
        for (int i = 0; i < 9; i++) {
            char c = (x >> i & 1) == 1 ? 'X' : (o >> i & 1) == 1 ? 'O' : '.';
            System.out.print(i % 3 == 2 ? c + "\n" : "" + c);
        }
    }

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in));
        int x = 0, o = 0;
        boolean xTurn = true;
        String line;

        print(x, o);
        System.out.print("X> ");
        while ((line = in.readLine()) != null) {
            int bit = line.matches("[0-8]") ? 1 << line.charAt(0) - '0' : 0;
            if (bit == 0 || ((x | o) & bit) != 0) {
                System.out.println("invalid.");
            } else {
                if (xTurn)
                    x |= bit;
                else
                    o |= bit;
                print(x, o);
                int mine = xTurn ? x : o;
                for (int w : WINS) {
                    if ((mine & w) == w) {
                        System.out.println(xTurn ? "X won." : "O won.");
                        return;
                    }
                }
                if ((x & o) == 0b111111111) {
                    System.out.println("tie.");
                    return;
                }
                xTurn = !xTurn;
            }
            System.out.print(xTurn ? "X> " : "O> ");
        }
    }
}
