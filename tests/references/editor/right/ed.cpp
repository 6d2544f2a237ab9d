#include <algorithm>
#include <deque>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using std::string;

struct State {
    std::vector<string> lines;
    size_t cur = 0;
};

class Editor {
    State s;
    std::deque<State> old;

    void remember()
    {
        old.push_back(s);
        if (old.size() > 5)
            old.pop_front();
    }

    static size_t number(const string &w)
    {
        if (w.find_first_not_of("0123456789") != string::npos)
            throw std::runtime_error("bad number");
        return std::stoul(w);
    }

    void notEmpty() const
    {
        if (s.lines.empty())
            throw std::runtime_error("empty buffer");
    }

    void inside(size_t n, size_t low) const
    {
        if (n < low || n > s.lines.size())
            throw std::runtime_error("no such line");
    }

public:
    size_t size() const { return s.lines.size(); }

    void insert(size_t at, const string &text)
    {
        remember();
        s.lines.insert(s.lines.begin() + at, text);
        s.cur = at + 1;
    }
    void append(const string &text) { insert(s.cur, text); }
    void before(const string &text) { insert(s.cur ? s.cur - 1 : 0, text); }

    void erase(const std::vector<string> &args)
    {
        std::vector<size_t> n;
        for (const string &a : args)
            n.push_back(number(a));
        if (n.empty()) {
            notEmpty();
            n.push_back(s.cur);
        }
        for (size_t x : n)
            inside(x, 1);
        if (n.front() > n.back())
            throw std::runtime_error("bad range");
        remember();
        s.lines.erase(s.lines.begin() + n.front() - 1, s.lines.begin() + n.back());
        s.cur = std::min(n.front(), size());
    }

    void go(const string &w)
    {
        size_t n = number(w);
        inside(n, 1);
        s.cur = n;
    }

    void move(const string &w)
    {
        size_t n = number(w);
        notEmpty();
        inside(n, 0);
        remember();
        auto b = s.lines.begin();
        if (n >= s.cur) {
            std::rotate(b + s.cur - 1, b + s.cur, b + n);
            s.cur = n;
        } else {
            std::rotate(b + n, b + s.cur - 1, b + s.cur);
            s.cur = n + 1;
        }
    }

    void replace(const string &from, const string &to)
    {
        notEmpty();
        string &line = s.lines[s.cur - 1];
        size_t p = line.find(from);
        if (p == string::npos)
            throw std::runtime_error("not found");
        remember();
        for (; p != string::npos; p = line.find(from, p + to.size()))
            line.replace(p, from.size(), to);
    }

    void print() const
    {
        if (s.lines.empty())
            std::cout << "(empty)\n";
        for (size_t i = 0; i < s.lines.size(); i++)
            std::cout << (i + 1 == s.cur ? '*' : ' ') << i + 1 << ' ' << s.lines[i] << '\n';
    }

    void undo()
    {
        if (old.empty())
            throw std::runtime_error("nothing to undo");
        s = old.back();
        old.pop_back();
    }
};

int main()
{
    Editor ed;
    string line;
    while (std::cout << '[' << ed.size() << "] " && std::getline(std::cin, line)) {
        if (line.empty())
            continue;
        std::istringstream in(line);
        string cmd, w;
        in >> cmd;
        std::vector<string> args;
        while (in >> w)
            args.push_back(w);
        string rest = line.size() > 2 ? line.substr(2) : "";
        size_t n = args.size();
        try {
            if (cmd == "a")
                ed.append(rest);
            else if (cmd == "i")
                ed.before(rest);
            else if (cmd == "d" && n <= 2)
                ed.erase(args);
            else if (cmd == "g" && n == 1)
                ed.go(args[0]);
            else if (cmd == "m" && n == 1)
                ed.move(args[0]);
            else if (cmd == "r" && (n == 1 || n == 2))
                ed.replace(args[0], n == 2 ? args[1] : "");
            else if (cmd == "p" && n == 0)
                ed.print();
            else if (cmd == "u" && n == 0)
                ed.undo();
            else if (cmd == "q" && n == 0) {
                std::cout << "bye\n";
                return 0;
            } else
                throw std::runtime_error("unknown command");
        } catch (const std::runtime_error &e) {
            std::cout << "? " << e.what() << '\n';
        }
    }
}
