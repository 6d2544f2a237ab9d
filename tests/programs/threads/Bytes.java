/** Reads bytes of System.in itself. */
public class Bytes {
    public static void main(String[] args) throws java.io.IOException {
        StringBuilder s = new StringBuilder("...\n...\n...\n");
        String who = "X";
        System.out.print(s + who + "> ");
        StringBuilder line = new StringBuilder();
        for (int b; (b = System.in.read()) >= 0; ) {
            if (b != '\n') { line.append((char) b); continue; }
            int move = line.length() == 1 ? line.charAt(0) - '0' : -1;
            line.setLength(0);
            int at = move >= 0 && move < 9 ? move + move / 3 : -1;
            if (at < 0 || s.charAt(at) != '.') { System.out.print("invalid.\n" + who + "> "); continue; }
            s.setCharAt(at, who.charAt(0));
            String w = who;
            for (int step : new int[]{1, 4, 5, 3})
                for (int i = 0; i + 2 * step < 11; i++)
                    if (s.charAt(i) == w.charAt(0) && s.charAt(i + step) == w.charAt(0) && s.charAt(i + 2 * step) == w.charAt(0) && (step != 3 || i == 2)) {
                        System.out.println(w + " won.");
                        System.exit(0);
                    }
            if (s.indexOf(".") < 0) { System.out.println("tie."); System.exit(0); }
            who = who.equals("X") ? "O" : "X";
            System.out.print(s + who + "> ");
        }
    }
}
