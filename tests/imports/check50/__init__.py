import check50
import check50.c


@check50.check()
def exists():
    """sum.c exists"""
    check50.exists("sum.c")


@check50.check(exists)
def compiles():
    """sum.c compiles"""
    check50.c.compile("sum.c", lcs50=True)


@check50.check(compiles)
def small():
    """3 and 4 are 7"""
    check50.run("./sum").stdin("3 4", prompt=False).stdout(number(7), "7\n").exit(0)


@check50.check(compiles)
def arguments():
    """takes arguments"""
    (check50.run("./sum 1 2")
        .stdout(r"Sum:\s*3\n", str_output="Sum: 3\n")
        .stdout(check50.EOF).exit(0))


@check50.check(compiles)
def exact():
    """prints what the file says"""
    check50.run("./sum").stdin("1 1").stdout(open("2.txt"), regex=False).exit()


@check50.check(compiles)
def whole():
    """not 21"""
    check50.run("./sum").stdin("-1 3").stdout(2)


@check50.check(compiles)
def nothing():
    """needs two numbers"""
    check50.run("./sum").exit(1)


@check50.check(compiles)
def asks_again():
    """rejects a word"""
    check50.run("./sum").stdin("foo").reject()


@check50.check(compiles)
def named():
    """values with names: \"4 5\""""
    numbers = "4 5"
    output = "9"
    result = check50.run("./sum").stdin(numbers, prompt=True).stdout(whole_line(output), output, regex=True).exit()


@check50.check(compiles)
def halts():
    """halts at the end of the input"""
    check50.run("./sum").stdin(EOF, prompt=False).exit(1)


@check50.check(compiles)
def in_between():
    """looks at the end twice"""
    check50.run("./sum").stdin("1").stdout("a$").stdin("2").stdout("b$")


def whole_line(text):
    return fr"(?i)^\s*{escape(text)}[^\d]{{0,3}}$"


def number(num):
    return fr"(?<!\d){num}(?!\d)"
