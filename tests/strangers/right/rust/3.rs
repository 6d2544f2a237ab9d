use std::io::*;

fn main() {
    let mut b = *b".........";
    let mut t = 0;
    let mut l = stdin().lines();
    while t < 9 {
        let p = b"XO"[t % 2];
        for r in b.chunks(3) {
            println!("{}", String::from_utf8_lossy(r));
        }
        print!("{}> ", p as char);
        stdout().flush().unwrap();
        let s = l.next().unwrap().unwrap();
        match s.parse::<usize>() {
            Ok(n) if n < 9 && b[n] == b'.' => b[n] = p,
            _ => {
                println!("invalid.");
                continue;
            }
        }
        t += 1;
        if ["012", "345", "678", "036", "147", "258", "048", "246"]
            .iter()
            .any(|w| w.bytes().all(|c| b[c as usize - 48] == p))
        {
            println!("{} won.", p as char);
            return;
        }
    }
    println!("tie.");
}
