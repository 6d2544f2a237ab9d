import java.io.*;
public class Main{
  static String b=".........";
  static boolean w(String r){return b.matches(r);}
  public static void main(String[] z)throws IOException{
    BufferedReader i=new BufferedReader(new InputStreamReader(System.in));
    String p="X",l;
    for(;;){
      System.out.print(b.replaceAll("...","$0\n")+p+"> ");
      if((l=i.readLine())==null)return;
      int n;
      try{n=Integer.parseInt(l);}catch(NumberFormatException e){n=-1;}
      if(!(n>=0&&n<8&&b.charAt(n)=='.')){
        System.out.println("invalid.");
        continue;
      }
      b=b.substring(0,n)+p+b.substring(n+1);
      if(w("(...)*"+p+p+p+"(...)*")||w(".*"+p+".."+p+".."+p+".*")
        ||w(p+"..."+p+"..."+p)||w(".."+p+"."+p+"."+p+"..")){
        System.out.println(p+" won.");
        return;
      }
      if(!b.contains(".")){
        System.out.println("tie.");
        return;
      }
      p=p.equals("X")?"O":"X";
    }
  }
}
