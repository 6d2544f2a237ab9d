//! A connection to the database that can be cut, and held up.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// How long is waited for a question.
const MOMENT: Duration = Duration::from_millis(20);

/// What passes on a port of this machine to a socket, until it is dropped.
pub(crate) struct Proxy {
    port: u16,
    line: Arc<Line>,
}

#[derive(Default)]
struct Line {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_held: bool,
    /// How many questions pass before all is kept back.
    left: Option<usize>,
    is_over: bool,
    links: Vec<(TcpStream, UnixStream)>,
}

impl Proxy {
    /// One to this socket.
    pub(crate) fn to(socket: PathBuf) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let line = Arc::new(Line::default());
        let own = Arc::clone(&line);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if own.state.lock().unwrap().is_over {
                    return;
                }
                // While the database is unavailable no connection is accepted.
                if let Ok(server) = UnixStream::connect(&socket) {
                    own.link(client, server);
                }
            }
        });
        Proxy { port, line }
    }

    /// Its port.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Cuts all connections, in the middle of what is being said.
    pub(crate) fn cut(&self) {
        self.line.state.lock().unwrap().cut();
    }

    /// Keeps back all that is said after this many questions.
    pub(crate) fn hold_after(&self, questions: usize) {
        self.line.state.lock().unwrap().left = Some(questions);
    }

    /// Whether it comes within a moment to where all is kept back.
    pub(crate) fn is_held(&self) -> bool {
        let state = self.line.state.lock().unwrap();
        let waited = self.line.changed.wait_timeout_while(state, MOMENT, |state| !state.is_held);
        waited.unwrap().0.is_held
    }

    /// Keeps back all that is said, or lets it go on.
    pub(crate) fn hold(&self, is_held: bool) {
        self.line.state.lock().unwrap().is_held = is_held;
        self.line.changed.notify_all();
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let mut state = self.line.state.lock().unwrap();
        (state.is_over, state.is_held) = (true, false);
        state.cut();
        drop(state);
        self.line.changed.notify_all();
        // So that it looks whether it is over.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl State {
    fn cut(&mut self) {
        for (client, server) in self.links.drain(..) {
            let _ = client.shutdown(Shutdown::Both);
            let _ = server.shutdown(Shutdown::Both);
        }
    }
}

impl Line {
    fn link(self: &Arc<Line>, client: TcpStream, server: UnixStream) {
        let (to_client, to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
        let kept = (client.try_clone().unwrap(), server.try_clone().unwrap());
        self.state.lock().unwrap().links.push(kept);
        let (up, down) = (Arc::clone(self), Arc::clone(self));
        std::thread::spawn(move || {
            up.copy(client, &to_server, true);
            let _ = to_server.shutdown(Shutdown::Both);
        });
        std::thread::spawn(move || {
            down.copy(server, &to_client, false);
            let _ = to_client.shutdown(Shutdown::Both);
        });
    }

    fn copy(&self, mut from: impl Read, mut to: impl Write, asks: bool) {
        let mut text = [0; 4096];
        while let Ok(length @ 1..) = from.read(&mut text) {
            let mut state = self.state.lock().unwrap();
            match state.left {
                Some(0) if asks => {
                    (state.is_held, state.left) = (true, None);
                    self.changed.notify_all();
                }
                Some(left) if asks => state.left = Some(left - 1),
                _ => {}
            }
            drop(self.changed.wait_while(state, |state| state.is_held).unwrap());
            if to.write_all(&text[..length]).is_err() {
                return;
            }
        }
    }
}
