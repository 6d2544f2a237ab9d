//! A client that a generator makes of the description: the one that `.ci/run` installs, or one that is on the path.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::needs;
use crate::site::Site;

/// What uses the client: the program of somebody else.
const USER: &str = r#"
import httpx, sys
from client import AuthenticatedClient
from client.api.submissions import create_submission, get_submission
from client.models import ErrorCode, NewSubmission, Problem, Submission, SubmissionState

with AuthenticatedClient(sys.argv[1], sys.argv[2], timeout=httpx.Timeout(60)) as client:
    body = NewSubmission("tictactoe", name="silent.sh", source="exit 0\n")
    made = create_submission.sync(client=client, body=body)
    assert isinstance(made, Submission), made
    while made.state != SubmissionState.DONE:
        made = get_submission.sync(made.id, client=client, wait="30s")
    refused = create_submission.sync(client=client, body=NewSubmission("none", name="a.sh", source="exit 0"))
    assert isinstance(refused, Problem), refused
    assert refused.code == ErrorCode.UNKNOWN_CHALLENGE
    print(made.verdict.value, refused.detail)
"#;

/// The folder of a generator that works here.
fn generator() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_BIN_EXE_judge")).ancestors().nth(2).unwrap();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    let on_path = which::which("openapi-python-client").ok().and_then(|program| program.canonicalize().ok());
    let folders = [target.join("pytest/bin"), own.join("pytest/bin")].into_iter();
    let mut folders = folders.chain(on_path.and_then(|program| program.parent().map(Path::to_owned)));
    // An environment stays behind when its interpreter goes.
    let answers =
        |program: &str, folder: &Path| Command::new(folder.join(program)).arg("--version").output().is_ok();
    folders.find(|folder| answers("openapi-python-client", folder) && answers("python3", folder))
}

#[test]
fn a_generated_client_hands_in_and_reads_why_it_is_refused() {
    let Some(programs) = generator() else {
        needs::leaves_out("openapi-python-client", "pip install openapi-python-client");
        return;
    };
    needs::language(Path::new("silent.sh"));
    let folder = tempfile::tempdir().unwrap();
    let run = |program: &str, arguments: &[&str]| {
        // The generator formats what it makes with a program beside it.
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new(programs.join(program));
        command.args(arguments).current_dir(folder.path()).env("PATH", path);
        let output = command.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{program}: {told}{}", String::from_utf8_lossy(&output.stderr));
        told
    };
    std::fs::write(folder.path().join("openapi.json"), referee::service::open_api()).unwrap();
    let words = "generate --path openapi.json --output-path client --meta none --fail-on-warning";
    run("openapi-python-client", &words.split(' ').collect::<Vec<_>>());
    std::fs::write(folder.path().join("user.py"), USER).unwrap();
    let site = Site::start(folder.path(), &["--tokens"]);
    let told = run("python3", &["user.py", &site.url, &site.admin]);
    assert!(
        told.starts_with("early there is no challenge of this name here; there are tictactoe, "),
        "{told}"
    );
}
