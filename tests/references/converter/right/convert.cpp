#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

struct Unit {
    string name;
    char kind;      // l, m or t
    double factor;
    double offset;  // base = value * factor + offset
};

static vector<Unit> units = {
    {"mm", 'l', 0.1, 0}, {"cm", 'l', 1, 0}, {"m", 'l', 100, 0}, {"km", 'l', 100000, 0},
    {"in", 'l', 2.54, 0}, {"ft", 'l', 30.48, 0}, {"mi", 'l', 160934.4, 0},
    {"g", 'm', 1, 0}, {"kg", 'm', 1000, 0}, {"oz", 'm', 28.349523125, 0}, {"lb", 'm', 453.59237, 0},
    {"C", 't', 1, 273.15}, {"F", 't', 5.0 / 9, 459.67 * 5 / 9}, {"K", 't', 1, 0}};

static bool have = false;
static double lastValue;
static string lastUnit;

static const Unit *find(const string &name)
{
    for (const Unit &u : units)
        if (u.name == name)
            return &u;
    return nullptr;
}

static bool number(const string &s, double &v)
{
    size_t i = s[0] == '+' || s[0] == '-';
    size_t start = i;
    while (i < s.size() && isdigit(s[i])) i++;
    if (i == start) return false;
    if (i < s.size()) {
        if (s[i++] != '.') return false;
        start = i;
        while (i < s.size() && isdigit(s[i])) i++;
        if (i == start || i < s.size()) return false;
    }
    v = stod(s);
    return true;
}

static string convert(double v, const string &from, const string &to)
{
    const Unit *a = find(from), *b = find(to);
    if (!a) return "error: unknown unit " + from;
    if (!b) return "error: unknown unit " + to;
    if (a->kind != b->kind) return "error: cannot convert " + from + " to " + to;
    double base = v * a->factor + a->offset;
    if (a->kind != 't' && v < 0) return "error: negative quantity";
    if (a->kind == 't' && base < -1e-9) return "error: below absolute zero";
    lastValue = (base - b->offset) / b->factor;
    lastUnit = to;
    have = true;
    char buf[100];
    snprintf(buf, sizeof buf, "= %.2f ", lastValue);
    return buf + to;
}

static string define(const string &name, const string &text, const string &base)
{
    for (char c : name)
        if (c < 'a' || c > 'z') return "error: bad name " + name;
    if (find(name)) return "error: " + name + " exists";
    double v;
    if (!number(text, v)) return "error: bad number " + text;
    if (v <= 0) return "error: value must be positive";
    const Unit *u = find(base);
    if (!u) return "error: unknown unit " + base;
    if (u->kind == 't') return "error: temperature cannot be defined";
    units.push_back({name, u->kind, v * u->factor, 0});
    return "defined " + name;
}

static string list(const char *title)
{
    string s = string(title) + ": ";
    for (const Unit &u : units)
        if (u.kind == title[0]) s += u.name + " ";
    return s;
}

int main()
{
    string line;
    while (getline(cin, line)) {
        istringstream in(line);
        vector<string> w;
        for (string s; in >> s;) w.push_back(s);
        if (w.empty()) continue;
        double v;
        string out = "error: syntax";
        if (w[0] == "quit") {
            if (w.size() == 1) return 0;
        } else if (w[0] == "units") {
            if (w.size() == 1) out = list("length") + "\n" + list("mass") + "\n" + list("temperature");
        } else if (w[0] == "last") {
            if (w.size() == 2) out = have ? convert(lastValue, lastUnit, w[1]) : "error: no result yet";
        } else if (w[0] == "define") {
            if (w.size() == 4) out = define(w[1], w[2], w[3]);
        } else if (w.size() == 3) {
            out = number(w[0], v) ? convert(v, w[1], w[2]) : "error: bad number " + w[0];
        }
        cout << out << endl;
    }
}
