package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

var lines = [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

func main() {
	board := []byte(".........")
	player := byte('X')
	scanner := bufio.NewScanner(os.Stdin)
	for {
		fmt.Printf("%s\n%s\n%s\n", board[:3], board[3:6], board[6:])
		cell := -1
		for cell < 0 {
			fmt.Printf("%c> ", player)
			if !scanner.Scan() {
				return
			}
			text := scanner.Text()
			n, err := strconv.Atoi(text)
			if err != nil || len(text) != 1 || n > 8 || board[n] != '.' {
				fmt.Println("invalid.")
				continue
			}
			cell = n
		}
		board[cell] = player
		for _, l := range lines {
			if board[l[0]] == player && board[l[1]] == player && board[l[2]] == player {
				fmt.Printf("%c won.\n", player)
				return
			}
		}
		full := true
		for _, c := range board {
			full = full && c != '.'
		}
		if full {
			fmt.Println("tie.")
			return
		}
		player = 'X' + 'O' - player
	}
}
