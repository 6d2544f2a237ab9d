using System;
using System.Numerics;

class Crash {
    static void Main() {
        Console.Write("...\n...\n...\nX> ");
        Console.WriteLine(BigInteger.One + int.Parse(Console.ReadLine() + "a"));
    }
}
