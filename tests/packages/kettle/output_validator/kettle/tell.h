#include <cstdlib>
#include <fstream>
#include <string>

// Ends with this status, and leaves a message where the judge looks for it.
[[noreturn]] inline void leave(const std::string &folder, int status, const std::string &message) {
    std::ofstream(folder + "judgemessage.txt") << message << '\n';
    std::exit(status);
}
