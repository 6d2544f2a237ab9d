package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

type match struct {
	home, away string
	x, y       int
}

type row struct {
	name               string
	w, d, l, f, g, pts int
	pos                int
}

type cup struct {
	teams   map[string]bool
	matches []match
}

func (r *row) add(own, other int) {
	r.f += own
	r.g += other
	switch {
	case own > other:
		r.w++
		r.pts += 3
	case own == other:
		r.d++
		r.pts++
	default:
		r.l++
	}
}

// compare is negative when a is better than b
func compare(a, b *row) int {
	if a.pts != b.pts {
		return b.pts - a.pts
	}
	if da, db := a.f-a.g, b.f-b.g; da != db {
		return db - da
	}
	return b.f - a.f
}

func (c *cup) table() []*row {
	byName := map[string]*row{}
	var rows []*row
	for t := range c.teams {
		byName[t] = &row{name: t}
		rows = append(rows, byName[t])
	}
	for _, m := range c.matches {
		byName[m.home].add(m.x, m.y)
		byName[m.away].add(m.y, m.x)
	}
	sort.Slice(rows, func(i, j int) bool {
		if k := compare(rows[i], rows[j]); k != 0 {
			return k < 0
		}
		return rows[i].name < rows[j].name
	})
	for i, r := range rows {
		r.pos = i + 1
		if i > 0 && compare(rows[i-1], r) == 0 {
			r.pos = rows[i-1].pos
		}
	}
	return rows
}

func goals(s string) (int, bool) {
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n <= 99
}

func (c *cup) match(a, b, xs, ys string) string {
	x, okx := goals(xs)
	y, oky := goals(ys)
	switch {
	case !c.teams[a]:
		return "No team " + a + "."
	case !c.teams[b]:
		return "No team " + b + "."
	case a == b:
		return "Same team."
	case !okx || !oky:
		return "Bad goals."
	}
	for _, m := range c.matches {
		if m.home == a && m.away == b {
			return "Already played."
		}
	}
	c.matches = append(c.matches, match{a, b, x, y})
	return fmt.Sprintf("%s %s %d:%d", a, b, x, y)
}

func (c *cup) withdraw(name string) string {
	if !c.teams[name] {
		return "No team " + name + "."
	}
	delete(c.teams, name)
	var keep []match
	for _, m := range c.matches {
		if m.home != name && m.away != name {
			keep = append(keep, m)
		}
	}
	n := len(c.matches) - len(keep)
	c.matches = keep
	return fmt.Sprintf("%s withdrawn, %d matches removed.", name, n)
}

func (c *cup) champion() string {
	if len(c.matches) == 0 {
		return "No champion"
	}
	var names []string
	for _, r := range c.table() {
		if r.pos == 1 {
			names = append(names, r.name)
		}
	}
	if len(names) == 1 {
		return "Champion: " + names[0]
	}
	return "Champions: " + strings.Join(names, ", ")
}

func (c *cup) answer(w []string) string {
	n := len(w)
	switch {
	case w[0] == "team" && n == 2:
		if c.teams[w[1]] {
			return w[1] + " exists."
		}
		if len(c.teams) == 8 {
			return "Too many teams."
		}
		c.teams[w[1]] = true
		return "Team " + w[1] + "."
	case w[0] == "match" && n == 5:
		return c.match(w[1], w[2], w[3], w[4])
	case w[0] == "undo" && n == 1:
		k := len(c.matches) - 1
		if k < 0 {
			return "Nothing to undo."
		}
		m := c.matches[k]
		c.matches = c.matches[:k]
		return fmt.Sprintf("Undone: %s %s %d:%d", m.home, m.away, m.x, m.y)
	case w[0] == "withdraw" && n == 2:
		return c.withdraw(w[1])
	case w[0] == "table" && n == 1:
		if len(c.teams) == 0 {
			return "No teams."
		}
		var out []string
		for _, r := range c.table() {
			out = append(out, fmt.Sprintf("%d. %s %d %d-%d-%d %d:%d %d", r.pos, r.name, r.w+r.d+r.l, r.w, r.d, r.l, r.f, r.g, r.pts))
		}
		return strings.Join(out, "\n")
	case w[0] == "left" && n == 1:
		all := len(c.teams) * (len(c.teams) - 1)
		return fmt.Sprintf("%d of %d left.", all-len(c.matches), all)
	case w[0] == "end" && n == 1:
		return c.champion()
	}
	return "Bad command."
}

func main() {
	c := &cup{teams: map[string]bool{}}
	sc := bufio.NewScanner(os.Stdin)
	for sc.Scan() {
		if sc.Text() == "" {
			continue
		}
		fmt.Println(c.answer(strings.Fields(sc.Text())))
		if sc.Text() == "end" {
			return
		}
	}
}
