//! Programs to be judged. Where it does not matter how they are written they are for the shell, which every machine has, or in
//! C; the others are mostly in Perl, which starts in a tenth of the time that Python takes.

use crate::program::with_change;

/// A right program for any shell, which starts no other.
pub(crate) const SHELL: &str = include_str!("../programs/right.sh");
/// How it reads a line.
pub(crate) const LINE: &str = r#"IFS= read -r s || [ -n "$s" ] || exit 0"#;
/// How it refuses one, before it asks again.
pub(crate) const REFUSE: &str = "echo invalid.";

/// The same, to be changed.
pub(crate) fn shell() -> String {
    SHELL.to_owned()
}

/// The same with parts to make it wrong or odd.
pub(crate) fn program(prologue: &str, read: &str, refuse: &str, end: &str) -> String {
    let program = with_change(&with_change(SHELL, LINE, read), REFUSE, refuse);
    format!("{prologue}\n{program}{end}\n")
}

/// A right program in C with something that it does at first, and another with each line `l`, which has `n` bytes.
pub(crate) fn in_c(begin: &str, look: &str) -> String {
    with_change(&with_change(include_str!("../programs/right.c"), "/* begin */", begin), "/* look */", look)
}

/// The same in Perl, for what a shell cannot do or does differently.
pub(crate) mod perl {
    /// A right program, with holes to make it wrong or odd.
    pub(crate) fn program(prologue: &str, read: &str, refuse: &str, end: &str) -> String {
        format!(
            r#"$|=1;
{prologue};
my@b=('.')x9;my$p='X';my$s;
my@l=([0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]);
sub out{{my($t,$e)=@_;print$t,$e//"\n"}}
sub show{{out(join'',@b[$_..$_+2])for 0,3,6}}
sub line{{my$l=<STDIN>//exit;$l=~s/[\r\n]+\z//;$l}}
sub parts{{my($by,$t)=@_;$t eq''?'':split$by,$t,-1}}
while(1){{
 show();out($p.'> ','');
 while(1){{$s={read};last if$s=~/\A[0-8]\z/&&$b[$s]eq'.';{refuse}}}
 $b[$s]=$p;
 if(grep{{!grep{{$b[$_]ne$p}}@$_}}@l){{out($p.' won.');last}}
 if(!grep{{$_ eq'.'}}@b){{out('tie.');last}}
 $p=$p eq'X'?'O':'X'
}}
{end}
"#
        )
    }

    /// How it reads a line.
    pub(crate) const LINE: &str = "line()";
    /// How it refuses one.
    pub(crate) const REFUSE: &str = "out('invalid.');out($p.'> ','')";

    /// A right program.
    pub(crate) fn right() -> String {
        program("", LINE, REFUSE, "")
    }
}

/// A program that prints all that could mean something to a page, a terminal or a table.
pub(crate) const HOSTILE: &str = r##"#include <stdio.h>
int main(void) {
  for (int byte = 0; byte < 256; byte++) putchar(byte);
  fputs("</pre></script><script>window.hacked=1</script>\n"
    "<img src=x onerror=\"window.hacked=2\"><svg onload=window.hacked=3>\" onmouseover=\"window.hacked=4\" '\n"
    "<a href=\"javascript:window.hacked=5\">x</a>&lt;b&gt;{{7*7}}${7*7}<!--]]>\xe2\x80\xaeright to left\xe2\x81\xa6\x1b[31mred\x1b]0;t\a\n"
    "|a|b|`c`", stdout);
}
"##;
