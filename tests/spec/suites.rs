#[test]
fn all() {
    use referee::suite::*;
    for level in Level::ALL {
        let Some(s) = Suite::generate(Default::default(), level) else { continue };
        let t = std::time::Instant::now();
        let c = Coverage::of(&s);
        println!("{} {} {:?} {:?}\n{:?}", s.name(), s.claim(), t.elapsed(), c.inputs(), c);
        println!("{}", s.for_way(Way::Words).claim());
    }
    println!("{:?}", Coverage::of_everything(Default::default()));
    let c = Certificate::of(Default::default(), Level::Complete).unwrap();
    let mut h = std::collections::BTreeMap::new();
    for a in &c.antichain {
        *h.entry(a.board.chars().filter(|c| "XO".contains(*c)).count()).or_insert(0) += 1;
    }
    println!("{h:?}");
}
