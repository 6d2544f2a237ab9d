use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

const CARDS: &str = "A23456789TJQK";

#[derive(Default)]
struct Hand {
    cards: Vec<char>,
}

impl Hand {
    fn total(&self) -> u32 {
        let hard: u32 = self.cards.iter().map(|c| c.to_digit(10).unwrap_or(if *c == 'A' { 1 } else { 10 })).sum();
        if self.cards.contains(&'A') && hard <= 11 { hard + 10 } else { hard }
    }

    fn show(&self) -> String {
        let list: Vec<String> = self.cards.iter().map(char::to_string).collect();
        format!("{} ({}).", list.join(" "), self.total())
    }
}

struct Round {
    bet: u64,
    player: Hand,
    dealer: Hand,
}

struct Table {
    money: u64,
    deck: VecDeque<char>,
    round: Option<Round>,
}

enum Outcome {
    Win(u64, String),
    Lose(u64, String),
    Push,
}

impl Table {
    fn settle(&mut self, o: Outcome) -> String {
        self.round = None;
        let text = match o {
            Outcome::Win(n, t) => {
                self.money += n;
                t
            }
            Outcome::Lose(n, t) => {
                self.money -= n;
                t
            }
            Outcome::Push => "Push.".into(),
        };
        let mut s = format!("{text}\nMoney: {}.", self.money);
        if self.money == 0 {
            s += "\nYou are broke.";
        }
        s
    }

    fn add(&mut self, cards: &str) -> String {
        if let Some(bad) = cards.chars().find(|c| !CARDS.contains(*c)) {
            return format!("Bad card {bad}.");
        }
        self.deck.extend(cards.chars());
        format!("Deck: {}.", self.deck.len())
    }

    fn bet(&mut self, text: &str) -> String {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let bet = text.parse::<u64>().ok().filter(|n| digits && (1..=self.money).contains(n));
        let Some(bet) = bet else {
            return format!("Bet 1 to {}.", self.money);
        };
        if self.deck.len() < 4 {
            return "Not enough cards.".into();
        }
        let c: Vec<char> = self.deck.drain(..4).collect();
        let player = Hand { cards: vec![c[0], c[2]] };
        let dealer = Hand { cards: vec![c[1], c[3]] };
        let first = format!("You: {} Dealer: {}.", player.show(), c[1]);
        let (p, d) = (player.total(), dealer.total());
        self.round = Some(Round { bet, player, dealer });
        if p != 21 {
            return first;
        }
        let end = if d == 21 {
            self.settle(Outcome::Push)
        } else {
            let win = bet * 3 / 2;
            self.settle(Outcome::Win(win, format!("Blackjack! You win {win}.")))
        };
        format!("{first}\n{end}")
    }

    fn hit(&mut self) -> String {
        let Some(r) = self.round.as_mut() else { return "No hand.".into() };
        let Some(card) = self.deck.pop_front() else { return "The deck is empty.".into() };
        r.player.cards.push(card);
        let first = format!("You: {}", r.player.show());
        if r.player.total() <= 21 {
            return first;
        }
        let bet = r.bet;
        let end = self.settle(Outcome::Lose(bet, format!("Bust. You lose {bet}.")));
        format!("{first}\n{end}")
    }

    fn stand(&mut self) -> String {
        let Some(mut r) = self.round.take() else { return "No hand.".into() };
        while r.dealer.total() <= 16 {
            match self.deck.pop_front() {
                Some(c) => r.dealer.cards.push(c),
                None => break,
            }
        }
        let (p, d, n) = (r.player.total(), r.dealer.total(), r.bet);
        let end = self.settle(if d > 21 || d < p {
            Outcome::Win(n, format!("You win {n}."))
        } else if d > p {
            Outcome::Lose(n, format!("You lose {n}."))
        } else {
            Outcome::Push
        });
        format!("Dealer: {}\n{end}", r.dealer.show())
    }
}

fn main() -> io::Result<()> {
    let mut t = Table { money: 100, deck: VecDeque::new(), round: None };
    let mut lines = io::stdin().lock().lines();
    let mut had_money = true;
    while had_money {
        print!("? ");
        io::stdout().flush()?;
        let line = match lines.next() {
            Some(l) => l?,
            None => "quit".into(),
        };
        let words: Vec<&str> = line.split(' ').collect();
        let answer = match words[..] {
            ["quit"] => {
                println!("Bye with {}.", t.money - t.round.as_ref().map_or(0, |r| r.bet));
                return Ok(());
            }
            ["deck" | "bet", _] if t.round.is_some() => "Finish the hand first.".into(),
            ["deck", cards] => t.add(cards),
            ["bet", n] => t.bet(n),
            ["hit"] => t.hit(),
            ["stand"] => t.stand(),
            ["money"] => format!("Money: {}.", t.money),
            _ => "What?".into(),
        };
        println!("{answer}");
        had_money = t.money > 0;
    }
    Ok(())
}
