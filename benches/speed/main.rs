//! What things cost: `cargo bench --bench speed`, the source of the tables in benches/README.md.
//!
//! Eight tables: one run of a program, by the least that any judge can do, by this one in each of its
//! ways, and by other tools; whole suites; the suite `complete` in every language, held or not; how cost grows; what comparing
//! a transcript costs, also in instructions, which a busy machine does not change; challenges as data; searching, and what it
//! finds. Times are medians or, where a line takes long, one measurement. Digits differ from machine to machine; ratios carry
//! over. What the machine lacks is skipped, and said to be.
//!
//! `cargo bench --bench speed -- runs` (or `suites`, `languages`, `growth`, `comparison`, `challenges`, `search`,
//! `finding`) makes one table only. Suites that would take longer than a minute are not run but reckoned, and marked with `~`,
//! unless `SECONDS` in the environment allows more.

mod challenges;
mod comparison;
mod contest;
mod finding;
mod growth;
mod languages;
mod machine;
mod peers;
mod programs;
mod runs;
mod search;
mod suites;
#[path = "../../tests/references/wrong.rs"]
mod wrong;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    match &words[..] {
        [word, times] if word == comparison::ONLY => {
            return comparison::repeat(times.parse().expect("a number"));
        }
        [word, folder] if word == peers::TRYCMD => return peers::run_trycmd(folder),
        _ => {}
    }
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    println!("{}", machine::words());
    let tables: [(&str, fn()); 8] = [
        ("runs", runs::measure),
        ("suites", suites::measure),
        ("languages", languages::measure),
        ("growth", growth::measure),
        ("comparison", comparison::measure),
        ("challenges", challenges::measure),
        ("search", search::measure),
        ("finding", finding::measure),
    ];
    for (name, measure) in tables {
        if is_wanted(name) {
            println!();
            measure();
        }
    }
    println!("\nload at the end: {}", machine::load());
}
