package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	grid := [][]string{
		{".", ".", "."},
		{".", ".", "."},
		{".", ".", "."},
	}

	for turn := 0; turn < 9; turn++ {
		p := "X"
		if turn%2 == 1 {
			p = "O"
		}
		for _, row := range grid {
			fmt.Println(strings.Join(row, ""))
		}

		var r, c int
		for {
			fmt.Print(p + "> ")
			line, err := in.ReadString('\n')
			line = strings.TrimSpace(line)
			if err != nil && line == "" {
				return
			}
			if len(line) == 1 && line[0] >= '0' && line[0] <= '8' {
				n := int(line[0] - '0')
				r, c = n/3, n%3
				if grid[r][c] == "." {
					break
				}
			}
			fmt.Println("invalid.")
		}
		grid[r][c] = p

		row, col, d1, d2 := true, true, true, true
		for i := 0; i < 3; i++ {
			row = row && grid[r][i] == p
			col = col && grid[i][c] == p
			d1 = d1 && grid[i][i] == p
			d2 = d2 && grid[i][2-i] == p
		}
		if row || col || d1 || d2 {
			fmt.Println(p, "won.")
			return
		}
	}
	fmt.Println("tie.")
}
