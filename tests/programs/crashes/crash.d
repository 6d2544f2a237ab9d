import std.conv, std.stdio, std.string;

void main()
{
    write("...\n...\n...\nX> ");
    stdout.flush();
    writeln(to!int(readln().strip() ~ "a"));
}
