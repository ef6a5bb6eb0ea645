use std::io::{stdin, BufRead};
fn main() {
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        if line.contains("\"type\":\"hello\"") { println!("{{\"type\":\"ready\"}}"); }
        if line.contains("\"type\":\"turn\"") { println!("{{\"move\":0}}"); }
        if line.contains("\"type\":\"again\"") { println!("{{\"move\":1}}"); }
    }
}
