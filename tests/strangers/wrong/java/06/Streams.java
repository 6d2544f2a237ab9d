import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Scanner;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Streams {

    private static final List<String> cells = new ArrayList<>(Collections.nCopies(9, "."));

    private static void draw() {
        IntStream.range(0, 3)
            .mapToObj(r -> String.join(" ", cells.subList(3 * r, 3 * r + 3)))
            .forEach(System.out::println);
    }

    private static boolean hasLine(String who) {
        return Stream.of("012", "345", "678", "036", "147", "258", "048", "246")
            .anyMatch(l -> l.chars().mapToObj(c -> cells.get(c - '0')).allMatch(who::equals));
    }

    private static boolean accepted(String text) {
        return text.matches("[0-8]") && cells.get(Integer.parseInt(text)).equals(".");
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String[] names = {"X", "O"};

        for (int i = 0; i < 9; i++) {
            String who = names[i % 2];
            draw();
            System.out.print(who + "> ");
            String text = null;
            while (in.hasNextLine() && !accepted(text = in.nextLine())) {
                System.out.println("invalid.");
                System.out.print(who + "> ");
                text = null;
            }
            if (text == null) {
                return;
            }
            cells.set(Integer.parseInt(text), who);
            if (hasLine(who)) {
                System.out.println(who + " won.");
                return;
            }
        }
        System.out.println("tie.");
    }
}
