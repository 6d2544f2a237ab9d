#include <cctype>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

struct Node {
    bool dir;
    string text;
    map<string, unique_ptr<Node>> kids;
    explicit Node(bool d) : dir(d) {}
};

static Node root(true);
static vector<pair<string, Node *>> stack_;

static Node *cwd() { return stack_.empty() ? &root : stack_.back().second; }

static string path()
{
    string s;
    for (auto &p : stack_) s += "/" + p.first;
    return s;
}

static int used(const Node &n)
{
    int sum = n.text.size();
    for (auto &k : n.kids) sum += used(*k.second);
    return sum;
}

static Node *get(const string &name)
{
    auto it = cwd()->kids.find(name);
    return it == cwd()->kids.end() ? nullptr : it->second.get();
}

static bool isName(const string &s)
{
    if (s.empty() || s.size() > 8 || s == "." || s == "..") return false;
    for (unsigned char c : s)
        if (!isalnum(c) && c != '.') return false;
    return true;
}

static void collect(const Node &n, const string &at, const string &name, vector<string> &out)
{
    for (auto &k : n.kids) {
        string p = at + "/" + k.first;
        if (k.first == name) out.push_back(p);
        collect(*k.second, p, name, out);
    }
}

static bool fits(int more) { return used(root) + more <= 100; }

static const char *mkdir_(const string &n)
{
    if (get(n)) return "File exists";
    cwd()->kids[n] = make_unique<Node>(true);
    return nullptr;
}

static const char *write_(const string &n, const string &text)
{
    Node *old = get(n);
    if (!isName(n)) return "Invalid name";
    if (old && old->dir) return "Is a directory";
    if (!fits(int(text.size()) - int(old ? old->text.size() : 0))) return "No space left on device";
    if (!old) {
        cwd()->kids[n] = make_unique<Node>(false);
        old = get(n);
    }
    old->text = text;
    return nullptr;
}

static const char *rm_(const string &n)
{
    Node *x = get(n);
    if (!x) return "No such file or directory";
    if (!x->kids.empty()) return "Directory not empty";
    cwd()->kids.erase(n);
    return nullptr;
}

static const char *cp_(const string &a, const string &b)
{
    Node *x = get(a);
    if (!x) return "No such file or directory";
    if (x->dir) return "Is a directory";
    if (get(b)) return "File exists";
    return write_(b, string(x->text));
}

static const char *mv_(const string &a, const string &b)
{
    if (!get(a)) return "No such file or directory";
    if (get(b)) return "File exists";
    auto &k = cwd()->kids;
    k[b] = move(k[a]);
    k.erase(a);
    return nullptr;
}

static const char *cd_(const string &n)
{
    Node *x = get(n);
    if (!x) return "No such file or directory";
    if (!x->dir) return "Not a directory";
    stack_.push_back({n, x});
    return nullptr;
}

int main()
{
    string line;
    while (getline(cin, line)) {
        if (line.empty()) continue;
        istringstream in(line);
        vector<string> w;
        for (string s; in >> s;) w.push_back(s);
        string c = w[0];
        size_t n = w.size() - 1;
        const char *err = nullptr;
        bool names = true, silent = false;
        for (size_t i = 1; i <= n; i++) names = names && isName(w[i]);
        if (c == "exit" && n == 0) break;
        if (c == "write" && n >= 1) {
            size_t at = line.find(' ', 6);
            err = write_(w[1], at == string::npos ? "" : line.substr(at + 1));
        } else if (line == "cd /") {
            stack_.clear();
        } else if (line == "cd ..") {
            if (!stack_.empty()) stack_.pop_back();
        } else if (!names) {
            err = "Invalid name";
        } else if (c == "mkdir" && n == 1) {
            err = mkdir_(w[1]);
        } else if (c == "rm" && n == 1) {
            err = rm_(w[1]);
        } else if (c == "cp" && n == 2) {
            err = cp_(w[1], w[2]);
        } else if (c == "mv" && n == 2) {
            err = mv_(w[1], w[2]);
        } else if (c == "cd" && n == 1) {
            err = cd_(w[1]);
        } else {
            silent = true;
            if (c == "cat" && n == 1) {
                Node *x = get(w[1]);
                if (x && !x->dir) cout << '"' << x->text << "\"\n";
                else err = x ? "Is a directory" : "No such file or directory";
            } else if (c == "pwd" && n == 0) {
                cout << (stack_.empty() ? "/" : path()) << '\n';
            } else if (c == "df" && n == 0) {
                cout << 100 - used(root) << " of 100 free\n";
            } else if (c == "ls" && n == 0) {
                cout << cwd()->kids.size() << " entries\n";
                for (auto it = cwd()->kids.rbegin(); it != cwd()->kids.rend(); ++it) {
                    cout << "- " << it->first;
                    if (it->second->dir) cout << "/\n";
                    else cout << ' ' << it->second->text.size() << '\n';
                }
            } else if (c == "find" && n == 1) {
                vector<string> hits;
                collect(*cwd(), path(), w[1], hits);
                cout << hits.size() << " found\n";
                for (auto &h : hits) cout << "- " << h << '\n';
            } else {
                err = "Unknown command";
            }
        }
        if (err) cout << "error: " << err << '\n';
        else if (!silent) cout << "ok\n";
    }
}
