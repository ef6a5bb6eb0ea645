//! The standard streams of the process, and the report of a panic.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::sync::Once;

/// Keeps standard output for the answers; what the bot prints from here on goes
/// to standard error.
#[cfg(unix)]
pub fn take_output() -> io::Result<File> {
    use std::os::unix::io::AsFd;

    extern "C" {
        fn dup2(from: i32, to: i32) -> i32;
    }
    io::stdout().flush()?;
    let kept = io::stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: both are open, and no Rust object owns either.
    if unsafe { dup2(2, 1) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(File::from(kept))
}

thread_local! {
    /// The line that `choose` is answering, on the thread where it runs.
    static LINE: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

const SHOWN_MOST: usize = 2000;

/// The first characters of a line, without its line end.
pub fn beginning(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    line.trim_end().chars().take(SHOWN_MOST).collect()
}

/// Calls `choose`.  After a panic in it, prints the stack trace and `line`, and
/// returns `None`.
pub fn guarded<A>(line: &mut Vec<u8>, choose: impl FnOnce() -> A) -> Option<A> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        if std::env::var_os("RUST_BACKTRACE").is_none() {
            std::env::set_var("RUST_BACKTRACE", "1");
        }
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            usual(info);
            LINE.with(|line| {
                if let Some(line) = &*line.borrow() {
                    eprintln!("the line: {}", beginning(line));
                }
            });
        }));
    });
    LINE.with(|kept| *kept.borrow_mut() = Some(std::mem::take(line)));
    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(choose));
    *line = LINE
        .with(|kept| kept.borrow_mut().take())
        .unwrap_or_default();
    done.ok()
}
