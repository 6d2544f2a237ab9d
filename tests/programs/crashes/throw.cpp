#include <iostream>
#include <string>

int main() {
    std::string line;
    std::cout << "...\n...\n...\nX> " << std::flush;
    std::getline(std::cin, line);
    std::cout << std::stoi("a" + line);
}
