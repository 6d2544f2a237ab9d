//! A server with a thousand games: `cargo test --release --test web -- --ignored --nocapture`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::Server;

const GAMES: usize = 1_000;
const MANY: usize = 10_000;
const MOVES_A_SECOND: u32 = 100;
const SECONDS: u32 = 20;
const PLAYERS: usize = 8;

/// A thousand games stay open, each with a watcher, and a hundred moves a second are made in them.
#[test]
#[ignore = "half a minute, and its figures are worth something on an idle machine only"]
fn a_thousand_games_with_a_hundred_moves_a_second() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let games: Vec<_> = (0..GAMES)
        .map(|number| {
            let client = format!("192.0.2.{}", number / 100);
            server.open_from(&client, &json!({ "game": "reversi", "board": "standard" }), &["you", "you"])
        })
        .collect();
    let streams: Vec<_> = games.iter().map(|game| server.news(&game.name)).collect();
    println!("{GAMES} games and streams are open: {} MiB", resident(server.process().id()));
    let next = AtomicUsize::new(0);
    let begin = Instant::now();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let players: Vec<_> =
            (0..PLAYERS).map(|_| scope.spawn(|| play(&server, &games, &next, begin))).collect();
        players.into_iter().flat_map(|player| player.join().unwrap()).collect()
    });
    let took = begin.elapsed();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let rate = times.len() as f64 / took.as_secs_f64();
    println!("{} moves in {took:.1?}: {rate:.0} a second", times.len());
    println!("answered in {:.1?} (median), {:.1?} (99 of 100), {:.1?} (slowest)", at(0.5), at(0.99), at(1.0));
    println!(
        "server: {} MiB, {} ticks of processor time",
        resident(server.process().id()),
        ticks(server.process().id())
    );
    let heard = streams.into_iter().map(|mut news| news.next().unwrap()).count();
    assert_eq!(heard, GAMES);
    for number in GAMES..MANY {
        let client = format!("10.0.{}.{}", number / 256, number % 256);
        let friends = json!({ "game": "tictactoe", "seats": ["you", "friend"] });
        assert_eq!(server.open_for(&client, &friends), 201);
    }
    println!("{MANY} games are open: {} MiB", resident(server.process().id()));
    assert_eq!(server.steps(&games[0].name).len(), 1 + (MOVES_A_SECOND * SECONDS) as usize / GAMES);
    assert!(rate > f64::from(MOVES_A_SECOND) * 0.95, "{rate}");
}

/// Makes moves at their times, in one game after the other; how long each took.
fn play(
    server: &Server,
    games: &[crate::server::Opened],
    next: &AtomicUsize,
    begin: Instant,
) -> Vec<Duration> {
    const OPENING: [&str; 4] = ["d3", "c3", "c4", "c5"];
    let mut times = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= (MOVES_A_SECOND * SECONDS) as usize {
            return times;
        }
        let due = begin + Duration::from_secs(1) * number as u32 / MOVES_A_SECOND;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let (game, version) = (&games[number % GAMES], number / GAMES);
        let asked = Instant::now();
        let (status, said) = server.say(&game.name, &game.key, version as u64, OPENING[version]);
        assert_eq!(status, 200, "{said}");
        times.push(asked.elapsed());
    }
}

fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

fn ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<_> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}
