import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

public class Main {
    static final long MAX = 999_999_999L;

    static class CalcException extends RuntimeException {
        CalcException(String m) {
            super(m);
        }
    }

    interface Node {
        long value();
    }

    private final Map<String, Long> vars = new TreeMap<>();
    private long ans = 0;
    private String src;
    private int pos;

    private static long check(long v) {
        if (Math.abs(v) > MAX) throw new CalcException("too large");
        return v;
    }

    private char peek() {
        while (pos < src.length() && src.charAt(pos) == ' ') pos++;
        return pos < src.length() ? src.charAt(pos) : '\0';
    }

    private Node sum() {
        Node left = product();
        while (peek() == '+' || peek() == '-') {
            char op = src.charAt(pos++);
            Node a = left, b = product();
            left = op == '+' ? () -> check(a.value() + b.value()) : () -> check(a.value() - b.value());
        }
        return left;
    }

    private Node product() {
        Node left = factor();
        while (peek() == '*' || peek() == '/' || peek() == '%') {
            char op = src.charAt(pos++);
            Node a = left, b = factor();
            left = () -> {
                long x = a.value(), y = b.value();
                if (op == '*') return check(x * y);
                if (y == 0) throw new CalcException("division by zero");
                return op == '/' ? x / y : x % y;
            };
        }
        return left;
    }

    private Node factor() {
        if (peek() == '-') {
            pos++;
            Node n = factor();
            return () -> -n.value();
        }
        Node base = atom();
        if (peek() != '^') return base;
        pos++;
        Node exp = factor();
        return () -> {
            long b = base.value(), e = exp.value();
            if (e < 0) throw new CalcException("negative exponent");
            if (Math.abs(b) > 1 && e > 30) throw new CalcException("too large");
            if (Math.abs(b) <= 1) e = e == 0 ? 0 : e % 2 == 0 ? 2 : 1;
            BigInteger r = BigInteger.valueOf(b).pow((int) e);
            if (r.bitLength() > 40) throw new CalcException("too large");
            return check(r.longValue());
        };
    }

    private Node atom() {
        char c = peek();
        int start = pos;
        if (c == '(') {
            pos++;
            Node n = sum();
            if (peek() != ')') throw new CalcException("syntax");
            pos++;
            return n;
        }
        if (c >= '0' && c <= '9') {
            while (pos < src.length() && Character.isDigit(src.charAt(pos))) pos++;
            long v = Long.parseLong(src.substring(start, pos));
            return () -> check(v);
        }
        String name = word();
        if (name.isEmpty()) throw new CalcException("syntax");
        return () -> {
            if (name.equals("ans")) return ans;
            Long v = vars.get(name);
            if (v == null) throw new CalcException("unknown " + name);
            return v;
        };
    }

    private String word() {
        int start = pos;
        while (pos < src.length() && src.charAt(pos) >= 'a' && src.charAt(pos) <= 'z') pos++;
        return src.substring(start, pos);
    }

    private String execute(String line) {
        src = line;
        pos = 0;
        String name = word();
        boolean assign = !name.isEmpty() && peek() == '=';
        pos = assign ? pos + 1 : 0;
        Node n = sum();
        if (peek() != '\0') throw new CalcException("syntax");
        if (assign && name.equals("ans")) throw new CalcException("ans is read-only");
        ans = n.value();
        if (!assign) return Long.toString(ans);
        vars.put(name, ans);
        return name + " = " + ans;
    }

    private String respond(String line) {
        switch (line) {
            case "clear":
                vars.clear();
                ans = 0;
                return "cleared";
            case "vars":
                if (vars.isEmpty()) return "no variables";
                StringBuilder b = new StringBuilder();
                vars.forEach((k, v) -> b.append(b.length() > 0 ? "\n" : "").append(k + " = " + v));
                return b.toString();
            default:
                try {
                    return execute(line);
                } catch (CalcException e) {
                    return "error: " + e.getMessage();
                }
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Main m = new Main();
        String line;
        while ((line = in.readLine()) != null) {
            line = line.trim();
            if (line.equals("quit")) break;
            if (!line.isEmpty()) System.out.println(m.respond(line));
        }
    }
}
