use std::io::{self, BufRead};

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.contains("\"type\":\"hello\"") {
            println!("{{\"type\":\"ready\"}}");
        } else if line.contains("\"type\":\"turn\"")
            || line.contains("\"type\":\"again\"") {
            println!("{{\"move\":0}}");
        }
    }
}
