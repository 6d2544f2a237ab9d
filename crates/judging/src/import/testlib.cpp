// Runs a checker that was written with testlib as a validator: called with an input, its answer and a folder, with the
// output on standard input, it exits with 42 if the checker takes the output, and with 43 if not.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

#define main checker_main
#include "checker.hpp"
#undef main

static void leave(int status, void *) {
    std::fflush(nullptr);
    // testlib: 0 right, 1 wrong, 2 bad presentation, 4 more than expected, 8 less. Anything else is a failure.
    _exit(status == 0 ? 42 : status == 1 || status == 2 || status == 4 || status == 8 ? 43 : 1);
}

int main(int, char *arguments[]) {
    std::string output = std::string(arguments[3]) + "output";
    FILE *file = std::fopen(output.c_str(), "wb");
    if (!file) return 1;
    char part[1 << 16];
    while (size_t length = std::fread(part, 1, sizeof part, stdin)) std::fwrite(part, 1, length, file);
    if (std::fclose(file)) return 1;
    on_exit(leave, nullptr);
    char *call[] = {arguments[0], arguments[1], &output[0], arguments[2], nullptr};
    return checker_main(4, call);
}
