package main

import "fmt"

func main() {
	m := [2]int{}
	w := []int{7, 56, 448, 73, 146, 292, 273, 84}
	for p := 0; ; {
		for i := 0; i < 9; i++ {
			c := "."
			if m[0]>>i&1 == 1 {
				c = "X"
			} else if m[1]>>i&1 == 1 {
				c = "O"
			}
			fmt.Print(c)
			if i%3 == 2 {
				fmt.Println()
			}
		}
		fmt.Printf("%c> ", "XO"[p])
		var s string
		if _, e := fmt.Scan(&s); e != nil {
			return
		}
		if len(s) != 1 || s < "0" || s > "8" || (m[0]|m[1])>>(s[0]-'0')&1 == 1 {
			fmt.Println("invalid.")
			continue
		}
		m[p] |= 1 << (s[0] - '0')
		for _, x := range w {
			if m[p]&x == x {
				fmt.Printf("%c won.\n", "XO"[p])
				return
			}
		}
		if m[0]|m[1] == 511 {
			fmt.Println("tie.")
			return
		}
		p = 1 - p
	}
}
