package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

type point struct{ x, y int }

func (p point) step(d string) point {
	switch d {
	case "n":
		p.y--
	case "e":
		p.x++
	case "s":
		p.y++
	case "w":
		p.x--
	}
	return p
}

type game struct {
	pos   point
	steps int
	coins map[point]bool // still lying there
	found int
	key   bool
	taken bool
	open  bool
}

var walls = []string{
	"#########",
	"#...#...#",
	"#.#.#.#.#",
	"#.#...#.#",
	"#.###.#.#",
	"#.....#.#",
	"#########",
}

var (
	door    = point{2, 5}
	exit    = point{7, 5}
	trap    = point{5, 4}
	keySpot = point{7, 3}
)

func newGame() *game {
	return &game{pos: point{1, 1}, coins: map[point]bool{{7, 1}: true, {1, 4}: true, {5, 5}: true}}
}

func (g *game) blocked(p point) string {
	switch {
	case walls[p.y][p.x] == '#':
		return "Wall."
	case p == door && !g.open && !g.key:
		return "The door is locked."
	case p == exit && g.found < 3:
		return "You need 3 coins."
	}
	return ""
}

// walk goes up to k steps; true when the game is over
func (g *game) walk(d string, k int) bool {
	for ; k > 0; k-- {
		p := g.pos.step(d)
		if s := g.blocked(p); s != "" {
			fmt.Println(s)
			break
		}
		g.steps++
		g.pos = p
		if p == exit {
			fmt.Printf("Out in %d steps!\n", g.steps)
			return true
		}
		if p == trap {
			fmt.Println("A trap!")
			g.pos = point{1, 1}
			break
		}
		if p == door && !g.open {
			g.open, g.key = true, false
			fmt.Println("The door opens.")
		}
		if p == keySpot && !g.taken {
			g.taken, g.key = true, true
			fmt.Println("Key found.")
		}
		if g.coins[p] {
			delete(g.coins, p)
			g.found++
			fmt.Printf("Coin %d.\n", g.found)
		}
	}
	fmt.Printf("Now at %d,%d.\n", g.pos.x, g.pos.y)
	return false
}

func (g *game) look() {
	fmt.Print("Open:")
	for _, d := range []string{"n", "e", "s", "w"} {
		p := g.pos.step(d)
		if walls[p.y][p.x] == '#' || p == door && !g.open {
			continue
		}
		fmt.Print(" ", d)
	}
	fmt.Println()
}

func main() {
	in := bufio.NewReader(os.Stdin)
	g := newGame()
	for {
		fmt.Print("> ")
		line, err := in.ReadString('\n')
		line = strings.TrimSuffix(line, "\n")
		if err != nil || line == "quit" {
			fmt.Printf("Left after %d steps.\n", g.steps)
			return
		}
		w := strings.Split(line, " ")
		switch {
		case line == "look":
			g.look()
		case line == "status":
			key := "no"
			if g.key {
				key = "yes"
			}
			fmt.Printf("At %d,%d. Steps %d. Coins %d. Key %s.\n", g.pos.x, g.pos.y, g.steps, g.found, key)
		case line == "restart":
			g = newGame()
			fmt.Println("Restarted.")
		case w[0] == "go" && (len(w) == 2 || len(w) == 3):
			k := 1
			if len(w) == 3 {
				k = 0
				if len(w[2]) == 1 && w[2] >= "1" && w[2] <= "9" {
					k = int(w[2][0] - '0')
				}
			}
			if len(w[1]) != 1 || !strings.Contains("nesw", w[1]) {
				fmt.Println("No such direction.")
			} else if k == 0 {
				fmt.Println("Steps must be 1 to 9.")
			} else if g.walk(w[1], k) {
				return
			}
		default:
			fmt.Println("Unknown command.")
		}
	}
}
