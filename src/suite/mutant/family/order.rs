//! The right texts in another order, too often, or not at all; and output after the end.

use super::super::faulty::Mutant;
use super::super::protocol::{After, PROTOCOL, Part, Protocol};
use super::build::protocol;
use Part::{Board, BoardBefore, Input, Invalid, OtherPrompt, Prompt, Result, Text};

pub(super) fn mutants() -> Vec<Mutant> {
    let mut all = Vec::new();
    all.extend(EVERYWHERE.map(|(name, fault, turn, refusal)| {
        protocol(name, fault, Protocol { opening: turn, turn, refusal, ..PROTOCOL })
    }));
    all.extend(
        OPENINGS.map(|(name, fault, opening)| protocol(name, fault, Protocol { opening, ..PROTOCOL })),
    );
    all.extend(TURNS.map(|(name, fault, turn)| protocol(name, fault, Protocol { turn, ..PROTOCOL })));
    all.extend(REFUSALS.map(|(name, fault, refusal)| {
        let mutant = protocol(name, fault, Protocol { refusal, ..PROTOCOL });
        if refusal.contains(&BoardBefore) { mutant.with_memory() } else { mutant }
    }));
    all.extend(ENDS.map(|(name, fault, end)| protocol(name, fault, Protocol { end, tie: end, ..PROTOCOL })));
    all.extend(AFTERS.map(|(name, fault, after)| protocol(name, fault, Protocol { after, ..PROTOCOL })));
    all.extend(others());
    all
}

type Row = (&'static str, &'static str, &'static [Part]);

/// In each turn and after each bad line.
const EVERYWHERE: [(&str, &str, &[Part], &[Part]); 5] = [
    ("no-prompt", "does not write the prompt on standard output", &[Board], &[Invalid]),
    ("prompt-before-board", "asks before it shows the board", &[Prompt, Board], PROTOCOL.refusal),
    (
        "prompt-before-board-always",
        "asks before it shows the board, again after an invalid line",
        &[Prompt, Board],
        &[Invalid, Prompt, Board],
    ),
    ("board-twice", "shows the board twice", &[Board, Board, Prompt], PROTOCOL.refusal),
    (
        "board-twice-always",
        "shows the board twice, again after an invalid line",
        &[Board, Board, Prompt],
        &[Invalid, Board, Board, Prompt],
    ),
];

const OPENINGS: [Row; 5] = [
    ("no-board-before-the-first-turn", "does not show the board before the first turn", &[Prompt]),
    ("no-first-prompt", "does not ask for the first move", &[Board]),
    ("silent-opening", "says nothing before the first input", &[]),
    ("byte-order-mark", "begins with a byte order mark", &[Text("\u{feff}"), Board, Prompt]),
    ("greeting", "begins with a greeting", &[Text("Welcome to tic-tac-toe!\n"), Board, Prompt]),
];

const TURNS: [Row; 5] = [
    ("stale-board", "shows the board as it was before the last mark", &[BoardBefore, Prompt]),
    ("no-board", "does not show the board after a move", &[Prompt]),
    ("no-prompt-after-move", "does not ask after a move", &[Board]),
    ("prompt-twice", "asks twice", &[Board, Prompt, Prompt]),
    ("prompt-of-the-last-mover", "asks the player who has just marked", &[Board, OtherPrompt]),
];

const REFUSALS: [Row; 9] = [
    ("no-prompt-after-invalid", "does not ask again after an invalid line", &[Invalid]),
    (
        "board-without-prompt-after-invalid",
        "shows the board after an invalid line, but does not ask again",
        &[Invalid, Board],
    ),
    (
        "prompt-before-board-after-invalid",
        "asks again before it shows the board again, after an invalid line",
        &[Invalid, Prompt, Board],
    ),
    ("board-before-invalid", "shows the board before `invalid.`", &[Board, Invalid, Prompt]),
    ("prompt-before-invalid", "asks again before `invalid.`", &[Prompt, Invalid]),
    (
        "board-twice-after-invalid",
        "shows the board twice after an invalid line",
        &[Invalid, Board, Board, Prompt],
    ),
    ("invalid-twice", "says `invalid.` twice", &[Invalid, Invalid, Prompt]),
    (
        "prompt-of-the-other-after-invalid",
        "asks the other player after an invalid line",
        &[Invalid, OtherPrompt],
    ),
    (
        "stale-board-after-invalid",
        "shows a board after an invalid line that lacks the last mark",
        &[Invalid, BoardBefore, Prompt],
    ),
];

const ENDS: [Row; 14] = [
    ("no-result", "does not say how the game ended", &[]),
    ("board-after-the-result", "shows the board after the result", &[Result, Board]),
    (
        "stale-final-board",
        "shows, before the result, the board without the last mark",
        &[BoardBefore, Result],
    ),
    ("final-board-twice", "shows the final board twice", &[Board, Board, Result]),
    ("prompt-before-the-result", "asks once more before the result", &[Board, Prompt, Result]),
    ("prompts-after-the-end", "asks once more after the result", &[Result, OtherPrompt]),
    ("prompts-the-next-after-the-end", "asks the next player after the result", &[Result, Prompt]),
    ("turn-after-the-end", "shows the board and asks once more after the result", &[Result, Board, Prompt]),
    ("result-twice", "writes the result twice", &[Result, Result]),
    ("talks-after-the-end", "says `bye` after the result", &[Result, Text("bye\n")]),
    ("game-over", "says `Game over` after the result", &[Result, Text("Game over\n")]),
    ("nul-at-the-end", "ends its output with a NUL", &[Result, Text("\0")]),
    ("space-at-the-end", "ends its output with a space", &[Result, Text(" ")]),
    ("resets-the-colours", "ends its output with an ANSI escape", &[Result, Text("\u{1b}[0m")]),
];

const AFTERS: [(&str, &str, After); 5] = [
    ("starts-a-new-game", "starts a new game after the end", After::BeginsAgain),
    ("announces-a-win-and-goes-on", "announces a win and goes on playing", After::PlaysOn),
    ("answers-after-the-end", "calls one more line invalid after the end", After::RefusesOnce),
    ("refuses-after-the-end", "calls all lines invalid after the end", After::Refuses),
    ("floods-spaces", "writes spaces without end after the result", After::Floods(" ")),
];

fn others() -> [Mutant; 4] {
    let echo = Protocol {
        turn: &[Input, Board, Prompt],
        refusal: &[Input, Invalid, Prompt],
        end: &[Input, Result],
        tie: &[Input, Result],
        ..PROTOCOL
    };
    let stale = Protocol { end: &[BoardBefore, Result], ..PROTOCOL };
    let refuses = Protocol { refusals_at_end_of_input: 64, ..PROTOCOL };
    [
        protocol("stale-board-of-a-win", "shows, before `X won.`, the board without the last mark", stale),
        protocol("echoes-input", "writes each input line again", echo),
        protocol(
            "echoes-bad-input",
            "writes invalid lines again",
            Protocol { refusal: echo.refusal, ..PROTOCOL },
        ),
        protocol("refuses-the-end-of-input", "treats the end of input as a bad move", refuses)
            .equivalent("what the end of input in mid-game does is left open, and not judged"),
    ]
}
