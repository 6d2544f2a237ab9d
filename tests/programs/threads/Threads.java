import java.io.*;
import java.util.*;
import java.util.concurrent.*;

/** A thread of its own reads lines, and another plays. */
public class Threads {
    static final BlockingQueue<Optional<String>> LINES = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(() -> {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
                for (String line; (line = in.readLine()) != null; ) LINES.add(Optional.of(line));
            } catch (IOException e) {
                e.printStackTrace();
            }
            LINES.add(Optional.empty());
        });
        reader.setDaemon(true);
        reader.start();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        String word = pool.submit(Threads::play).get();
        pool.shutdown();
        System.out.print(word);
    }

    static String play() throws InterruptedException {
        char[] cells = ".........".toCharArray();
        for (int turn = 0; ; turn++) {
            char who = "XO".charAt(turn % 2);
            for (int i = 0; i < 9; i += 3) System.out.println(new String(cells, i, 3));
            for (;;) {
                System.out.print(who + "> ");
                Optional<String> line = LINES.take();
                if (line.isEmpty()) return "";
                String move = line.get();
                if (move.length() == 1 && "012345678".contains(move) && cells[move.charAt(0) - '0'] == '.') {
                    cells[move.charAt(0) - '0'] = who;
                    break;
                }
                System.out.println("invalid.");
            }
            for (String row : "012 345 678 036 147 258 048 246".split(" "))
                if (row.chars().allMatch(c -> cells[c - '0'] == who)) return who + " won.\n";
            if (turn == 8) return "tie.\n";
        }
    }
}
