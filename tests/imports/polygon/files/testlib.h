// As much of testlib as the checker here needs, written anew.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

enum TResult { _ok, _wa };

struct Stream {
    std::ifstream file;
    std::string readWord() {
        std::string word;
        file >> word;
        return word;
    }
} inf, ouf, ans;

inline void registerTestlibCmd(int argc, char *argv[]) {
    if (argc < 4) std::exit(3);
    inf.file.open(argv[1]);
    ouf.file.open(argv[2]);
    ans.file.open(argv[3]);
}

[[noreturn]] inline void quitf(TResult result, const char *text, const char *word) {
    std::fprintf(stderr, text, word);
    std::exit(result);
}
