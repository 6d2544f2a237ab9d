import java.util.*;

public class Crash {
    static int move(Scanner in) {
        return Integer.parseInt(in.nextLine() + "a");
    }

    public static void main(String[] args) {
        System.out.print("...\n...\n...\nX> ");
        System.out.flush();
        move(new Scanner(System.in));
    }
}
