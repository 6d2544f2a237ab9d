//! Words without a digit that mean something to a language, a shell, a library or a player.

use super::class::{Class, words};

/// Words that are a name or a value in some language.
const NAMES: &str = r#"
    length constructor __proto__ prototype toString valueOf hasOwnProperty nil None null NULL undefined NaN
    nan Infinity -Infinity inf -inf true True TRUE false False t yes no on off BEGIN END end EOF eof this
    self name size count index keys pop push first last in print exit() quit() os.exit __name__ _ __ [] {}
    () "" '' zero four IV i++ a=b
"#;

/// Words that players type, and that some games understand as commands.
const COMMANDS: &str = "
    q quit exit help h ? r n y Q QUIT :q :wq bye stop pass resign undo restart reset new X O x o draw tie X>
    invalid. board ls
";

/// Words that could name a square: its place, its number in words, its key around `s`. Single letters are among the
/// signs.
const PLACES: &str = "
    nw ne sw se NW SE N c C tl tc tm tr ml mc mm mr cl cr bl bc bm br TL MM BR lt rb ul lr center centre
    Center middle mid top bottom left right up down corner top-left topleft top_left TopLeft bottom-right
    upperleft north south northwest one two three five six seven eight nine ten minus One FOUR eighth third
    I II III V VI VII VIII IX iv aa bb cc ab AA eins uno
";

const OPTIONS: &str = "
    -x --help -- -h -v --version -n -e -E -c -i - --- -a -o -z -eq --x=y
";

/// Special characters of shells, patterns, formats and quotations.
const SIGNS: &str = r#"
    * ? ~ $HOME $(echo) `echo` $x ${x} $_ @_ $$ $? $@ && || ;x |x >/dev/null </dev/null !! !x [a-z] {a..b}
    [[:digit:]] .* [^x] (?: (.) +x ** x* ^ $ ^$ % %% %s %s%s%s%s%s%s %n %n%n%n%n %d %x %c %f {x} #{x} {{x}}
    $[x] 'x' "x" ' " ` ''' """ (x x) [x x] {x x} <x> /* */ // <!-- #x --x ;; #| \ x\ \n \\
"#;

pub(super) fn classes() -> Vec<Class> {
    let class = |name: &str, first, lines| Class { name: name.to_owned(), first, lines, once: Vec::new() };
    let graphic = (b'!'..=b'~').filter(|sign| !sign.is_ascii_digit() && *sign != b',');
    vec![
        class("signs", b'7', graphic.map(|sign| vec![sign]).collect()),
        class("names", b'7', words(NAMES)),
        class("commands", b'7', words(COMMANDS)),
        class("places", b'7', words(PLACES)),
        class("options", b'7', words(OPTIONS)),
        class("quotes-and-patterns", b'7', words(SIGNS)),
    ]
}
