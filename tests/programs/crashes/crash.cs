using System;

class Crash {
    static void Main() {
        Console.Write("...\n...\n...\nX> ");
        Console.WriteLine(int.Parse(Console.ReadLine() + "a"));
    }
}
