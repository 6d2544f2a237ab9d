//! Misspellings: each text with another case, without its full stop, with an additional space, and so on.

use super::super::faulty::Mutant;
use super::super::wording::{WORDING, Wording};
use super::build::wording;

pub(super) fn mutants() -> Vec<Mutant> {
    let mut all = Vec::new();
    all.extend(BOARDS.map(|(name, fault, words)| wording(name, fault, words)));
    all.extend(PROMPTS.map(|(name, fault, prompts)| wording(name, fault, Wording { prompts, ..WORDING })));
    all.extend(INVALIDS.map(|(name, fault, invalid, invalid_end)| {
        wording(name, fault, Wording { invalid, invalid_end, ..WORDING })
    }));
    all.extend(WINS.map(|(name, fault, won)| wording(name, fault, Wording { won, ..WORDING })));
    all.extend(TIES.map(|(name, fault, tie)| wording(name, fault, Wording { tie, ..WORDING })));
    all.extend(
        RESULT_ENDS.map(|(name, fault, end)| wording(name, fault, Wording { result_end: end, ..WORDING })),
    );
    all.extend(equivalent());
    all
}

const BOARDS: [(&str, &str, Wording); 18] = [
    ("blank-as-space", "shows a blank cell as a space", cells([" ", "X", "O"])),
    ("blank-as-underscore", "shows a blank cell as an underscore", cells(["_", "X", "O"])),
    ("blank-as-zero", "shows a blank cell as 0", cells(["0", "X", "O"])),
    ("blank-as-nothing", "does not show blank cells", cells(["", "X", "O"])),
    ("lower-case-marks", "shows the marks in lower case", cells([".", "x", "o"])),
    ("zero-for-o", "shows the marks of O as 0", cells([".", "X", "0"])),
    ("marks-swapped", "shows the marks of each player as the other's", cells([".", "O", "X"])),
    (
        "coloured-marks",
        "colours the marks with ANSI escapes",
        cells([".", "\u{1b}[31mX\u{1b}[0m", "\u{1b}[34mO\u{1b}[0m"]),
    ),
    (
        "spaces-between-cells",
        "leaves a space between the cells of a row",
        Wording { cell_gap: " ", ..WORDING },
    ),
    ("bars-between-cells", "writes bars between the cells of a row", Wording { cell_gap: "|", ..WORDING }),
    (
        "rows-joined",
        "writes the board without line feeds between the rows",
        Wording { row_gap: "", ..WORDING },
    ),
    ("rows-joined-by-space", "writes spaces between the rows", Wording { row_gap: " ", ..WORDING }),
    ("blank-line-between-rows", "leaves a blank line between the rows of the board", rows("\n\n", "\n")),
    ("trailing-spaces-in-rows", "ends each row of the board with a space", rows(" \n", " \n")),
    (
        "no-line-feed-after-board",
        "does not end the last row of the board",
        Wording { board_end: "", ..WORDING },
    ),
    ("rule-between-rows", "writes a rule between the rows", rows("\n---\n", "\n")),
    (
        "clears-the-screen",
        "clears the screen before each board with an ANSI escape",
        Wording { board_start: "\u{1b}[2J\u{1b}[H", ..WORDING },
    ),
    ("space-before-board", "writes a space before the board", Wording { board_start: " ", ..WORDING }),
];

const fn cells(cells: [&'static str; 3]) -> Wording {
    Wording { cells, ..WORDING }
}

const fn rows(row_gap: &'static str, board_end: &'static str) -> Wording {
    Wording { row_gap, board_end, ..WORDING }
}

const PROMPTS: [(&str, &str, [&str; 2]); 11] = [
    ("prompt-without-space", "writes the prompt without the space", ["X>", "O>"]),
    ("prompt-with-two-spaces", "writes two spaces after the prompt", ["X>  ", "O>  "]),
    ("prompt-in-lower-case", "writes the player in lower case in the prompt", ["x> ", "o> "]),
    ("prompt-with-colon", "writes a colon in the prompt", ["X: ", "O: "]),
    ("prompt-without-player", "does not name the player in the prompt", ["> ", "> "]),
    ("prompt-with-space-before", "writes a space in the prompt before `>`", ["X > ", "O > "]),
    ("prompt-x-only", "asks X always", ["X> ", "X> "]),
    ("prompt-zero-for-o", "writes 0 for O in the prompt", ["X> ", "0> "]),
    ("prompts-swapped", "writes the other player in the prompt", ["O> ", "X> "]),
    ("prompt-with-tab", "writes a tab after the prompt", ["X>\t", "O>\t"]),
    ("prompt-with-line-feed", "writes a line feed for the space in the prompt", ["X>\n", "O>\n"]),
];

const INVALIDS: [(&str, &str, &str, &str); 11] = [
    ("capital-invalid", "writes `Invalid.` with a capital", "Invalid.", "\n"),
    ("upper-case-invalid", "writes `INVALID.`", "INVALID.", "\n"),
    ("invalid-without-dot", "writes `invalid` without the dot", "invalid", "\n"),
    ("invalid-with-mark", "writes `invalid!`", "invalid!", "\n"),
    ("invalid-misspelt", "writes `invaild.`", "invaild.", "\n"),
    ("invalid-move", "writes `invalid move.`", "invalid move.", "\n"),
    ("error-for-invalid", "writes `error.` for `invalid.`", "error.", "\n"),
    ("space-before-invalid", "writes a space before `invalid.`", " invalid.", "\n"),
    ("space-after-invalid", "writes a space after `invalid.`", "invalid. ", "\n"),
    ("no-line-feed-after-invalid", "does not end the line after `invalid.`", "invalid.", ""),
    (
        "space-for-line-feed-after-invalid",
        "writes a space for the line feed after `invalid.`",
        "invalid.",
        " ",
    ),
];

const WINS: [(&str, &str, [&str; 2]); 10] = [
    ("won-without-dot", "writes `X won` without the dot", ["X won", "O won"]),
    ("wins-for-won", "writes `X wins.`", ["X wins.", "O wins."]),
    ("capital-won", "writes `X Won.` with a capital", ["X Won.", "O Won."]),
    ("won-with-mark", "writes `X won!`", ["X won!", "O won!"]),
    ("winner-in-lower-case", "writes the winner in lower case", ["x won.", "o won."]),
    ("won-without-player", "does not say who has won", ["won.", "won."]),
    ("zero-won", "writes `0 won.` for `O won.`", ["X won.", "0 won."]),
    ("won-without-space", "writes `Xwon.`", ["Xwon.", "Owon."]),
    ("won-with-two-spaces", "writes two spaces in `X won.`", ["X  won.", "O  won."]),
    ("player-x-won", "writes `Player X won.`", ["Player X won.", "Player O won."]),
];

const TIES: [(&str, &str, &str); 8] = [
    ("capital-tie", "writes `Tie.` with a capital", "Tie."),
    ("draw-for-tie", "writes `draw.` for a tie", "draw."),
    ("tie-without-dot", "writes `tie` without the dot", "tie"),
    ("tie-with-mark", "writes `tie!`", "tie!"),
    ("upper-case-tie", "writes `TIE.`", "TIE."),
    ("x-won-for-tie", "says that X has won when nobody has", "X won."),
    ("o-won-for-tie", "says that O has won when nobody has", "O won."),
    ("invalid-for-tie", "writes `invalid.` for a tie", "invalid."),
];

const RESULT_ENDS: [(&str, &str, &str); 2] = [
    ("space-after-result", "writes a space after the result", " \n"),
    ("carriage-return-after-result", "ends the result with a lone carriage return", "\r"),
];

fn equivalent() -> [Mutant; 3] {
    let crlf =
        Wording { row_gap: "\r\n", board_end: "\r\n", invalid_end: "\r\n", result_end: "\r\n", ..WORDING };
    let loose = Wording { board_start: "\n", board_end: "\n\n", ..WORDING };
    [
        wording("carriage-returns", "ends lines with a carriage return and a line feed", crlf)
            .equivalent("a carriage return before a line feed is dropped"),
        wording("blank-lines-around-boards", "leaves blank lines around boards", loose)
            .equivalent("additional new-lines around boards are allowed"),
        wording("no-last-line-feed", "does not end the last line", Wording { result_end: "", ..WORDING })
            .equivalent("new-lines at the end may be missing"),
    ]
}
