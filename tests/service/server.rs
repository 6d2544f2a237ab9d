//! A PostgreSQL server for a test, in a temporary folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A server that listens on a socket in its folder; stopped when it is dropped.
pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
}

impl Server {
    /// A fresh one; none, after saying so, where there is no PostgreSQL.
    pub(crate) fn start() -> Option<Server> {
        Server::with(5432, "listen_addresses=")
    }

    /// One that listens on a port of this machine, with TLS; its certificate is in the file `server.crt` of its folder.
    pub(crate) fn with_tls(port: u16) -> Option<Server> {
        Server::with(port, "listen_addresses=localhost -c ssl=on")
    }

    fn with(port: u16, options: &str) -> Option<Server> {
        let Some(programs) = programs() else {
            assert!(
                std::env::var_os("CI").is_none_or(|ci| ci != "true"),
                "no PostgreSQL, and CI skips nothing"
            );
            crate::needs::leaves_out("PostgreSQL", "apt-get install postgresql");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("pg").tempdir_in("/tmp").unwrap();
        if rustix::process::geteuid().is_root() {
            let status = Command::new("chown").arg("postgres").arg(folder.path()).status().unwrap();
            assert!(status.success());
        }
        let server = Server { folder, programs, port };
        server.run("initdb", &["--auth", "trust", "--username", "judge", "--no-sync"]);
        if options.contains("ssl=on") {
            server.certify();
        }
        let socket = format!(
            "-c {options} -c port={port} -c max_connections=300 -c fsync=off -k {}",
            server.folder.path().display()
        );
        server.run("pg_ctl", &["--wait", "--options", &socket, "start"]);
        Some(server)
    }

    /// Makes a certificate that vouches for itself.
    fn certify(&self) {
        let data = self.folder.path().join("data");
        let words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
                     -addext basicConstraints=critical,CA:FALSE -keyout server.key -out server.crt";
        let mut openssl = Command::new("openssl");
        openssl.args(words.split_whitespace()).current_dir(&data).stderr(Stdio::null());
        assert!(openssl.status().unwrap().success());
        let mut give = Command::new("sh");
        give.args(["-c", "chmod 600 server.key && chown --reference=. server.key server.crt"])
            .current_dir(&data);
        assert!(give.status().unwrap().success());
    }

    /// The certificate of a server with TLS.
    pub(crate) fn certificate(&self) -> PathBuf {
        self.folder.path().join("data/server.crt")
    }

    /// Where to connect to.
    pub(crate) fn url(&self) -> String {
        self.url_as("judge")
    }

    /// The socket on which it listens.
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.path().join(format!(".s.PGSQL.{}", self.port))
    }

    /// Where to connect to as another role.
    pub(crate) fn url_as(&self, role: &str) -> String {
        format!("host={} port={} user={role} dbname=postgres", self.folder.path().display(), self.port)
    }

    /// The same as `judge` takes it on its command line.
    pub(crate) fn address(&self) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://judge@{folder}/postgres")
    }

    /// A number that the database tells.
    pub(crate) fn number(&self, query: &str) -> i64 {
        let mut client = postgres::Client::connect(&self.url(), postgres::NoTls).unwrap();
        client.query_one(&format!("select ({query})::bigint"), &[]).unwrap().get(0)
    }

    /// Does something in the database.
    pub(crate) fn query(&self, statements: &str) {
        postgres::Client::connect(&self.url(), postgres::NoTls).unwrap().batch_execute(statements).unwrap();
    }

    /// Lets nobody in without a password from now on.
    pub(crate) fn ask_for_passwords(&self) {
        let rules = self.folder.path().join("data/pg_hba.conf");
        std::fs::write(rules, "local all all scram-sha-256\n").unwrap();
        self.run("pg_ctl", &["reload"]);
    }

    /// Stops it as if the machine had been switched off, and starts it again.
    pub(crate) fn crash(&self) {
        self.run("pg_ctl", &["--wait", "--mode", "immediate", "restart"]);
    }

    fn run(&self, program: &str, options: &[&str]) {
        let data = self.folder.path().join("data");
        let program = self.programs.join(program);
        let mut command = if rustix::process::geteuid().is_root() {
            crate::needs::program("setpriv");
            let mut command = Command::new("setpriv");
            command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        let log = std::fs::File::create(self.folder.path().join("log")).unwrap();
        command.current_dir(self.folder.path()).arg("--pgdata").arg(data).args(options);
        let errors = log.try_clone().unwrap();
        let status = command.stdin(Stdio::null()).stdout(log).stderr(errors).status().unwrap();
        let said = || std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        assert!(status.success(), "{command:?}: {}", said());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.run("pg_ctl", &["--wait", "--mode", "immediate", "stop"]);
    }
}

/// The folder of the server's programs, which Debian keeps out of the path.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    let in_path = which::which("initdb").ok().and_then(|program| program.parent().map(Path::to_owned));
    folders.into_iter().rev().chain(in_path).find(|folder| folder.join("initdb").is_file())
}
