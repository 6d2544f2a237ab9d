package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

type book struct {
	total int
	out   map[string]bool
	queue []string
}

var books = map[string]*book{}
var members = map[string]int{} // number of books they have

func index(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

func shelve(title string) {
	b := books[title]
	if len(b.queue) == 0 {
		return
	}
	name := b.queue[0]
	b.queue = b.queue[1:]
	b.out[name] = true
	members[name]++
	fmt.Printf("Lent %s to %s.\n", title, name)
}

func find(title, name string) (*book, bool) {
	b, ok := books[title]
	if !ok {
		fmt.Printf("No such book: %s.\n", title)
		return nil, false
	}
	if !isMember(name) {
		return nil, false
	}
	if b.out[name] {
		fmt.Printf("%s already has %s.\n", name, title)
		return nil, false
	}
	return b, true
}

func isMember(name string) bool {
	_, ok := members[name]
	if !ok {
		fmt.Printf("No such member: %s.\n", name)
	}
	return ok
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		w := strings.Fields(in.Text())
		if len(w) == 0 {
			continue
		}
		key := fmt.Sprintf("%s/%d", w[0], len(w)-1)
		switch key {
		case "add/1":
			b, ok := books[w[1]]
			if !ok {
				b = &book{out: map[string]bool{}}
				books[w[1]] = b
			}
			b.total++
			fmt.Printf("Added %s.\n", w[1])
			shelve(w[1])
		case "join/1":
			if _, ok := members[w[1]]; ok {
				fmt.Printf("%s is already a member.\n", w[1])
			} else {
				members[w[1]] = 0
				fmt.Printf("Welcome %s.\n", w[1])
			}
		case "lend/2":
			b, ok := find(w[1], w[2])
			if !ok {
				break
			}
			if members[w[2]] >= 3 {
				fmt.Printf("%s has %d books.\n", w[2], members[w[2]])
			} else if len(b.out) == b.total {
				fmt.Printf("No copy of %s left.\n", w[1])
			} else {
				b.out[w[2]] = true
				members[w[2]]++
				fmt.Printf("Lent %s to %s.\n", w[1], w[2])
			}
		case "return/2":
			b, ok := books[w[1]]
			if !ok || !b.out[w[2]] {
				fmt.Printf("%s does not have %s.\n", w[2], w[1])
				break
			}
			delete(b.out, w[2])
			members[w[2]]--
			fmt.Printf("Returned %s.\n", w[1])
			shelve(w[1])
		case "reserve/2":
			b, ok := find(w[1], w[2])
			if !ok {
				break
			}
			if index(b.queue, w[2]) >= 0 {
				fmt.Printf("%s already waits for %s.\n", w[2], w[1])
			} else if len(b.out) < b.total {
				fmt.Printf("%s is available.\n", w[1])
			} else {
				b.queue = append(b.queue, w[2])
				fmt.Printf("%s waits for %s.\n", w[2], w[1])
			}
		case "leave/1":
			if !isMember(w[1]) {
				break
			}
			if n := members[w[1]]; n > 0 {
				fmt.Printf("%s still has %d books.\n", w[1], n)
				break
			}
			delete(members, w[1])
			for _, b := range books {
				if i := index(b.queue, w[1]); i >= 0 {
					b.queue = append(b.queue[:i:i], b.queue[i+1:]...)
				}
			}
			fmt.Printf("Goodbye %s.\n", w[1])
		case "books/0":
			if len(books) == 0 {
				fmt.Println("No books.")
			}
			for t, b := range books {
				fmt.Printf("- %s: %d of %d free\n", t, b.total-len(b.out), b.total)
			}
		case "member/1":
			if !isMember(w[1]) {
				break
			}
			if members[w[1]] == 0 {
				fmt.Printf("%s has no books.\n", w[1])
			}
			for t, b := range books {
				if b.out[w[1]] {
					fmt.Printf("- %s\n", t)
				}
			}
		case "end/0":
			fmt.Println("Closed.")
			return
		default:
			fmt.Println("What?")
		}
	}
}
