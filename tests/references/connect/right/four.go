package main

import (
	"bufio"
	"fmt"
	"os"
)

const (
	cols = 5
	rows = 4
)

type board [rows][cols]byte

var (
	grid    board
	past    []board
	score   = map[byte]int{}
	starter = byte('X')
	turn    = starter
)

func other(p byte) byte { return 'X' + 'O' - p }

func (b *board) drop(c int, p byte) bool {
	for r := 0; r < rows; r++ {
		if b[r][c] == 0 {
			b[r][c] = p
			return true
		}
	}
	return false
}

func (b *board) full() bool {
	for _, p := range b[rows-1] {
		if p == 0 {
			return false
		}
	}
	return true
}

func (b *board) line(r, c, dr, dc int, p byte) bool {
	for k := 0; k < 4; k++ {
		if r < 0 || r >= rows || c < 0 || c >= cols || b[r][c] != p {
			return false
		}
		r += dr
		c += dc
	}
	return true
}

func (b *board) won(p byte) bool {
	for r := range b {
		for c := range b[r] {
			if b.line(r, c, 0, 1, p) || b.line(r, c, 1, 0, p) || b.line(r, c, 1, 1, p) || b.line(r, c, -1, 1, p) {
				return true
			}
		}
	}
	return false
}

func (b *board) print() {
	for r := rows - 1; r >= 0; r-- {
		for _, p := range b[r] {
			if p == 0 {
				p = '.'
			}
			fmt.Printf("%c", p)
		}
		fmt.Println()
	}
	fmt.Println("12345")
}

func finish(winner byte) {
	score[winner]++
	if winner == 0 {
		fmt.Println("Draw.")
	} else {
		fmt.Printf("%c wins.\n", winner)
	}
	starter = other(starter)
	turn = starter
	grid = board{}
	past = nil
}

func play(c int) {
	before := grid
	if !grid.drop(c, turn) {
		fmt.Println("Column full.")
		return
	}
	past = append(past, before)
	switch {
	case grid.won(turn):
		grid.print()
		finish(turn)
	case grid.full():
		grid.print()
		finish(0)
	default:
		turn = other(turn)
	}
}

func printScore() {
	fmt.Printf("X %d, O %d, draws %d.\n", score['X'], score['O'], score[0])
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for {
		fmt.Printf("%c> ", turn)
		if !in.Scan() {
			fmt.Println()
			break
		}
		switch s := in.Text(); s {
		case "1", "2", "3", "4", "5":
			play(int(s[0] - '1'))
		case "undo":
			if n := len(past) - 1; n >= 0 {
				grid, past = past[n], past[:n]
				turn = other(turn)
			} else {
				fmt.Println("Nothing to undo.")
			}
		case "board":
			grid.print()
		case "score":
			printScore()
		case "resign":
			finish(other(turn))
		case "quit":
			printScore()
			return
		default:
			fmt.Println("Bad move.")
		}
	}
	printScore()
}
