package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

var winningLines = [8][3]int{
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8},
	{0, 3, 6}, {1, 4, 7}, {2, 5, 8},
	{0, 4, 8}, {2, 4, 6},
}

type Game struct {
	board  [9]byte
	player byte
	moves  int
}

func NewGame() *Game {
	g := &Game{player: 'X'}
	for i := range g.board {
		g.board[i] = '.'
	}
	return g
}

func (g *Game) Print() {
	for i := 0; i < 9; i += 3 {
		fmt.Println(string(g.board[i : i+3]))
	}
}

func (g *Game) Move(input string) bool {
	pos, err := strconv.Atoi(strings.TrimSpace(input))
	if err != nil || pos < 0 || pos > 8 {
		return false
	}
	if g.board[pos] != '.' {
		return false
	}
	g.board[pos] = g.player
	g.moves++
	return true
}

func (g *Game) Won() bool {
	for _, l := range winningLines {
		if g.board[l[0]] == g.player && g.board[l[1]] == g.player && g.board[l[2]] == g.player {
			return true
		}
	}
	return false
}

func (g *Game) Switch() {
	if g.player == 'X' {
		g.player = 'O'
	} else {
		g.player = 'X'
	}
}

func main() {
	g := NewGame()
	scanner := bufio.NewScanner(os.Stdin)
	for {
		g.Print()
		fmt.Printf("%c> ", g.player)
		if !scanner.Scan() {
			break
		}
		if !g.Move(scanner.Text()) {
			fmt.Println("invalid.")
			continue
		}
		if g.Won() {
			g.Print()
			fmt.Printf("%c won.\n", g.player)
			break
		}
		if g.moves == 9 {
			g.Print()
			fmt.Println("tie.")
			break
		}
		g.Switch()
	}
}
