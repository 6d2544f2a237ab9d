void main () {
    print ("...\n...\n...\nX> ");
    string? line = stdin.read_line ();
    int[] board = {};
    assert (board.length > line.length);
}
