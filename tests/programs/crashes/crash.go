package main

import "fmt"

func main() {
	var s string
	fmt.Print("...\n...\n...\nX> ")
	fmt.Scan(&s)
	b := []int{1}
	fmt.Println(b[len(s)+5])
}
