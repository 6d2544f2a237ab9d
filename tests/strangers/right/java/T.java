import java.util.*;

class T {
  public static void main(String[] a) {
    var s = new Scanner(System.in);
    var b = ".........".toCharArray();
    int t = 0;
    for (;;) {
      for (int i = 0; i < 9; i += 3) System.out.println(new String(b, i, 3));
      char p = "XO".charAt(t % 2);
      System.out.print(p + "> ");
      int n = -1;
      if (s.hasNextInt()) n = s.nextInt();
      else s.next();
      if (n < 0 || n > 8 || b[n] != '.') { System.out.println("invalid."); continue; }
      b[n] = p;
      t++;
      if (new String(b).matches("(...)*PPP.*|.*P..P..P.*|P...P...P|..P.P.P..".replace('P', p))) {
        System.out.println(p + " won.");
        break;
      }
      if (t > 8) { System.out.println("tie."); break; }
    }
  }
}
