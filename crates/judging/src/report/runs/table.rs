//! A table of what saved runs say of programs, for people: on a terminal, in Markdown, on a page.

use std::fmt::Write;

use anstyle::Style;
use maud::{Markup, html as markup};
use unicode_width::UnicodeWidthStr;

use crate::report::colour::{BAD, FAINT, GOOD};
use crate::report::html::{page, text};
use crate::report::markdown::{code, escaped};
use crate::report::table::cut;
use crate::report::view::View;
use crate::transcript::visible_line;

/// The subject of the runs, and the reasons why their comparison is weaker, in sentences.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) about: String,
    pub(super) notes: Vec<String>,
}

/// A table, and what there is to say in all.
pub(super) struct Table {
    /// All programs, as one line.
    pub(super) sum: String,
    /// The meaning of that line.
    pub(super) mark: Highlight,
    /// Remarks on the rows.
    pub(super) caption: &'static str,
    /// Whether each row is about two runs: then numbers may be pairs, and it may have a reason.
    pub(super) is_of_pairs: bool,
    pub(super) columns: &'static [Column],
    pub(super) rows: Vec<TableRow>,
}

/// A column. Its class says what it holds, and how a page shows it: `program` is a name, `number` is a number.
pub(super) struct Column {
    pub(super) heading: &'static str,
    pub(super) class: &'static str,
}

pub(super) struct TableRow {
    pub(super) mark: Highlight,
    /// The text of each cell, and a number by which a page sorts.
    pub(super) cells: Vec<(String, Option<u64>)>,
    /// Why it is worse.
    pub(super) why: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Highlight {
    Good,
    Bad,
    New,
    Faint,
}

/// How many rows of pairs Markdown shows, so that the text fits into a comment on a pull request.
const SHOWN: usize = 200;

impl Column {
    fn is_name(&self) -> bool {
        self.class == "program"
    }

    fn is_number(&self) -> bool {
        self.class.starts_with("number")
    }
}

impl Highlight {
    fn style(self) -> Style {
        match self {
            Highlight::Good => GOOD,
            Highlight::Bad => BAD,
            Highlight::New => Style::new(),
            Highlight::Faint => FAINT,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Highlight::Good => "good",
            Highlight::Bad => "bad",
            Highlight::New => "new",
            Highlight::Faint => "skipped",
        }
    }
}

impl Table {
    /// The texts of a row, names in this form.
    fn texts(&self, row: &TableRow, name: impl Fn(&str) -> String) -> Vec<String> {
        let cells = self.columns.iter().zip(&row.cells);
        cells.map(|(column, (text, _))| if column.is_name() { name(text) } else { text.clone() }).collect()
    }

    /// For a terminal. Columns without content are left out.
    pub(super) fn terminal(&self, head: &Head, view: View) -> String {
        let visible = |name: &str| visible_line(name.as_bytes());
        let rows: Vec<_> = self.rows.iter().map(|row| self.texts(row, visible)).collect();
        let mut text = String::new();
        self.push_lines(&mut text, &rows, view);
        for (row, texts) in self.rows.iter().zip(&rows) {
            let name = self.columns.iter().position(Column::is_name).map_or("", |place| &texts[place]);
            if let Some(why) = &row.why {
                let _ = writeln!(text, "\n{BAD}✗{BAD:#} {name}: {why}");
            }
        }
        let (gap, style) = (if text.is_empty() { "" } else { "\n" }, self.mark.style());
        let _ = writeln!(text, "{gap}{style}{}{style:#} ({})", self.sum, head.about);
        head.notes.iter().for_each(|note| text += &format!("{FAINT}note: {note}{FAINT:#}\n"));
        text
    }

    fn push_lines(&self, text: &mut String, rows: &[Vec<String>], view: View) {
        let headings: Vec<_> = self.columns.iter().map(|column| column.heading.to_owned()).collect();
        let widest = |place: usize| rows.iter().map(|row| row[place].width()).max().unwrap_or(0);
        let shown: Vec<_> = (0..headings.len()).filter(|place| widest(*place) > 0).collect();
        let cell = |cells: &[String], place: usize| {
            let wide = widest(place).max(headings[place].width());
            let fill = " ".repeat(wide - cells[place].width());
            let is_right = self.columns[place].is_number() && !self.is_of_pairs;
            if is_right { fill + &cells[place] } else { cells[place].clone() + &fill }
        };
        let line = |cells: &[String]| {
            let cells: Vec<_> = shown.iter().map(|place| cell(cells, *place)).collect();
            let line = cells.join("  ").trim_end().to_owned();
            view.columns.map_or(line.clone(), |columns| cut(&line, columns))
        };
        if !rows.is_empty() {
            let _ = writeln!(text, "{FAINT}{}{FAINT:#}", line(&headings));
        }
        for (row, cells) in self.rows.iter().zip(rows) {
            let style = row.mark.style();
            let _ = writeln!(text, "{style}{}{style:#}", line(cells));
        }
    }

    /// In Markdown, for a comment on a pull request.
    pub(super) fn markdown(&self, head: &Head) -> String {
        let mut text = format!("**{}** ({})\n", self.sum, escaped(&head.about));
        let more = if self.is_of_pairs { &[("why", "---")][..] } else { &[] };
        let rule = |column: &Column| if column.is_number() { "--:" } else { "---" };
        let columns = self.columns.iter().map(|column| (column.heading, rule(column))).chain(more.to_vec());
        let (headings, rules): (Vec<_>, Vec<_>) = columns.unzip();
        if !self.rows.is_empty() {
            let _ = write!(text, "\n| {} |\n|{}|\n", headings.join(" | "), rules.join("|"));
        }
        let shown = if self.is_of_pairs { SHOWN } else { usize::MAX };
        for row in self.rows.iter().take(shown) {
            let mut cells = self.texts(row, code);
            cells.extend(self.is_of_pairs.then(|| escaped(row.why.as_deref().unwrap_or_default())));
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        if self.rows.len() > shown {
            let _ = writeln!(text, "\n{} more differ.", self.rows.len() - shown);
        }
        if !head.notes.is_empty() {
            text.push('\n');
        }
        head.notes.iter().for_each(|note| text += &format!("- {}\n", escaped(note)));
        text
    }

    pub(super) fn page(&self, head: &Head) -> String {
        let body = markup! {
            header {
                p.game-name { (head.about) }
                h1 { (self.sum) }
                @for note in &head.notes { p.note { (note) } }
            }
            main {
                table.leaderboard {
                    caption { (self.caption) }
                    thead {
                        tr {
                            @for column in self.columns {
                                th scope="col" class=(column.class) { button type="button" { (column.heading) } }
                            }
                        }
                    }
                    tbody { @for row in &self.rows { (self.row(row)) } }
                }
            }
        };
        page::page(&format!("{}: {}", head.about, self.sum), &body)
    }

    fn row(&self, row: &TableRow) -> Markup {
        markup! {
            tr class=(row.mark.class()) {
                @for (column, (text, key)) in self.columns.iter().zip(&row.cells) {
                    @match column.class {
                        "language" => td data-key=[key] { span.word { (text) } },
                        "program" => th.program scope="row" data-key=(text::key(text)) { (text::name(text)) },
                        class => td class=(class) data-key=[key] {
                            (text)
                            @if let Some(why) = row.why.as_ref().filter(|_| class == "ruling") {
                                " " span.why { (text::prose(why)) }
                            }
                        },
                    }
                }
            }
        }
    }
}
