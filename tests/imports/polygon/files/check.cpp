#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    std::string word, last;
    while (!(word = ouf.readWord()).empty()) last = word;
    if (last != ans.readWord()) quitf(_wa, "the last word is %s", last.c_str());
    quitf(_ok, "%s", "right");
}
