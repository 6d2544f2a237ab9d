//! The service over HTTP, with a real server and programs that are really judged.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use predicates::prelude::*;
use referee::report::Format;
use referee::service::{NewWorker, Store};
use serde_json::{Value, json};
use strum::VariantNames;

use crate::needs;
use crate::server::Server;
use crate::site::{Reply, Site, has_isolation};

fn program(name: &str) -> String {
    needs::language(Path::new(name));
    std::fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The media type of errors.
const PROBLEM: &str = "application/problem+json";

/// The description of the interface.
fn description() -> Value {
    serde_json::from_str(referee::service::open_api()).unwrap()
}

/// The description of an answer, as a schema for it.
fn schema(path: &str, method: &str, status: &str) -> Value {
    let document = description();
    let content = &document["paths"][path][method]["responses"][status]["content"];
    let of = |media: &str| Some(&content[media]["schema"]).filter(|schema| schema.is_object());
    let answer = of("application/json").or_else(|| of(PROBLEM)).unwrap_or(&Value::Null);
    assert!(answer.is_object(), "{method} {path} has no {status}");
    json!({ "components": document["components"], "allOf": [answer] })
}

fn conforms(path: &str, method: &str, status: &str, answer: &Value) {
    let schema = jsonschema::validator_for(&schema(path, method, status)).unwrap();
    let wrong: Vec<_> = schema.iter_errors(answer).map(|why| why.to_string()).collect();
    assert!(wrong.is_empty(), "{method} {path}: {wrong:?} in {answer}");
}

#[test]
fn programs_are_handed_in_judged_and_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let right = site.judge("", "ttt.py", &program("golf/tictactoe/ttt.py"));
    assert_eq!((&right["verdict"], &right["owner"]), (&json!("accepted"), &json!("local")));
    conforms("/v1/submissions/{id}", "get", "200", &right);
    let wrong = site.judge("", "silent.sh", "exit 0\n");
    assert_eq!(wrong["verdict"], "early");
    let longer = site.judge("", "ttt.pl", &program("golf/tictactoe/ttt.pl"));
    assert_eq!(longer["verdict"], "accepted");
    let (status, board) = site.get("/v1/leaderboards/tictactoe", "");
    assert_eq!(status, 200);
    conforms("/v1/leaderboards/{challenge}", "get", "200", &board);
    let sizes: Vec<_> =
        board["rows"].as_array().unwrap().iter().map(|row| row["bytes"].as_i64().unwrap()).collect();
    assert_eq!(sizes.len(), 1, "the shortest of one owner");
    assert_eq!(sizes[0], right["bytes"].as_i64().unwrap().min(longer["bytes"].as_i64().unwrap()));
    let (_, perl) = site.get("/v1/leaderboards/tictactoe?language=Perl&by=chars", "");
    assert_eq!(perl["rows"][0]["size"], longer["chars"]);
    let (_, mine) = site.get("/v1/submissions", "");
    conforms("/v1/submissions", "get", "200", &mine);
    assert_eq!(mine.as_array().unwrap().len(), 3);
    let report_for = |format: &str, token: &str| {
        site.text(&format!("{}?format={format}", wrong["report"].as_str().unwrap()), token)
    };
    let report = |format: &str| report_for(format, if format == "run" { &site.admin } else { "" }).1;
    assert_eq!(report_for("run", "").0, 403, "it has the rules of the challenge in it");
    assert!(report("terminal").contains("0 of 1 passed") && report("html").contains("<!DOCTYPE html>"));
    assert!(report("junit").contains("<testsuite") && report("markdown").contains("silent.sh"));
    assert!(!report("run").contains("/tmp/"), "where it was judged is nobody's business");
    std::fs::write(folder.path().join("run.json"), report("run")).unwrap();
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge.arg("report").arg(folder.path().join("run.json")).assert().success().stdout(report("terminal"));
    assert_eq!(site.text("/metrics", "").0, 403, "figures are for admins");
    let (status, metrics) = site.text("/metrics", &site.admin);
    assert!(status == 200 && metrics.contains("judge_rulings_total{verdict=\"accepted\"} 2"), "{metrics}");
    assert_eq!((site.text("/health", "").0, site.text("/ready", "").0), (200, 200));
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn the_client_prints_the_report_of_check() {
    ["perl", "python3"].into_iter().for_each(needs::program);
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let submit = |file: &str| {
        let mut judge = Command::cargo_bin("judge").unwrap();
        judge
            .args(["submit", "--challenge", "tictactoe", "--server", &site.url])
            .arg(file)
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        judge
    };
    submit("golf/tictactoe/ttt.pl").assert().success().stdout(predicate::str::contains("1 of 1 passed"));
    let wrong = folder.path().join("wrong.py");
    std::fs::write(&wrong, "print('X> ', end='')\n").unwrap();
    let told = submit(wrong.to_str().unwrap()).assert().code(1).get_output().stdout.clone();
    let told = String::from_utf8(told).unwrap();
    let mut check = Command::cargo_bin("judge").unwrap();
    check.args(["check", "--suite", "examples", "wrong.py"]).current_dir(folder.path());
    let here = String::from_utf8(check.assert().code(1).get_output().stdout.clone()).unwrap();
    let failure = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains("expected") || line.contains("printed"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(failure(&told), failure(&here));
    assert!(!failure(&told).is_empty(), "{told}");
    submit("golf/tictactoe/ttt.pl")
        .arg("--no-wait")
        .assert()
        .success()
        .stdout(predicate::str::contains(&site.url));
    let alone = |arguments: &[&str], variables: &[(&str, &str)], why: &str| {
        let mut judge = Command::cargo_bin("judge").unwrap();
        judge.args(["submit", "golf/tictactoe/ttt.pl"]).args(arguments).envs(variables.iter().copied());
        judge.current_dir(env!("CARGO_MANIFEST_DIR"));
        judge.assert().code(2).stderr(predicate::str::contains(why));
    };
    let here = ("JUDGE_SERVER", &*site.url);
    alone(&["--challenge", "none"], &[here], "no challenge of this name here; there are tictactoe");
    alone(&[], &[here], "name the challenge with --challenge; there are tictactoe, ");
    alone(&["--challenge", "tictactoe"], &[here, ("JUDGE_TOKEN", "forged")], "this token is not valid");
    let url = site.url.clone();
    drop(site);
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge
        .args(["submit", "--challenge", "tictactoe", "--server", &url, "golf/tictactoe/ttt.pl"])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    judge.assert().code(2).stderr(predicate::str::contains("is `judge serve` running there?"));
}

#[test]
fn what_is_wrong_is_told_and_nothing_is_taken_in() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0", "--pending", "2"]);
    let good = json!({ "challenge": "tictactoe", "name": "a.py", "source": "x" });
    let with = |name: &str, value: Value| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    let cases = [
        (with("challenge", json!("none")), 404),
        (with("language", json!("Klingon")), 404),
        (with("name", json!("a.unknown")), 400),
        (with("name", json!("../a.py")), 400),
        (with("name", json!("a\u{7}.py")), 400),
        (with("name", json!(".py")), 400),
        (with("source", json!("")), 400),
        (with("source", json!("x".repeat(10 << 20))), 413),
        (with("source", json!("x".repeat((1 << 20) + 1))), 413),
        (with("source_base64", json!("eA==")), 400),
        (with("unknown", json!(1)), 422),
        (json!({ "challenge": "tictactoe", "name": "a.py", "source_base64": "?" }), 400),
        (json!([]), 422),
    ];
    for (body, expected) in cases {
        let (status, answer) = site.post("/v1/submissions", "", &body);
        let short: String = body.to_string().chars().take(80).collect();
        assert_eq!(status, expected, "{short}: {answer}");
        conforms("/v1/submissions", "post", &expected.to_string(), &answer);
    }
    assert_eq!(site.get("/v1/submissions", "").1, json!([]), "nothing was taken in");
    let (status, first) = site.post("/v1/submissions", "", &good);
    assert_eq!((status, &first["state"]), (202, &json!("waiting")));
    conforms("/v1/submissions", "post", "202", &first);
    let twice = |key| site.post_as("/v1/submissions", "", Some(key), &good).unwrap();
    let (second, again) = (twice("k"), twice("k"));
    assert_eq!((second.0, &second.1["id"]), (202, &again.1["id"]));
    let other = site.post_as("/v1/submissions", "", Some("k"), &with("source", json!("y"))).unwrap();
    assert_eq!(other.0, 409);
    assert_eq!(site.post("/v1/submissions", "", &good).0, 429, "two wait");
    let report = format!("{}/report", first["url"].as_str().unwrap());
    assert_eq!(site.get(&report, "").0, 409, "it was not ruled on");
    assert_eq!(site.get("/v1/submissions/unknown", "").0, 404);
    assert_eq!(site.get(&format!("{}?wait=never", first["url"].as_str().unwrap()), "").0, 400);
    assert_eq!(site.get("/v1/leaderboards/none", "").0, 404);
    assert_eq!(site.get("/v1/leaderboards/tictactoe?by=weight", "").0, 400);
    assert_eq!(site.get("/nowhere", "").0, 404);
    assert_eq!(site.stop(), Some(0));
}

/// Whoever refuses, the server, a library below it or the guard before it: the answer has the form of RFC 9457 and a code, and
/// the page has all codes.
#[test]
fn errors_have_one_form_and_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0", "--tokens"]);
    let host = site.url.strip_prefix("http://").unwrap();
    let asked = |head: &str, host: &str, fields: &str, body: &str| {
        let mut stream = TcpStream::connect(site.url.strip_prefix("http://").unwrap()).unwrap();
        let length = body.len();
        let fields = format!("Host: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{fields}");
        write!(stream, "{head} HTTP/1.1\r\n{fields}\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let token = format!("Authorization: Bearer {}\r\n", site.admin);
    let json = format!("{token}Content-Type: application/json\r\n");
    for (head, host, fields, body, status, code) in [
        ("GET /nowhere", host, "", "", 404, "not-found"),
        ("GET /page/nowhere", host, "", "", 404, "not-found"),
        ("GET /v1/leaderboards/%ff", host, "", "", 400, "invalid-request"),
        ("GET /v1/leaderboards/none", host, "", "", 404, "unknown-challenge"),
        ("GET /v1/submissions/none", host, &token, "", 404, "unknown-submission"),
        ("GET /v1/rejudgings/none", host, &token, "", 404, "unknown-rejudging"),
        ("POST /v1/machines/none/reinstate", host, &token, "", 404, "unknown-machine"),
        ("GET /v1/submissions", host, "", "", 401, "not-signed-in"),
        ("GET /v1/submissions/none", host, "", "", 401, "not-signed-in"),
        ("GET /v1/submissions", host, "Authorization: Bearer no\r\n", "", 401, "invalid-token"),
        ("GET /v1/submissions?limit=x", host, &token, "", 400, "invalid-request"),
        ("PATCH /v1/submissions", host, "", "", 405, "method-not-allowed"),
        ("POST /v1/submissions", host, &token, "{}", 415, "unsupported-media-type"),
        ("POST /v1/submissions", host, &json, "{", 400, "invalid-request"),
        ("POST /v1/submissions", host, &json, "{}", 422, "invalid-body"),
        ("GET /v1/challenges", "evil.example", "", "", 403, "foreign-request"),
    ] {
        let answer = asked(head, host, fields, body);
        let (top, text) = answer.split_once("\r\n\r\n").unwrap();
        let problem: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{head}: {answer}"));
        assert!(top.starts_with(&format!("HTTP/1.1 {status} ")), "{head}: {answer}");
        assert!(top.contains("content-type: application/problem+json\r\n"), "{head}: {top}");
        assert!(top.contains("content-security-policy: "), "{head}: {top}");
        assert_eq!(
            (&problem["code"], &problem["status"]),
            (&json!(code), &json!(status)),
            "{head}: {problem}"
        );
        assert_eq!(
            (&problem["type"], problem["title"].is_string()),
            (&json!("about:blank"), true),
            "{problem}"
        );
        assert!(!problem["detail"].as_str().unwrap().contains("target type"), "{problem}");
    }
    let page = asked("GET /nowhere", host, "Accept: text/html\r\n", "");
    assert!(page.contains("content-type: text/html") && page.contains("<h1>Sorry</h1>"), "{page}");
    let codes = &description()["components"]["schemas"]["ErrorCode"]["enum"];
    let codes: BTreeSet<_> = codes.as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
    let text = include_str!("../../docs/service.md");
    let table = text.split_once("| status | codes |").unwrap().1.split_once("\n\n").unwrap().0;
    assert_eq!(table.split('`').skip(1).step_by(2).collect::<BTreeSet<_>>(), codes);
}

/// Whoever has an answer gets no second copy, and texts are compressed; neither holds for what is private on a page.
#[test]
fn answers_are_sent_once_and_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0", "--tokens"]);
    let hand_in = |source: &str| {
        let body = json!({ "challenge": "tictactoe", "name": "a.sh", "source": source });
        site.post("/v1/submissions", &site.admin, &body).1["url"].as_str().unwrap().to_owned()
    };
    let (long, short) = (hand_in(&"exit 0\n".repeat(1_000)), hand_in("exit 0"));
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let get = |path: &str, fields: &[(&str, &str)]| {
        let mut request = agent.get(format!("{}{path}", site.url));
        request = request.header("authorization", format!("Bearer {}", site.admin));
        request = fields.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let mut answer = request.call().unwrap();
        let headers = answer.headers().clone();
        let of = move |name: &str| {
            let values = headers.get_all(name).iter().map(|value| value.to_str().unwrap());
            values.collect::<Vec<_>>().join(", ")
        };
        (answer.status().as_u16(), of, answer.body_mut().read_to_vec().unwrap())
    };
    let gzip = ("accept-encoding", "br, gzip;q=0.8");
    let (own, public) = ("private, no-cache", "no-cache");
    for (path, is_long, keeps) in [
        ("/v1/openapi.json", true, public),
        ("/page/style.css", true, public),
        ("/page/icon.svg", false, public),
        ("/v1/challenges", false, own),
        ("/v1/leaderboards/tictactoe", false, own),
        ("/v1/submissions", false, own),
        (&*short, false, own),
        (&format!("{short}/source"), false, own),
        (&format!("{long}/source"), true, own),
        ("/challenges/tictactoe", true, "no-store"),
        ("/admin/submissions", false, "no-store"),
    ] {
        let (status, of, plain) = get(path, &[]);
        let (_, packed_of, packed) = get(path, &[gzip]);
        assert_eq!(
            (status, of("cache-control"), of("content-encoding")),
            (200, keeps.into(), "".into()),
            "{path}"
        );
        assert_eq!(of("vary").contains("Accept-Encoding"), is_long, "{path}");
        assert_eq!(of("vary").contains("Authorization, Cookie"), keeps == own, "{path}");
        assert_eq!(packed_of("content-encoding"), if is_long { "gzip" } else { "" }, "{path}");
        if is_long {
            let mut text = Vec::new();
            flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut text).unwrap();
            assert!(text == plain && packed.len() * 2 < plain.len(), "{path}");
        }
        for none in ["gzip; q=0", "gzip;q=0.0, br", "x-gzip, *", "gzip;q=x"] {
            assert_eq!(get(path, &[("accept-encoding", none)]).1("content-encoding"), "", "{path} {none}");
        }
        if keeps == "no-store" {
            assert_eq!(of("etag"), "", "{path}");
            continue;
        }
        assert_eq!(packed_of("etag").starts_with("W/"), is_long || path.starts_with("/v1/"), "{path}");
        for tag in [of("etag"), packed_of("etag"), format!("\"other\", {}", of("etag")), "*".to_owned()] {
            let (status, of, nothing) = get(path, &[gzip, ("if-none-match", &tag)]);
            assert_eq!((status, nothing.len(), of("cache-control")), (304, 0, keeps.into()), "{path} {tag}");
            assert_eq!((of("etag").is_empty(), of("content-type")), (false, "".into()), "{path}");
        }
        for other in ["\"other\"", of("etag").trim_start_matches("W/").trim_matches('"')] {
            assert_eq!(get(path, &[("if-none-match", other)]).0, 200, "{path} {other}");
        }
    }
    let tag = get("/v1/submissions", &[]).1("etag");
    hand_in("exit 1");
    assert_eq!(get("/v1/submissions", &[("if-none-match", &tag)]).0, 200, "there is one more");
    assert_eq!(get("/v1/submissions/none", &[("if-none-match", "*")]).0, 404);
}

#[test]
fn a_token_for_a_database_that_is_not_there_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let told = |arguments: &[&str]| {
        let mut judge = Command::cargo_bin("judge").unwrap();
        judge.arg("token").args(arguments).args(["--database", "typo.sqlite"]).current_dir(folder.path());
        judge.assert()
    };
    told(&["ada", "--end"]).code(2).stderr(predicates::str::contains("typo.sqlite"));
    assert!(!folder.path().join("typo.sqlite").exists(), "what is not there has no tokens");
    told(&["ada"]).success().stderr(predicates::str::contains("typo.sqlite is new"));
    told(&["ada"]).success().stderr("");
}

#[test]
fn tokens_allow_their_scopes_and_own_submissions() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0", "--tokens"]);
    let token = |arguments: &[&str]| {
        let mut judge = Command::cargo_bin("judge").unwrap();
        judge.arg("token").args(arguments).arg("--database").arg(folder.path().join("judge.sqlite"));
        String::from_utf8(judge.assert().success().get_output().stdout.clone()).unwrap().trim().to_owned()
    };
    let (ada, bob, reader) = (token(&["ada"]), token(&["bob"]), token(&["eve", "--scope", "read"]));
    let good = json!({ "challenge": "tictactoe", "name": "a.py", "source": "secret" });
    assert_eq!(site.post("/v1/submissions", "", &good).0, 401);
    assert_eq!(site.post("/v1/submissions", "forged", &good).0, 401);
    assert_eq!(site.post("/v1/submissions", &reader, &good).0, 403);
    let (status, submission) = site.post("/v1/submissions", &ada, &good);
    assert_eq!((status, &submission["owner"]), (202, &json!("ada")));
    let url = submission["url"].as_str().unwrap();
    for (holder, expected) in [("", 401), (&bob[..], 403), (&reader, 403), (&ada, 200), (&site.admin, 200)] {
        assert_eq!(site.get(url, holder).0, expected);
        assert_eq!(site.text(&format!("{url}/source"), holder).0, expected);
    }
    let only_submits = token(&["ada", "--scope", "submit"]);
    assert_eq!(site.get(url, &only_submits).1["code"], "missing-scope");
    assert_eq!(site.get(url, &bob).1["code"], "not-yours");
    assert_eq!(site.get("/v1/rejudgings", &ada).0, 403);
    assert_eq!(site.get("/v1/rejudgings", &site.admin), (200, json!([])));
    token(&["ada", "--end"]);
    assert_eq!(site.get(url, &ada).0, 401, "it was ended");
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge.args(["token", "a\nb"]).assert().code(2);
}

#[test]
fn a_rejudging_is_reviewed_and_applied_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let id = site.judge("", "ttt.py", &program("golf/tictactoe/ttt.py"))["id"].as_str().unwrap().to_owned();
    let again = json!({ "why": "to be sure", "challenge": "tictactoe", "submission": id });
    assert_eq!(site.post("/v1/rejudgings", "", &again).0, 403);
    let (status, made) = site.post("/v1/rejudgings", &site.admin, &again);
    assert_eq!((status, &made["submissions"]), (202, &json!(1)));
    conforms("/v1/rejudgings", "post", "202", &made);
    let url = made["url"].as_str().unwrap();
    let mut rejudging = site.get(url, &site.admin).1;
    while rejudging["ruled"] != 1 {
        rejudging = site.get(url, &site.admin).1;
    }
    conforms("/v1/rejudgings/{id}", "get", "200", &rejudging);
    assert_eq!((&rejudging["changed"], &rejudging["state"]), (&json!(0), &json!("open")));
    let (status, applied) = site.post(&format!("{url}/apply"), &site.admin, &json!({}));
    assert_eq!((status, applied), (200, json!({ "state": "applied" })));
    assert_eq!(site.post(&format!("{url}/discard"), &site.admin, &json!({})).0, 409);
    assert_eq!(site.get("/v1/rejudgings", &site.admin).1[0]["state"], "applied");
    let nothing = json!({ "why": "to be sure", "challenge": "tictactoe", "verdict": "wrong" });
    let (status, told) = site.post("/v1/rejudgings", &site.admin, &nothing);
    assert_eq!(status, 409, "{told}");
    conforms("/v1/rejudgings", "post", "409", &told);
    let unknown = json!({ "why": "to be sure", "challenge": "tictactoe", "submission": "unknown" });
    assert_eq!(site.post("/v1/rejudgings", &site.admin, &unknown).0, 404);
    assert_eq!(site.get("/v1/rejudgings", &site.admin).1.as_array().unwrap().len(), 1);
    assert_eq!(site.post("/v1/machines/unknown/reinstate", &site.admin, &json!({})).0, 404);
}

/// An admin sees everybody's, filters them, and takes them along; others see their own.
#[test]
fn submissions_are_listed_filtered_and_packed() {
    needs::program("tar");
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--tokens"]);
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge.args(["token", "=ada/.."]).arg("--database").arg(folder.path().join("judge.sqlite"));
    let ada =
        String::from_utf8(judge.assert().success().get_output().stdout.clone()).unwrap().trim().to_owned();
    let early = site.judge(&site.admin, "silent.sh", "exit 0\n");
    let first = site.judge(&ada, "-of, ada\".sh", "exit 0 # ada\n");
    let second = site.judge(&ada, "wrong.sh", "echo 1\n");
    let ids = |query: &str, token: &str| {
        let (status, all) = site.get(&format!("/v1/submissions{query}"), token);
        assert_eq!(status, 200, "{query}: {all}");
        conforms("/v1/submissions", "get", "200", &all);
        all.as_array().unwrap().iter().map(|row| row["id"].clone()).collect::<Vec<_>>()
    };
    let [early, first, second] = [early, first, second].map(|submission| submission["id"].clone());
    assert_eq!(ids("", &site.admin), [&second, &first, &early].map(Value::clone));
    assert_eq!(ids("", &ada), [&second, &first].map(Value::clone));
    assert_eq!(ids("?verdict=early&challenge=tictactoe", &site.admin), [&first, &early].map(Value::clone));
    assert_eq!(ids("?owner=admin&verdict=&since=2020-01-01", &site.admin), std::slice::from_ref(&early));
    assert!(ids("?until=2020-01-01T00:00:00Z", &site.admin).is_empty());
    assert!(ids("?challenge=othello", &site.admin).is_empty());
    assert_eq!(ids("?limit=1", &site.admin), std::slice::from_ref(&second));
    assert_eq!(
        ids(&format!("?limit=1&after={}", second.as_str().unwrap()), &site.admin),
        std::slice::from_ref(&first)
    );
    // Nobody takes the end of a list for it where the last submission was deleted, or is somebody else's.
    assert_eq!(site.get("/v1/submissions?after=nobody", &site.admin).0, 404);
    assert_eq!(site.get(&format!("/v1/submissions?after={}", early.as_str().unwrap()), &ada).0, 404);
    assert_eq!(site.get("/v1/submissions?owner=admin", &ada).0, 403);
    for (query, told) in [
        ("?colour=red", "there is no parameter \"colour\" here; there is after, challenge, format, limit"),
        ("?verdict=right", "right"),
        ("?since=yesterday", "such as 2026-11-23"),
        ("?limit=0", "limit"),
    ] {
        let (status, why) = site.get(&format!("/v1/submissions{query}"), &site.admin);
        assert!(status == 400 && why["detail"].as_str().unwrap().contains(told), "{query}: {why}");
    }
    assert_eq!(
        site.get("/v1/challenges?limit=1", "").1["detail"],
        "there is no parameter \"limit\" here; there is none"
    );
    let (_, table) = site.text("/v1/submissions?format=csv&owner=%3Dada%2F..", &site.admin);
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(
        lines[2].contains(r#","'=ada/..","tictactoe","'-of, ada"".sh","sh","13","done","early","#),
        "{table}"
    );
    let archive = folder.path().join("all.tar");
    let config = ureq::Agent::config_builder().build().new_agent();
    let request = config.get(format!("{}/v1/submissions?format=tar", site.url));
    let request = request.header("authorization", format!("Bearer {}", site.admin));
    std::fs::write(&archive, request.call().unwrap().body_mut().read_to_vec().unwrap()).unwrap();
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(&archive).current_dir(folder.path()).assert().success().stderr("");
    let source = format!("tictactoe/_ada_..-{}-_-of__ada_.sh", first.as_str().unwrap());
    assert_eq!(std::fs::read_to_string(folder.path().join(source)).unwrap(), "exit 0 # ada\n");
    assert_eq!(std::fs::read_dir(folder.path().join("tictactoe")).unwrap().count(), 3);
    let (status, page) =
        site.text("/admin/submissions?owner=admin&challenge=&verdict=&since=&until=", &site.admin);
    assert!(status == 200 && page.contains("silent.sh") && !page.contains("wrong.sh"), "{page}");
    let (_, page) = site.text("/admin/submissions?limit=1", &site.admin);
    assert!(page.contains(&format!("name=\"after\" value={second}")), "{page}");
    assert_eq!(site.text("/admin/submissions", &ada).0, 403);
}

#[test]
fn states_are_streamed_until_the_submission_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let source = BASE64_STANDARD.encode("sleep 0.1; echo 1\n");
    let body = json!({ "challenge": "tictactoe", "name": "a.sh", "source_base64": source });
    let id = site.post("/v1/submissions", "", &body).1["id"].as_str().unwrap().to_owned();
    let host = site.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
    write!(stream, "GET /v1/submissions/{id}/events HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut events = String::new();
    stream.read_to_string(&mut events).unwrap();
    let states: Vec<Value> =
        events.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok()).collect();
    assert_eq!(states.last().unwrap()["state"], "done", "{events}");
    assert!(states.iter().any(|state| state["state"] == "judging"), "{events}");
    assert!(states.last().unwrap()["verdict"].is_string());
    let unlike = states.windows(2).all(|pair| pair[0]["state"] != pair[1]["state"]);
    assert!(unlike, "{events}");
}

/// Without a script: forms and links.
#[test]
fn pages_are_read_and_programs_handed_in_without_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0"]);
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
    let page = |path: &str, cookie: &str| {
        let mut answer = agent.get(format!("{}{path}", site.url)).header("cookie", cookie).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    };
    let (status, home) = page("/", "");
    assert!(status == 200 && home.contains("/challenges/tictactoe") && !home.contains("<script"), "{home}");
    let (_, challenge) = page("/challenges/tictactoe", "");
    assert!(challenge.contains("Leaderboard") && challenge.contains("Two players, X and O"), "{challenge}");
    let form = |fields: &[(&str, &str)]| {
        let part = |(head, content): &(&str, &str)| {
            format!("--b\r\nContent-Disposition: form-data; name={head}\r\n\r\n{content}\r\n")
        };
        fields.iter().map(part).collect::<String>() + "--b--\r\n"
    };
    let send = |origin: &str, fields: &[(&str, &str)]| {
        let request = agent.post(format!("{}/challenges/tictactoe", site.url));
        let request =
            request.header("content-type", "multipart/form-data; boundary=b").header("origin", origin);
        request.send(form(fields)).unwrap()
    };
    let pasted = [("file; filename=\"\"", ""), ("source", "print('<b>')\r\n"), ("language", "Python")];
    let sent = send(&site.url, &pasted);
    assert_eq!(sent.status(), 303);
    let place = sent.headers()["location"].to_str().unwrap().to_owned();
    let (_, waiting) = page(&place, "");
    assert!(waiting.contains("waiting") && waiting.contains("http-equiv=\"refresh\""), "{waiting}");
    assert!(waiting.contains("print('&lt;b&gt;')") && !waiting.contains("<b>"), "{waiting}");
    assert_eq!(site.text(&format!("/v1{place}/source"), &site.admin).1, "print('<b>')\n");
    assert_eq!(page("/admin", "").0, 403, "who is on this machine is no admin");
    assert_eq!(page("/admin", "judge-token=forged").0, 401);
    let cookie = format!("judge-token={}", site.admin);
    let (status, admin) = page("/admin", &cookie);
    assert!(status == 200 && admin.contains("There are none: nothing is judged."), "{admin}");
    assert_eq!(send("http://evil.example", &pasted).status(), 403);
    let file = [("file; filename=\"a.pl\"", "print 1\r\n"), ("source", ""), ("language", "")];
    let place = send(&site.url, &file).headers()["location"].to_str().unwrap().to_owned();
    assert_eq!(
        site.text(&format!("/v1{place}/source"), &site.admin).1,
        "print 1\r\n",
        "a file is taken as it is"
    );
    let mut unclear = send(&site.url, &[("source", "\r\n<x>"), ("language", "")]);
    assert_eq!(unclear.status(), 400, "which language?");
    let again = unclear.body_mut().read_to_string().unwrap();
    assert!(again.contains("name the language</p>") && again.contains("\n\n&lt;x&gt;</textarea>"), "{again}");
    assert!(again.contains("aria-invalid=\"true\"") && again.contains("role=\"alert\""), "{again}");
    let mut unknown = send(&site.url, &[("file; filename=\"a.unknown\"", "kept"), ("language", "")]);
    let again = unknown.body_mut().read_to_string().unwrap();
    assert!(again.contains("kept</textarea>") && again.contains("value=\"a.unknown\""), "{again}");
    let (_, challenge) = page("/challenges/tictactoe", "");
    assert!(challenge.contains("<option selected>Perl"), "the language of the last submission");
    // A file with a known ending is not judged in it, but for a source that is pasted it holds, and for what is chosen.
    let language = |fields: &[(&str, &str)]| {
        let place = send(&site.url, fields).headers()["location"].to_str().unwrap().to_owned();
        site.get(&format!("/v1{place}"), &site.admin).1["language"].as_str().unwrap().to_owned()
    };
    let remembered = [("language", "Perl"), ("remembered", "Perl")];
    let with = |first: (&'static str, &'static str)| [&[first][..], &remembered].concat();
    assert_eq!(language(&with(("file; filename=\"a.py\"", "1"))), "Python");
    assert_eq!(language(&with(("file; filename=\"a.txt\"", "1"))), "Perl");
    assert_eq!(language(&with(("source", "1"))), "Perl");
    assert_eq!(language(&[("file; filename=\"a.py\"", "1"), ("language", "Perl")]), "Perl");
    let both = [("file; filename=\"a.py\"", "1"), ("source", "2")];
    assert_eq!(send(&site.url, &both).status(), 400, "which of them?");
    assert_eq!(send(&site.url, &[both[0], both[0]]).status(), 400, "which of them?");
    assert_eq!(page("/challenges/none", "").0, 404);
}

/// Each operation of the description is there, and answers as described, whether its caller may do it or not.
#[test]
fn the_interface_is_as_its_description_says() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--tokens"]);
    let document = description();
    assert_eq!(site.get("/v1/openapi.json", "").1, document);
    let id = site.judge(&site.admin, "silent.sh", "exit 0\n")["id"].as_str().unwrap().to_owned();
    let good = json!({ "challenge": "tictactoe", "name": "a.sh", "source": "exit 0" });
    let bodies = [
        good,
        json!({ "challenge": "tictactoe", "why": "", "submission": id }),
        json!([]),
        json!({ "challenge": "tictactoe", "why": "", "verdict": "no" }),
        json!({ "challenge": "tictactoe", "verdict": 1 }),
    ];
    let mut told = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let paths = [("{challenge}", "tictactoe"), ("{id}", id.as_str()), ("{name}", "none")];
        let at = paths.iter().fold(path.clone(), |at, (name, value)| at.replace(name, value));
        let some = at.contains(&id).then(|| at.replace(&id, "none"));
        for at in [Some(at), some].into_iter().flatten() {
            for token in ["", &site.admin] {
                if methods.get("get").is_some() {
                    told.insert(described(path, "get", &site.reply("get", &at, token, None)));
                } else {
                    assert_eq!(site.reply("get", &at, token, None).status, 405, "{path}");
                }
                for body in &bodies {
                    let reply = site.reply("post", &at, token, Some(body));
                    if let Some(operation) = methods.get("post") {
                        let status = described(path, "post", &reply);
                        assert!(![200, 202].contains(&status) || is_body(operation, body), "{path}: {body}");
                        assert!(status != 422 || !is_body(operation, body), "{path}: {body}");
                        told.insert(status);
                    } else {
                        assert_eq!(reply.status, 405, "{path}");
                    }
                }
            }
        }
    }
    assert_eq!(told, BTreeSet::from([200, 202, 401, 404, 422]));
}

/// What is read is what is described, to the choice between a source and a command.
#[test]
fn a_submission_has_a_source_or_a_command() {
    let operation = &description()["paths"]["/v1/submissions"]["post"];
    let with = |more: &[(&str, Value)]| {
        let mut body = json!({ "challenge": "tictactoe" });
        more.iter().for_each(|(name, value)| body[name] = value.clone());
        is_body(operation, &body)
    };
    let (source, command) = (("source", json!("x")), ("command", json!(["sh"])));
    assert!(with(std::slice::from_ref(&source)) && with(std::slice::from_ref(&command)));
    assert!(!with(&[]) && !with(&[source, command]) && !with(&[("source", Value::Null)]));
}

/// Whether a body is one of those described; there may be any if none is.
fn is_body(operation: &Value, body: &Value) -> bool {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let schema = json!({ "components": description()["components"], "allOf": [schema] });
    operation["requestBody"].is_null() || jsonschema::validator_for(&schema).unwrap().is_valid(body)
}

/// Checks that an answer is as described, and returns its status.
fn described(path: &str, method: &str, reply: &Reply) -> u16 {
    let Reply { status, media, text } = reply;
    let answer = &description()["paths"][path][method]["responses"][status.to_string()];
    assert!(
        answer["description"].as_str().is_some_and(|words| !words.is_empty()),
        "{method} {path} {status}"
    );
    assert!(answer["content"][media].is_object(), "{method} {path} {status}: {media}");
    if [PROBLEM, "application/json"].contains(&media.as_str()) {
        conforms(path, method, &status.to_string(), &serde_json::from_str(text).unwrap());
    }
    *status
}

/// Nothing is left to be said, and nothing is referred to that is not there.
#[test]
fn the_description_is_complete() {
    let document = description();
    let (mut operations, mut ids) = (0, BTreeSet::new());
    for (path, methods) in document["paths"].as_object().unwrap() {
        for operation in methods.as_object().unwrap().values() {
            operations += 1;
            assert!(operation["summary"].is_string() && operation["tags"][0].is_string(), "{path}");
            ids.insert(operation["operationId"].as_str().unwrap().to_owned());
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let named = parameters.iter().filter(|parameter| parameter["in"] == "path");
            let named: BTreeSet<_> =
                named.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect();
            let in_path = path.split('{').skip(1).map(|rest| rest.split('}').next().unwrap().to_owned());
            assert_eq!(named, in_path.collect(), "{path}");
            assert!(parameters.iter().all(|parameter| parameter["description"].is_string()), "{path}");
            for (status, answer) in operation["responses"].as_object().unwrap() {
                assert_ne!(answer["description"], "", "{path} {status}");
                let has_body = answer["content"].as_object().is_some_and(|content| !content.is_empty());
                assert_eq!(has_body, status != "304", "{path} {status}");
            }
        }
    }
    assert_eq!((operations, ids.len()), (19, 19));
    let listed = document["paths"]["/v1/submissions"]["get"]["parameters"].as_array().unwrap();
    let since = &listed.iter().find(|parameter| parameter["name"] == "since").unwrap()["schema"];
    let days = ["2023", "2024", "2000", "2100", "2400"].map(|year| json!(format!("{year}-02-29")));
    assert_eq!(days.map(|day| jsonschema::is_valid(since, &day)), [false, true, true, false, true]);
    let text = document.to_string();
    for name in text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
}

/// An allowed host receives a ruling, signed; any other is refused.
#[test]
fn a_webhook_is_told_of_the_ruling_and_signed() {
    let folder = tempfile::tempdir().unwrap();
    let hook = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = hook.local_addr().unwrap().to_string();
    let site = Site::start(folder.path(), &["--webhook-host", &host]);
    let body = |address: &str| json!({ "challenge": "tictactoe", "name": "a.sh", "source": "exit 0", "webhook": address });
    assert_eq!(site.post("/v1/submissions", "", &body("http://127.0.0.1:9/")).0, 400);
    let (status, submission) = site.post("/v1/submissions", "", &body(&format!("http://{host}/told")));
    assert_eq!(status, 202, "{submission}");
    let (mut heard, mut text) = (hook.accept().unwrap().0, Vec::new());
    while !text.ends_with(b"}") {
        let mut part = [0; 4_096];
        let count = heard.read(&mut part).unwrap();
        assert!(count > 0);
        text.extend_from_slice(&part[..count]);
    }
    heard.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
    let text = String::from_utf8(text).unwrap();
    let (head, said) = text.split_once("\r\n\r\n").unwrap();
    let said: Value = serde_json::from_str(said).unwrap();
    assert!(head.starts_with("POST /told ") && head.contains("judge-signature: sha256="), "{head}");
    assert_eq!((&said["id"], &said["verdict"]), (&submission["id"], &json!("early")));
}

/// Idle connections, and a body that stops half way, do not prevent answers to others.
#[test]
fn silent_connections_do_not_stop_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0"]);
    let host = site.url.strip_prefix("http://").unwrap();
    let silent: Vec<_> = (0..1_000).map_while(|_| TcpStream::connect(host).ok()).collect();
    let mut half = TcpStream::connect(host).unwrap();
    write!(half, "POST /v1/submissions HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{\"chal").unwrap();
    assert_eq!(site.get("/v1/leaderboards/tictactoe", "").0, 200);
    drop((silent, half));
}

/// The words of a command are words: none of them shows a file of the machine.
#[test]
fn commands_are_judged_as_by_check_and_not_ranked() {
    if !has_isolation("namespaces") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let golfed = program("golf/tictactoe/ttt.py");
    let report = |judge: &mut Command, code| {
        let told = judge.current_dir(folder.path()).assert().code(code).get_output().stdout.clone();
        let told = String::from_utf8(told).unwrap();
        told.lines()
            .filter(|line| line.contains("passed") || line.contains("expected"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for (source, code) in [(golfed.as_str(), 0), ("print('no')", 1)] {
        let mut submit = Command::cargo_bin("judge").unwrap();
        submit.args([
            "submit",
            "--challenge",
            "tictactoe",
            "--server",
            &site.url,
            "--",
            "python3",
            "-c",
            source,
        ]);
        let mut check = Command::cargo_bin("judge").unwrap();
        check.args(["check", "--suite", "examples", "--", "python3", "-c", source]);
        let told = report(&mut submit, code);
        assert!(!told.is_empty());
        assert_eq!(told, report(&mut check, code));
    }
    let secret = folder.path().join("secret.py");
    std::fs::write(&secret, golfed).unwrap();
    let hand_in = |command: Value| {
        site.post("/v1/submissions?wait=30s", "", &json!({ "challenge": "tictactoe", "command": command }))
    };
    let (status, submission) = hand_in(json!(["python3", secret]));
    assert_eq!(status, 200, "{submission}");
    assert_ne!(submission["verdict"], "accepted", "it read a file of the machine");
    for (command, why) in [
        (json!([]), "interpreter"),
        (json!(["cat", "/etc/passwd"]), "interpreter"),
        (json!(["/usr/bin/python3", "-c", ""]), "interpreter"),
        (json!(["gcc", "-v"]), "interpreter"),
        (json!(["python3", "-c", "\0"]), "NUL"),
        (json!(["python3", "-c", "x".repeat(70_000)]), "too long"),
    ] {
        let (status, answer) = hand_in(command);
        let told = answer["detail"].as_str().unwrap_or_default();
        assert!([400, 413].contains(&status) && told.contains(why), "{status} {answer}");
    }
    assert_eq!(site.get("/v1/leaderboards/tictactoe", "").1["rows"], json!([]), "a command has no size");
}

/// The answers of a reference are part of the challenge: if they have changed, no earlier ruling counts.
#[test]
fn a_reference_that_has_changed_is_another_challenge() {
    let folder = tempfile::tempdir().unwrap();
    let challenge = folder.path().join("echo");
    std::fs::create_dir(&challenge).unwrap();
    let write = |name: &str, text: &str| std::fs::write(challenge.join(name), text).unwrap();
    write(
        "challenge.toml",
        "title = 'Echo'\nreference = ['perl', 'reference.pl']\nsamples = ['one', 'two']\n",
    );
    needs::program("perl");
    let echo = |more: &str| format!("$| = 1;\nprint \"> \";\nwhile (<STDIN>) {{ print \"$_{more}> \"; }}\n");
    for (reference, verdict) in [(echo(""), "accepted"), (echo("\\n"), "wrong")] {
        write("reference.pl", &reference);
        let site =
            Site::start(folder.path(), &["--suite", "smoke", "--challenges", challenge.to_str().unwrap()]);
        let body = json!({ "challenge": "echo", "name": "echo.pl", "source": echo("") });
        let (status, submission) = site.post("/v1/submissions?wait=30s", "", &body);
        assert_eq!((status, &submission["verdict"]), (200, &json!(verdict)), "{submission}");
    }
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge.args(["serve", "--suite", "examples", "--challenges"]).arg(&challenge);
    judge.arg("--database").arg(folder.path().join("judge.sqlite"));
    let why = "echo has none of the suites named; it has smoke, random";
    judge.assert().code(2).stderr(predicate::str::contains(why));
}

/// Names of students and games that they need not see.
#[test]
fn a_service_for_a_course_shows_nothing_to_others() {
    let folder = tempfile::tempdir().unwrap();
    let site =
        Site::start(folder.path(), &["--workers", "0", "--tokens", "--private", "--only", "bank,tictactoe"]);
    let names: Vec<_> =
        site.get("/v1/challenges", "").1.as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, ["tictactoe", "bank"]);
    for (token, status) in [("", 401), ("forged", 401), (&site.admin, 200)] {
        assert_eq!(site.get("/v1/leaderboards/bank", token).0, status, "{token}");
    }
    assert!(site.text("/challenges/bank", "").1.contains("to see it"));
    assert!(site.text("/challenges/bank", &site.admin).1.contains("Nobody has been accepted yet."));
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge.args(["serve", "--only", "none", "--database"]).arg(folder.path().join("other.sqlite"));
    judge
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no challenge \"none\" to offer; there are tictactoe"));
}

/// What is damaged in a folder of challenges, an archive too, does not keep others from being offered, and nor is a name that
/// is in none of them taken for a damaged folder.
#[test]
fn a_damaged_archive_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let challenges = folder.path().join("challenges");
    for name in ["a b", "c#1"] {
        let challenge = challenges.join(name);
        std::fs::create_dir_all(challenge.join("cases")).unwrap();
        std::fs::write(challenge.join("challenge.toml"), "title = 'Copy'\n[cases]\n").unwrap();
        std::fs::write(challenge.join("cases/1.in"), "1\n").unwrap();
        std::fs::write(challenge.join("cases/1.ans"), "1\n").unwrap();
    }
    std::fs::write(challenges.join("text.zip"), "hello\n").unwrap();
    let of_folder = ["--workers", "0", "--suite", "fixtures", "--challenges", challenges.to_str().unwrap()];
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge.arg("serve").args(of_folder).args(["--only", "quik", "--database"]);
    let why = predicate::str::is_match("no challenge \"quik\" to offer; there are tictactoe, .*, a b, c#1")
        .unwrap();
    judge.arg(folder.path().join("other.sqlite")).assert().code(2).stderr(why);
    let site = Site::start(folder.path(), &of_folder);
    let (home, all) = (site.text("/", "").1, site.get("/v1/challenges", "").1.to_string());
    for name in ["a%20b", "c%231"] {
        assert!(home.contains(&format!("href=\"/challenges/{name}\"")), "{home}");
        let leaderboard = format!("/v1/leaderboards/{name}");
        assert!(all.contains(&format!("\"{leaderboard}\"")), "{all}");
        assert_eq!(site.get(&leaderboard, "").0, 200);
        assert!(site.text(&format!("/challenges/{name}"), "").1.contains(&format!("\"/challenges/{name}\"")));
    }
}

/// Nobody has judged what waits, so a changed challenge is nothing to wait for.
#[test]
fn what_waits_is_judged_by_the_challenge_of_now() {
    needs::program("perl");
    let folder = tempfile::tempdir().unwrap();
    let challenge = folder.path().join("echo");
    std::fs::create_dir(&challenge).unwrap();
    let echo = "$| = 1;\nprint \"> \";\nwhile (<STDIN>) { print \"$_> \"; }\n";
    std::fs::write(challenge.join("reference.pl"), echo).unwrap();
    let entitle = |title: &str| {
        let text =
            format!("title = '{title}'\nreference = ['perl', 'reference.pl']\nsamples = ['one', 'two']\n");
        std::fs::write(challenge.join("challenge.toml"), text).unwrap();
    };
    let offering = ["--suite", "smoke", "--challenges", challenge.to_str().unwrap()];
    entitle("Echo");
    let site = Site::start(folder.path(), &[&offering[..], &["--workers", "0"]].concat());
    let body = json!({ "challenge": "echo", "name": "echo.pl", "source": echo });
    let id = site.post("/v1/submissions", "", &body).1["id"].as_str().unwrap().to_owned();
    assert_eq!(site.stop(), Some(0));
    let site = Site::start(folder.path(), &["--workers", "0"]);
    let (_, page) = site.text(&format!("/submissions/{id}"), "");
    assert!(page.contains("echo is not offered any more"), "{page}");
    assert_eq!(site.stop(), Some(0));
    entitle("The echo");
    let site = Site::start(folder.path(), &offering);
    let mut submission = Value::Null;
    while submission["state"] != "done" {
        submission = site.get(&format!("/v1/submissions/{id}?wait=30s"), "").1;
    }
    assert_eq!(submission["verdict"], "accepted");
}

/// A ruling by other files than those of the key would be taken for one by them.
#[test]
fn a_challenge_that_changes_meanwhile_rules_on_nothing() {
    needs::program("perl");
    let folder = tempfile::tempdir().unwrap();
    let challenge = folder.path().join("copy");
    let write = |name: &str, text: &str| std::fs::write(challenge.join(name), text).unwrap();
    std::fs::create_dir_all(challenge.join("cases")).unwrap();
    write("challenge.toml", "title = 'Copy'\n[cases]\n");
    write("cases/1.in", "1\n");
    write("cases/1.ans", "1\n");
    let options = ["--suite", "fixtures", "--challenges", challenge.to_str().unwrap()];
    let site = Site::start(folder.path(), &options);
    write("cases/1.ans", "2\n");
    let body = json!({ "challenge": "copy", "name": "copy.pl", "source": "print <>" });
    let (_, submission) = site.post("/v1/submissions?wait=12s", "", &body);
    assert_eq!(submission["verdict"], Value::Null, "{submission}");
    write("cases/1.ans", "1\n");
    let at = format!("{}?wait=30s", submission["url"].as_str().unwrap());
    assert_eq!(site.get(&at, "").1["verdict"], "accepted");
    write("cases/1.ans", "2\n");
    let (_, submission) = site.post(
        "/v1/submissions?wait=1s",
        "",
        &json!({ "challenge": "copy", "name": "copy.pl", "source": "print  <>" }),
    );
    assert_eq!(site.stop(), Some(0));
    let site = Site::start(folder.path(), &options);
    let at = format!("{}?wait=30s", submission["url"].as_str().unwrap());
    assert_eq!(site.get(&at, "").1["verdict"], "wrong");
}

/// A client that waits for a ruling gets it, though the server is killed meanwhile.
#[test]
fn the_client_waits_for_a_server_that_comes_back() {
    needs::program("perl");
    let folder = tempfile::tempdir().unwrap();
    let mut site = Site::start(folder.path(), &["--workers", "0"]);
    let mut submit = std::process::Command::new(env!("CARGO_BIN_EXE_judge"));
    submit.args(["submit", "--challenge", "tictactoe", "--server", &site.url, "golf/tictactoe/ttt.pl"]);
    submit.current_dir(env!("CARGO_MANIFEST_DIR")).stdout(std::process::Stdio::piped());
    let submit = submit.spawn().unwrap();
    while site.get("/v1/submissions", "").1 == json!([]) {}
    let address = site.url.strip_prefix("http://").unwrap().to_owned();
    site.kill();
    let _again = Site::start(folder.path(), &["--listen", &address]);
    let told = submit.wait_with_output().unwrap();
    assert!(told.status.success());
    assert!(String::from_utf8_lossy(&told.stdout).contains("1 of 1 passed"), "{told:?}");
}

#[test]
fn a_password_comes_from_a_file_and_is_not_shown() {
    let Some(server) = Server::start() else { return };
    server.query("alter role judge password 'sesame'");
    server.ask_for_passwords();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    let token = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let mut judge = Command::cargo_bin("judge").unwrap();
        judge.args(["token", "ada", "--database", &server.address(), "--password-file"]).arg(&file);
        judge.assert()
    };
    token("sesame\n").success();
    token("\n").code(2).stderr(predicate::str::contains("password: its first line has no password"));
    let refused = predicate::str::contains("password authentication failed");
    token("simsim\n").code(2).stderr(refused.and(predicate::str::contains("simsim").not()));
}

/// A link lets somebody in once, if they say so on our own page.
#[test]
fn somebody_signs_in_by_a_link_once() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0", "--tokens"]);
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge.args(["token", "ada", "--link", &site.url, "--database"]).arg(folder.path().join("judge.sqlite"));
    let told = String::from_utf8(judge.assert().success().get_output().stdout.clone()).unwrap();
    let link = told.trim().strip_prefix(&site.url).unwrap();
    for _ in 0..2 {
        let (status, page) = site.text(link, "");
        assert!(status == 200 && page.contains("Sign in as ada"), "following it lets nobody in: {page}");
    }
    assert_eq!(site.text(&format!("/sign-in?token={}", site.admin), "").1.matches("Set-Cookie").count(), 0);
    let form = link.split_once('?').unwrap().1;
    let (status, token) = site.sign_in(form);
    assert_eq!((status, site.get("/v1/submissions", &token.unwrap()).0), (200, 200));
    assert_eq!(site.sign_in(form), (400, None), "it was used");
    assert_eq!(site.text(link, "").0, 400);
    assert_eq!(site.sign_in("token=forged"), (400, None));
    assert_eq!(site.sign_in(&format!("token={}", "x".repeat(20_000))).0, 413);
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    for (name, value) in [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")] {
        let request = agent.post(format!("{}/sign-in", site.url)).header(name, value);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        assert_eq!(request.send(format!("token={}", site.admin)).unwrap().status(), 403, "{name}");
    }
}

/// What was found by trying to get in (`service_auth`), beside what other tests have.
#[test]
fn invalid_credentials_and_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0"]);
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let status = |credentials: &str| {
        let request = agent.get(format!("{}/v1/submissions", site.url));
        request.header("authorization", credentials).call().unwrap().status().as_u16()
    };
    for credentials in ["Bearer_x", "Bearer", "Bearer ", "Basic YTpi", "Bearer ' or 1=1 --", "x"] {
        assert_eq!(status(credentials), 401, "{credentials}");
    }
    assert_eq!(
        [status(&format!("Bearer {}", site.admin)), status(&format!("bearer {}", site.admin))],
        [200, 200]
    );
    for name in ["a\u{2028}b.py", "a\u{202e}yp.exe", "a\u{200b}.py", "a\tb.py", "\u{feff}.py"] {
        let body = json!({ "challenge": "tictactoe", "name": name, "source": "x", "language": "Python" });
        assert_eq!(site.post("/v1/submissions", "", &body).0, 400, "{name:?}");
    }
    let path = "/v1/submissions/none";
    assert_eq!(
        (site.get(&format!("{path}?wait=never"), "x").0, site.get(&format!("{path}?wait=x"), "").0),
        (401, 404)
    );
    assert_eq!(
        [site.get(&format!("{path}?wait="), "").0, site.get(&format!("{path}?wait=0"), "").0],
        [404, 404]
    );
    let (status, refused) = site.post("/v1/challenges", "", &json!({}));
    assert!(status == 405 && refused["code"] == "method-not-allowed", "{status} {refused}");
    assert_eq!(site.get("/v1/leaderboards/tictactoe?limit=0", "").0, 400);
    assert_eq!(site.get("/v1/leaderboards/tictactoe?limit=7", "").1["total"], 0);
}

/// Whoever may not send a body is told so before it is read, and whoever may has a share of the memory.
#[test]
fn a_body_is_read_only_from_who_may_send_it() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0", "--tokens"]);
    let host = site.url.strip_prefix("http://").unwrap().to_owned();
    let begin = |path: &str, token: &str, length: usize| {
        let mut stream = TcpStream::connect(&host).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let status = |mut stream: TcpStream| {
        let mut told = String::new();
        let _ = stream.read_to_string(&mut told);
        told.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    let long = vec![b' '; 6 << 20];
    let mut forged = begin("/v1/submissions", "forged", long.len());
    forged.write_all(&long).unwrap();
    assert_eq!(status(forged), "401");
    let mut short = begin("/v1/rejudgings", &site.admin, 1 << 20);
    short.write_all(&long[..1 << 20]).unwrap();
    assert_eq!(status(short), "413");
    // Three of the longest bodies are a client's share, and each takes all of it but the end.
    let held: Vec<_> = (0..3)
        .map(|_| {
            let mut stream = begin("/v1/submissions", &site.admin, long.len() + 1);
            stream.write_all(&long).unwrap();
            stream
        })
        .collect();
    let body = json!({ "challenge": "tictactoe", "name": "a.py", "source": "x".repeat(1 << 20) });
    let mut statuses = Vec::new();
    // Until all of them have come, there is room.
    while !statuses.contains(&429) && statuses.len() < 100 {
        statuses.push(site.post("/v1/submissions", &site.admin, &body).0);
    }
    assert!(
        statuses.iter().all(|status| [202, 429].contains(status)) && statuses.ends_with(&[429]),
        "{statuses:?}"
    );
    drop(held);
    while site.post("/v1/submissions", &site.admin, &body).0 != 202 {}
}

/// The figures may have an address of their own.
#[test]
fn figures_are_shown_to_everybody_on_their_own_address() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let site = Site::start(folder.path(), &["--workers", "0", "--metrics", &address]);
    let get = |path: &str| {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut answer = agent.get(format!("http://{address}{path}")).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    };
    site.post(
        "/v1/submissions",
        "",
        &json!({ "challenge": "tictactoe", "name": "a.hs", "source": "x", "language": "Haskell" }),
    );
    let (status, text) = get("/metrics");
    assert_eq!(status, 200, "{text}");
    assert_eq!(get("/v1/submissions").0, 404, "and nothing else");
    drop(site);
}

/// Whoever waits for a worker that is not there is told so, on the page, by the interface and on the terminal.
#[test]
fn it_is_said_that_no_worker_can_judge_a_language() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0"]);
    let body = json!({ "challenge": "tictactoe", "name": "a.py", "source": "x" });
    let submission = site.post("/v1/submissions", "", &body).1;
    assert_eq!(submission["judgeable"], false);
    conforms("/v1/submissions", "post", "202", &submission);
    let page = format!("/submissions/{}", submission["id"].as_str().unwrap());
    assert!(site.text(&page, "").1.contains("No worker can judge Python at the moment"));
    assert!(site.text("/admin", &site.admin).1.contains("No worker can judge 1 of these in Python"));
    let figure = "judge_jobs_without_worker{class=\"live\",language=\"Python\"} 1";
    assert!(site.text("/metrics", &site.admin).1.contains(figure));
    let mut submit = std::process::Command::new(env!("CARGO_BIN_EXE_judge"));
    submit
        .args(["submit", "--challenge", "tictactoe", "--server", &site.url, "golf/tictactoe/ttt.pl"])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let mut submit = submit.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(submit.stderr.take().unwrap()));
    let told = lines.next().unwrap().unwrap();
    let _ = (submit.kill(), submit.wait());
    assert!(told.contains("No worker can judge Perl") && told.contains("/submissions/"), "{told}");
}

/// A report shows commands as the author of the program would type them, and no path of the server.
#[test]
fn a_report_has_no_paths_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let wrong = site.judge("", "wrong.py", "print('X> ', end='')\n");
    let report = |format: &str| {
        site.text(&format!("{}?format={format}", wrong["report"].as_str().unwrap()), &site.admin).1
    };
    for format in Format::VARIANTS.iter().chain(&["run"]) {
        let text = report(format);
        for path in ["/tmp/", "tmp/judge-", "/usr/bin", "/.pyenv", "bin/python"] {
            assert!(!text.contains(path), "{format}: {path} in {text}");
        }
    }
    let text = report("terminal");
    assert!(text.contains("python3 wrong.py") && text.contains("judge replay"), "{text}");
    let replay = text.lines().find(|line| line.contains("judge replay")).unwrap();
    assert!(replay.trim_end().ends_with("wrong.py") && !replay.contains(" -- "), "{replay}");
}

/// A worker chooses its machine's name and the runs that it saves.
#[test]
fn what_a_worker_says_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let done = site.judge("", "silent.sh", "exit 0\n");
    let database = folder.path().join("judge.sqlite");
    let machine = "evil\u{1b}\u{202e}\"";
    let new = NewWorker {
        machine,
        machine_key: "",
        build: "",
        isolation: "",
        pace: Duration::ZERO,
        abilities: &[],
    };
    Store::file(&database).unwrap().register(&new).unwrap();
    let (_, figures) = site.text("/metrics", &site.admin);
    assert!(figures.contains("evil") && !figures.contains(['\u{1b}', '\u{202e}']), "{figures}");
    rusqlite::Connection::open(&database).unwrap().execute("update run set content = 'x'", []).unwrap();
    for _ in 0..2 {
        let reply = site.reply("get", done["report"].as_str().unwrap(), "", None);
        assert!(reply.status == 500 && reply.text.contains("damaged"), "{}", reply.text);
    }
    let host = site.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 403") || answer.starts_with("HTTP/1.1 400"), "{answer}");
}

/// The verdict is what decides; that it crashed is what its author looks for.
#[test]
fn the_page_of_a_program_that_crashed_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let crashed = site.judge("", "crash.py", "print('...\\n...\\n...\\nX> ', end='')\nint('?')\n");
    assert_eq!(crashed["verdict"], "early");
    let (_, page) = site.text(&format!("/submissions/{}", crashed["id"].as_str().unwrap()), "");
    assert!(page.contains("It crashed.") && page.contains("ValueError"), "{page}");
}

/// Only the user of the service may read its database.
#[test]
fn the_database_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("new/judge.sqlite");
    let site = Site::on(database.to_str().unwrap(), folder.path(), &["--workers", "0"]);
    let mode = |name: &str| {
        let path = folder.path().join("new").join(name);
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    };
    assert_eq!(mode(""), 0o700);
    assert_eq!(["judge.sqlite", "judge.sqlite-wal", "judge.sqlite-shm"].map(mode), [0o600; 3]);
    drop(site);
    std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
    drop(Site::on(database.to_str().unwrap(), folder.path(), &["--workers", "0"]));
    assert_eq!(mode("judge.sqlite"), 0o600, "that of an earlier judge, too");
    let named = |database: String| {
        let mut judge = Command::cargo_bin("judge").unwrap();
        judge.args(["token", "ada", "--database", &database]).current_dir(folder.path()).assert()
    };
    named(format!("sqlite://{}", database.display())).success();
    named("sqlite:other.sqlite".to_owned()).success();
    assert!(folder.path().join("other.sqlite").is_file() && !folder.path().join("sqlite:").exists());
    named("mysql://db/judge".to_owned()).code(2).stderr(predicate::str::contains("no database \"mysql\""));
    named("sqlite:".to_owned()).code(2).stderr(predicate::str::contains("name the file"));
}

/// Submissions are deleted by their owner, with all that shows them.
#[test]
fn submissions_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let done = site.judge("", "silent.sh", "exit 0\n");
    let forget = |arguments: &[&str], told: &str| {
        let mut judge = Command::cargo_bin("judge").unwrap();
        judge
            .args(["service", "forget", "--database"])
            .arg(folder.path().join("judge.sqlite"))
            .args(arguments);
        judge.assert().success().stdout(format!("{told}\n"));
    };
    forget(&["--owner", "local", "--dry-run"], "1 submission would be deleted");
    forget(&["--older-than", "1d"], "0 submissions deleted");
    forget(&["--owner", "ada"], "0 submissions deleted");
    assert_eq!(site.get(done["url"].as_str().unwrap(), "").0, 200);
    let other = site.judge("", "other.sh", "exit 0\n");
    let (url, id) = (other["url"].as_str().unwrap(), other["id"].as_str().unwrap());
    assert_eq!(site.reply("delete", url, "", None).status, 403, "an admin decides");
    let deleted = site.reply("delete", url, &site.admin, None);
    assert_eq!((deleted.status, &*deleted.text), (200, r#"{"deleted":true}"#));
    assert_eq!(site.reply("delete", url, &site.admin, None).status, 404);
    forget(&["--submission", id], "0 submissions deleted");
    let long = format!("# {}\nexit 0\n", "long ".repeat(200_000));
    site.judge("", "long.sh", &long);
    let of = |file: &str| std::fs::metadata(folder.path().join(file)).unwrap().len();
    let size = || of("judge.sqlite") + of("judge.sqlite-wal");
    let before = size();
    forget(&["--owner", "local"], "2 submissions deleted");
    assert!(size() + 900_000 < before, "{before} {}", size());
    assert_eq!(site.get(done["url"].as_str().unwrap(), "").0, 404);
    assert_eq!(site.get(done["report"].as_str().unwrap(), "").0, 404);
    let mut judge = Command::cargo_bin("judge").unwrap();
    judge.args(["service", "forget"]).assert().code(2).stderr(predicate::str::contains("--owner"));
}

/// A challenge without a text shows its title and a run.
#[test]
fn a_challenge_without_a_text_shows_an_example() {
    let folder = tempfile::tempdir().unwrap();
    let challenge = folder.path().join("shop");
    std::fs::create_dir(&challenge).unwrap();
    std::fs::copy("fixtures/vending/challenge.toml", challenge.join("challenge.toml")).unwrap();
    let site = Site::start(
        folder.path(),
        &["--workers", "0", "--suite", "smoke", "--challenges", challenge.to_str().unwrap()],
    );
    let (_, page) = site.text("/challenges/shop", "");
    assert!(page.contains("A run of the reference") && page.contains("<h1>Vending machine</h1>"), "{page}");
    let (_, home) = site.text("/", "");
    assert!(home.contains("Vending machine") && !home.contains("]("), "{home}");
}

/// Whole cases are judged like any challenge, by a validator that is compiled, too, and with their own limits.
#[test]
fn whole_cases_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    let challenge = folder.path().join("even");
    let write = |name: &str, text: &str| {
        let path = challenge.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let manifest = "title = 'An even number'\n[cases]\ntime = 1\nvalidator = 'validator/even.c'\n";
    write("challenge.toml", manifest);
    write("cases/1.in", "3\n");
    write("cases/1.ans", "any above\n");
    write(
        "validator/even.c",
        "#include <stdio.h>\nint main(int n, char **v) { int above, got = 1; fscanf(fopen(v[1], \"r\"), \"%d\", &above);\n\
         if (scanf(\"%d\", &got) == 1 && got > above && got % 2 == 0) return 42;\n\
         fprintf(stderr, \"%d is odd or too small\\n\", got); return 43; }\n",
    );
    let challenges = ["--suite", "fixtures", "--challenges", challenge.to_str().unwrap()];
    needs::program("perl");
    let site = Site::start(folder.path(), &challenges);
    for (source, verdict) in [
        ("print <> + 1", "accepted"),
        ("print 100", "accepted"),
        ("print <>", "wrong"),
        ("1 while 1", "cpu-time"),
        ("die", "crashed"),
    ] {
        let body = json!({ "challenge": "even", "name": "even.pl", "source": source });
        let (status, submission) = site.post("/v1/submissions?wait=60s", "", &body);
        assert_eq!((status, &submission["verdict"]), (200, &json!(verdict)), "{submission}");
        let (_, page) = site.text(submission["report"].as_str().unwrap(), "");
        assert!(verdict != "wrong" || page.contains("3 is odd or too small"), "{page}");
        assert!(!page.contains(challenge.to_str().unwrap()), "{page}");
    }
    let (status, page) = site.text("/challenges/even", "");
    assert!(status == 200 && page.contains("<h1>An even number</h1>"), "{page}");
}

/// A folder with packages offers each of them: with its text and its samples, judged by its validator.
#[test]
fn packages_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    let problems = folder.path().join("problems");
    for name in ["even", "odd", "other"] {
        let write = |file: &str, text: &str| {
            let path = problems.join(name).join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("problem.yaml", &format!("problem_format_version: 2023-07\nname: A {name} <number>\n"));
        write(".timelimit", "5\n");
        write("problem_statement/problem.en.md", "Print a **larger** number.\n\n{{nextsample}}\n");
        write("data/sample/1.in", "3\n");
        write("data/sample/1.ans", "4 & more\n");
        write("data/secret/2.in", "5\n");
        write("data/secret/2.ans", "6\n");
        let validator = "read n < $1; read out; [ $out -gt $n ] && exit 42; echo above $n > ${3}judgemessage.txt; echo too small > ${3}teammessage.txt; exit 43\n";
        write("output_validators/v.sh", validator);
    }
    // It is not opened, since it is not asked for.
    std::fs::remove_dir_all(problems.join("other/data")).unwrap();
    let challenges =
        ["--suite", "fixtures", "--challenges", problems.to_str().unwrap(), "--only", "even,odd"];
    let site = Site::start(folder.path(), &challenges);
    let names: Vec<_> =
        site.get("/v1/challenges", "").1.as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, ["even", "odd"]);
    for (source, verdict) in [("read n; echo $((n + 1))", "accepted"), ("echo 4", "wrong")] {
        let body = json!({ "challenge": "even", "name": "even.sh", "source": source });
        let (status, submission) = site.post("/v1/submissions?wait=60s", "", &body);
        assert_eq!((status, &submission["verdict"]), (200, &json!(verdict)), "{submission}");
        // Of a secret case everybody is told what the validator says to them, and nothing else.
        let report = site.text(submission["report"].as_str().unwrap(), "").1;
        let told = ["too small", "above 5", "secret/2"].map(|words| report.contains(words));
        assert_eq!(told, [verdict == "wrong", false, false], "{report}");
    }
    let page = site.text("/challenges/even", "").1;
    for shown in ["A even &lt;number&gt;", "<strong>larger</strong>", "sample/1", "<pre>4 &amp; more\n</pre>"]
    {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    assert!(!page.contains("nextsample") && !page.contains("secret/2"), "{page}");
}

/// Of a case that is secret, only the verdict is, unless the challenge says otherwise; a sample is given to everybody.
#[test]
fn what_is_shown_of_a_failure_is_what_the_challenge_says() {
    needs::program("perl");
    let folder = tempfile::tempdir().unwrap();
    let challenges = [
        ("usual", ""),
        ("open", "show = 'first'\n"),
        ("all", "show = 'all'\n"),
        ("exam", "show = 'verdict'\n"),
    ];
    let folders = challenges.map(|(name, key)| {
        let challenge = folder.path().join(name);
        for (case, text) in [("sample/1", "17\n"), ("secret/2", "23\n")] {
            let path = challenge.join("cases").join(case);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path.with_extension("in"), text).unwrap();
            std::fs::write(path.with_extension("ans"), text).unwrap();
        }
        std::fs::write(challenge.join("challenge.toml"), format!("title = 'Copy'\n{key}[cases]\n")).unwrap();
        challenge.to_str().unwrap().to_owned()
    });
    let offered = folders.iter().flat_map(|folder| ["--challenges", folder]);
    let options: Vec<_> = ["--suite", "fixtures"].into_iter().chain(offered).collect();
    let site = Site::start(folder.path(), &options);
    let (of_secret, of_sample) = (["open", "all"].as_slice(), &["usual", "open", "all", "exam"]);
    for (source, sees) in [("print 17", of_secret), ("print 23", of_sample)] {
        for (challenge, _) in challenges {
            let body = json!({ "challenge": challenge, "name": "copy.pl", "source": source });
            let (_, submission) = site.post("/v1/submissions?wait=30s", "", &body);
            assert_eq!(submission["verdict"], "wrong", "{submission}");
            let (page, report) = (
                format!("/submissions/{}", submission["id"].as_str().unwrap()),
                submission["report"].as_str().unwrap(),
            );
            for format in Format::VARIANTS.iter().chain(&["ansi"]) {
                let at = format!("{report}?format={format}");
                let (text, whole) = (site.text(&at, "").1, site.text(&at, &site.admin).1);
                let tells = |text: &str| {
                    text.contains("instead of") || text.contains("secret") || text.contains("sample/1")
                };
                assert!(!tells(&text) || sees.contains(&challenge), "{challenge} {source} {format}: {text}");
                assert!(tells(&whole) || !tells(&text), "{whole}");
            }
            let most = |token: &str| {
                site.get(&format!("{report}?format=json"), token).1["candidates"][0]["most"]["memory"].clone()
            };
            assert_eq!(most("") == 0, challenge != "all", "the inputs could be encoded in figures");
            assert_ne!(most(&site.admin), 0);
            assert_eq!(
                site.text(&page, "").1.contains("instead of"),
                sees.contains(&challenge),
                "{challenge} {source}"
            );
            assert!(site.text(&page, &site.admin).1.contains("instead of"));
            let run = site.text(&format!("{report}?format=run"), "").0;
            assert_eq!(run, if challenge == "all" { 200 } else { 403 });
        }
    }
}

/// A worker may start before the server has made the tables, and waits for them.
#[test]
fn a_worker_waits_for_a_server_that_starts() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut early = std::process::Command::new(env!("CARGO_BIN_EXE_judge"));
    early.args(["worker", "--database", &server.address(), "--language", "sh", "--suite", "examples"]);
    let mut early = early.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(early.stderr.take().unwrap()));
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("waiting") && first.contains("no server has used this database yet"), "{first}");
    let site = Site::on(&server.address(), folder.path(), &["--workers", "0"]);
    assert_eq!(site.judge(&site.admin, "silent.sh", "exit 0\n")["verdict"], "early");
    let _ = (early.kill(), early.wait());
}

#[test]
fn a_worker_waits_for_the_requirements_of_a_server() {
    let Some(server) = Server::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let _site = Site::on(&server.address(), folder.path(), &["--workers", "0"]);
    // As between the tables that a server makes and what it says then.
    server.query("create table judge.kept as select * from judge.setting; delete from judge.setting");
    let mut worker = std::process::Command::new(env!("CARGO_BIN_EXE_judge"));
    worker.args(["worker", "--database", &server.address(), "--language", "sh", "--suite", "examples"]);
    let mut worker = worker.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(worker.stderr.take().unwrap()));
    let waits = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("no server has used")));
    assert!(waits.unwrap().unwrap().contains("waiting"));
    assert_eq!(server.number("select count(*) from judge.worker where ended is null"), 0);
    server.query("insert into judge.setting select * from judge.kept");
    assert!(lines.any(|line| line.is_ok_and(|line| line.contains("ready"))));
    let _ = (worker.kill(), worker.wait());
}
