#!/usr/bin/env python3
from collections import deque, defaultdict


class Refused(Exception):
    pass


class Book:
    def __init__(self, title):
        self.title = title
        self.total = 0
        self.holders = set()
        self.waiting = deque()

    @property
    def free(self):
        return self.total - len(self.holders)


class Library:
    def __init__(self):
        self.books = {}
        self.members = set()

    def held(self, name):
        return sorted(b.title for b in self.books.values() if name in b.holders)

    def need_member(self, name):
        if name not in self.members:
            raise Refused(f"No such member: {name}.")

    def need_both(self, title, name):
        if title not in self.books:
            raise Refused(f"No such book: {title}.")
        self.need_member(name)
        book = self.books[title]
        if name in book.holders:
            raise Refused(f"{name} already has {title}.")
        return book

    def next_reader(self, book):
        if book.waiting:
            name = book.waiting.popleft()
            book.holders.add(name)
            print(f"Lent {book.title} to {name}.")

    def do_add(self, title):
        book = self.books.setdefault(title, Book(title))
        book.total += 1
        print(f"Added {title}.")

    def do_join(self, name):
        if name in self.members:
            raise Refused(f"{name} is already a member.")
        self.members.add(name)
        print(f"Welcome {name}.")

    def do_lend(self, title, name):
        book = self.need_both(title, name)
        n = len(self.held(name))
        if n >= 3:
            raise Refused(f"{name} has {n} books.")
        if not book.free:
            raise Refused(f"No copy of {title} left.")
        book.holders.add(name)
        print(f"Lent {title} to {name}.")

    def do_return(self, title, name):
        book = self.books.get(title)
        if book is None or name not in book.holders:
            raise Refused(f"{name} does not have {title}.")
        book.holders.discard(name)
        print(f"Returned {title}.")
        self.next_reader(book)

    def do_reserve(self, title, name):
        book = self.need_both(title, name)
        if name in book.waiting:
            raise Refused(f"{name} already waits for {title}.")
        if book.free:
            raise Refused(f"{title} is available.")
        book.waiting.append(name)
        print(f"{name} waits for {title}.")

    def do_leave(self, name):
        self.need_member(name)
        n = len(self.held(name))
        if n:
            raise Refused(f"{name} still has {n} books.")
        self.members.remove(name)
        for book in self.books.values():
            if name in book.waiting:
                book.waiting.remove(name)
        print(f"Goodbye {name}.")

    def do_books(self):
        if not self.books:
            print("No books.")
        for title in sorted(self.books):
            book = self.books[title]
            print(f"- {title}: {book.free} of {book.total} free")

    def do_member(self, name):
        self.need_member(name)
        titles = self.held(name)
        if not titles:
            print(f"{name} has no books.")
        for t in titles:
            print("- " + t)


def main():
    lib = Library()
    while True:
        try:
            parts = input().split()
        except EOFError:
            return
        if not parts:
            continue
        if parts == ["end"]:
            print("Closed.")
            return
        try:
            method = getattr(lib, "do_" + parts[0])
            args = parts[1:]
            if method.__code__.co_argcount != len(args) + 1:
                raise AttributeError
        except AttributeError:
            print("What?")
            continue
        try:
            method(*args)
        except Refused as e:
            print(e)


main()
