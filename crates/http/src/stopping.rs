//! How a server learns that it is to stop.

use std::io;
use std::time::Duration;

use tokio::sync::oneshot;

use console::process::Interrupt;

/// How long one wait lasts; any time will do.
const WAIT: Duration = Duration::from_secs(60 * 60);

/// Completes when the interrupt is raised.
pub async fn raised(interrupt: &Interrupt) -> io::Result<()> {
    let (sender, receiver) = oneshot::channel();
    let interrupt = interrupt.clone();
    std::thread::Builder::new().spawn(move || {
        while !interrupt.wait(WAIT) {}
        let _ = sender.send(());
    })?;
    let _ = receiver.await;
    Ok(())
}
