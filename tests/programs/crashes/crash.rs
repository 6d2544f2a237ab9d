fn main() {
    print!("...\n...\n...\nX> ");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let n: usize = (line + "a").trim().parse().unwrap();
    println!("{n}");
}
