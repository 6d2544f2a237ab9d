// A kettle boils at a secret temperature. The program names one in each line, and is told whether that is `cold`,
// `hot` or `right`. Usage: kettle INPUT ANSWER FOLDER --tries N
#include <iostream>

#include "tell.h"

int main(int argc, char **argv) {
    std::string folder = argc > 3 ? argv[3] : "";
    if (argc != 6 || std::string(argv[4]) != "--tries") leave(folder, 1, "wrong arguments");
    int secret = 0, most = 0, tries = std::atoi(argv[5]);
    std::ifstream(argv[1]) >> secret >> most;
    for (int number = 1; number <= tries; number++) {
        int temperature;
        if (!(std::cin >> temperature)) leave(folder, 43, "No number in try " + std::to_string(number));
        if (temperature < 1 || temperature > most) leave(folder, 43, "No kettle is so hot");
        if (temperature == secret) {
            std::cout << "right" << std::endl;
            std::string more;
            if (std::cin >> more) leave(folder, 43, "Words after the end");
            leave(folder, 42, "Boils");
        }
        std::cout << (temperature < secret ? "cold" : "hot") << std::endl;
    }
    leave(folder, 43, "Too many tries");
}
