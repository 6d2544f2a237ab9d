use std::io::{self, BufRead, Write};

fn show(grid: &Vec<Vec<char>>, player: char) {
    for row in grid {
        println!("{}", row.iter().collect::<String>());
    }
    print!("{}> ", player);
    io::stdout().flush().unwrap();
}

fn parse(line: &str, grid: &Vec<Vec<char>>) -> Option<(usize, usize)> {
    let n = line.trim().parse::<usize>().ok()?;
    if n > 8 {
        return None;
    }
    let (r, c) = (n / 3, n % 3);
    if grid[r][c] == '.' {
        Some((r, c))
    } else {
        None
    }
}

fn won(g: &Vec<Vec<char>>, p: char) -> bool {
    for i in 0..3 {
        if g[i][0] == p && g[i][1] == p && g[i][2] == p {
            return true;
        }
        if g[0][i] == p && g[1][i] == p && g[2][i] == p {
            return true;
        }
    }
    (g[0][0] == p && g[1][1] == p && g[2][2] == p)
        || (g[0][2] == p && g[1][1] == p && g[2][0] == p)
}

fn main() {
    let mut grid = vec![vec!['.'; 3]; 3];
    let mut player = 'X';
    let mut moves = 0;

    show(&grid, player);
    let stdin = io::stdin();
    for line in stdin.lock().lines() {
        let line = line.unwrap();
        if let Some((r, c)) = parse(&line, &grid) {
            grid[r][c] = player;
            moves += 1;
            if won(&grid, player) {
                println!("{} won.", player);
                return;
            }
            if moves == 9 {
                println!("tie.");
                return;
            }
            player = if player == 'X' { 'O' } else { 'X' };
        } else {
            println!("invalid.");
        }
        show(&grid, player);
    }
}
