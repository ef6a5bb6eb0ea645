// What it prints must reach standard error before it dies.
fn main() {
    let mut decisions = 0;
    rollcall::run(|turn: &mut rollcall::Turn| {
        decisions += 1;
        if decisions > 1 {
            std::process::abort();
        }
        print!("no line end");
        turn.legal.len() - 1
    }, rollcall::Options::default());
}
