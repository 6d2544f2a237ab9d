import java.io.PrintStream;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeSet;

public class Referee {
    interface Source {
        String next();
    }

    enum Status { OPEN, WON, DRAWN }

    static final Set<Set<Integer>> LINES = Set.of(
        Set.of(0, 1, 2), Set.of(3, 4, 5), Set.of(6, 7, 8),
        Set.of(0, 3, 6), Set.of(1, 4, 7), Set.of(2, 5, 8),
        Set.of(0, 4, 8), Set.of(2, 4, 6));

    static class Player {
        final char name;
        final Set<Integer> held = new TreeSet<>();

        Player(char name) {
            this.name = name;
        }
    }

    final Player[] players = {new Player('X'), new Player('O')};
    final PrintStream out = System.out;

    boolean taken(int n) {
        return players[0].held.contains(n) || players[1].held.contains(n);
    }

    void paint() {
        for (int i = 0; i < 9; i++) {
            char c = '.';
            for (Player p : players) {
                if (p.held.contains(i)) c = p.name;
            }
            out.print(c);
            if (i % 3 == 2) out.println();
        }
    }

    Status status() {
        for (Player p : players) {
            for (Set<Integer> l : LINES) {
                if (p.held.containsAll(l)) return Status.WON;
            }
        }
        return players[0].held.size() + players[1].held.size() < 9 ? Status.OPEN : Status.DRAWN;
    }

    void run(Source source) {
        for (int turn = 0; ; turn ^= 1) {
            Player p = players[turn];
            paint();
            while (true) {
                out.print(p.name + "> ");
                String s = source.next();
                if (s == null) return;
                if (s.matches("\\s*[0-8]\\s*") && !taken(Integer.parseInt(s.strip()))) {
                    p.held.add(Integer.parseInt(s.strip()));
                    break;
                }
                out.println("invalid.");
            }
            switch (status()) {
                case WON:
                    paint();
                    out.println(p.name + " won.");
                    return;
                case DRAWN:
                    paint();
                    System.err.println("tie.");
                    return;
                default:
                    break;
            }
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        new Referee().run(() -> in.hasNextLine() ? in.nextLine() : null);
    }
}
