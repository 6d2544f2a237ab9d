import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.function.ToDoubleFunction;

public class Main {
    private static final int CAPACITY = 20;
    private final List<BigDecimal> data = new ArrayList<>();

    private static boolean isNumber(String s) {
        return s.matches("-?[0-9]{1,6}(\\.[0-9]{1,2})?");
    }

    private static String two(double d) {
        return String.format(Locale.ROOT, "%.2f", d);
    }

    private double sum() {
        return data.stream().reduce(BigDecimal.ZERO, BigDecimal::add).doubleValue();
    }

    private double mean() {
        return sum() / data.size();
    }

    private List<BigDecimal> sorted() {
        List<BigDecimal> s = new ArrayList<>(data);
        Collections.sort(s);
        return s;
    }

    private double median() {
        List<BigDecimal> s = sorted();
        int n = s.size();
        double upper = s.get(n / 2).doubleValue();
        return n % 2 == 1 ? upper : (s.get(n / 2 - 1).doubleValue() + upper) / 2;
    }

    private double mode() {
        BigDecimal best = null;
        int most = 0;
        for (BigDecimal x : sorted()) {
            int c = 0;
            for (BigDecimal y : data) if (x.compareTo(y) == 0) c++;
            if (c > most) {
                most = c;
                best = x;
            }
        }
        return best.doubleValue();
    }

    private double deviation() {
        double m = mean(), t = 0;
        for (BigDecimal x : data) t += Math.pow(x.doubleValue() - m, 2);
        return Math.sqrt(t / data.size());
    }

    private String value(String label, ToDoubleFunction<Main> f) {
        return data.isEmpty() ? "Empty list" : label + "  " + two(f.applyAsDouble(this));
    }

    private String print(String label, List<BigDecimal> list) {
        StringBuilder b = new StringBuilder(label);
        for (BigDecimal x : list) b.append(' ').append(two(x.doubleValue()));
        return b.toString();
    }

    private String add(List<String> words) {
        for (String w : words) if (!isNumber(w)) return "Bad number " + w;
        if (data.size() + words.size() > CAPACITY) return "List full";
        for (String w : words) data.add(new BigDecimal(w));
        return "Added " + words.size() + ", now " + data.size();
    }

    private String one(String cmd, String arg) {
        if (cmd.equals("keep")) {
            if (!arg.matches("[0-9]+") || new BigDecimal(arg).compareTo(new BigDecimal(20)) > 0) return "Bad number " + arg;
            int k = Integer.parseInt(arg);
            if (data.size() > k) data.subList(0, data.size() - k).clear();
            return "Kept " + data.size();
        }
        if (!isNumber(arg)) return "Bad number " + arg;
        BigDecimal x = new BigDecimal(arg);
        if (cmd.equals("above")) return "Above " + data.stream().filter(y -> y.compareTo(x) > 0).count();
        for (int i = 0; i < data.size(); i++) {
            if (data.get(i).compareTo(x) == 0) {
                data.remove(i);
                return "Dropped, now " + data.size();
            }
        }
        return "Not in list";
    }

    private String plain(String cmd) {
        switch (cmd) {
            case "clear":
                data.clear();
                return "Cleared";
            case "count": return "Count " + data.size();
            case "sum": return "Sum " + two(sum());
            case "min": return value("Min", m -> m.sorted().get(0).doubleValue());
            case "max": return value("Max", m -> Collections.max(m.data).doubleValue());
            case "mean": return value("Mean", Main::mean);
            case "median": return value("Median", Main::median);
            case "mode": return value("Mode", Main::mode);
            case "range": return value("Range", m -> Collections.max(m.data).subtract(Collections.min(m.data)).doubleValue());
            case "sd": return value("Sd", Main::deviation);
            case "list": return print("List:", data);
            case "sorted": return print("Sorted:", sorted());
            default: return "Unknown command";
        }
    }

    public static void main(String[] args) {
        Main m = new Main();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine().trim();
            if (line.isEmpty()) continue;
            if (line.equals("quit")) return;
            List<String> w = Arrays.asList(line.split(" +"));
            String cmd = w.get(0);
            String out = "Unknown command";
            if (cmd.equals("add") && w.size() > 1) out = m.add(w.subList(1, w.size()));
            else if (w.size() == 2 && Arrays.asList("keep", "drop", "above").contains(cmd)) out = m.one(cmd, w.get(1));
            else if (w.size() == 1) out = m.plain(cmd);
            System.out.println(out);
        }
    }
}
