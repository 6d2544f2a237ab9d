//! Programs for WebAssembly, run inside the judge.
//!
//! A file that ends in `.wasm` or `.wat` is a module for WASI, preview 1: it can use the three standard
//! streams, its arguments and its environment, and nothing else. The interpreter confines it, so it needs no
//! sandbox and no process. It is compiled once for each worker, and every game is played by a new instance.
//!
//! All measurements are exact, and the same on every machine. Processor time is fuel, which each instruction
//! uses up (500,000,000 units are a second). Time is processor time plus the time it slept, though sleeping
//! does not really wait. Its clock starts at zero and its random numbers are always the same. Memory is that
//! of its linear memories and tables. So a verdict on a module never depends on the machine or on how busy it
//! is.
//!
//! The interpreter calls the code of each next instruction. These calls must be tail calls, or each instruction
//! would use up stack. Its build script allows that where the compiler is known to make tail calls. Debug
//! assertions would prevent them, and so would several pieces of the crate that are not optimised together: `Cargo.toml`
//! sees to both. A test runs every kind of instruction on a small stack; `.ci/run` runs it for the release profile, too.

mod call;
mod wasi;
mod world;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use wasmi::errors::{ErrorKind, LinkerError};
use wasmi::{Engine, Error, Instance, Linker, Module, Store, TypedResumableCall};

use self::world::{SLICE, World, config};
use super::command::Command;
use super::error::{RunError, not_started};
use super::interrupt::Interrupt;
use crate::execution::{Ending, Execution, Limit, Limits, ProgramInput};
use crate::files;

/// The most bytes of a module.
const LARGEST: u64 = 64 << 20;

/// The bytes of a module, read from the pinned file if there is one.
fn content(command: &Command) -> io::Result<Vec<u8>> {
    let program = &command.program;
    match command.files.iter().find(|pinned| pinned.at() == program) {
        Some(pinned) => files::bounded(pinned.open_in(Path::new("/"), OFlags::RDONLY)?.into(), LARGEST),
        None => files::read(program, LARGEST),
    }
}

/// Modules that were compiled, and what they may call.
#[derive(Debug)]
pub(super) struct Modules {
    linker: Linker<World>,
    stack: u64,
    compiled: BTreeMap<PathBuf, Result<Module, String>>,
}

impl Modules {
    /// No modules yet; they may use a stack of this many bytes.
    pub(super) fn new(stack: u64) -> Modules {
        let engine = Engine::new(&config(stack));
        Modules { linker: wasi::linker(&engine), stack, compiled: BTreeMap::new() }
    }

    /// Runs a module once.
    /// Fails if the judge is interrupted.
    pub(super) fn run(
        &mut self,
        command: &Command,
        input: &ProgramInput,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<Execution, RunError> {
        if self.stack != limits.stack {
            *self = Modules::new(limits.stack);
        }
        let program = &command.program;
        if !self.compiled.contains_key(program) {
            self.compiled.insert(program.clone(), self.compile(command));
        }
        let refused = |why: &str| Execution::of_nothing(Ending::NotStarted(why.to_owned()));
        match &self.compiled[program] {
            Ok(module) => self.play(module, World::new(command, input, limits), interrupt),
            Err(why) => Ok(refused(why)),
        }
    }

    /// A module from a file, in either form; or why there is none, for people.
    fn compile(&self, command: &Command) -> Result<Module, String> {
        let path = &command.program;
        let bytes = content(command).map_err(|why| match not_started(path, &why).ending {
            Ending::NotStarted(why) => why,
            _ => why.to_string(),
        })?;
        let module = Module::new(self.linker.engine(), bytes);
        module.map_err(|why| {
            format!("{} is not a WebAssembly module: {}", path.display(), in_short(&why.to_string()))
        })
    }

    fn play(&self, module: &Module, world: World, interrupt: &Interrupt) -> Result<Execution, RunError> {
        let mut store = Store::new(self.linker.engine(), world);
        store.limiter(|world| &mut world.memory);
        let ending = match self.start(&mut store, module) {
            Ok(Some(instance)) => go_on(&mut store, instance, interrupt)?,
            Ok(None) => Ending::NotStarted("it has no function `_start`".to_owned()),
            Err(why) => ending_of(store.data(), &why),
        };
        let fuel = store.get_fuel().unwrap_or_default();
        Ok(store.into_data().into_execution(ending, fuel))
    }

    /// An instance that has run the module's start function. `None` if the module has nothing to run at all.
    fn start(&self, store: &mut Store<World>, module: &Module) -> Result<Option<Instance>, Error> {
        // The start function cannot be suspended, so it gets all fuel at once.
        let all = store.data().meter.remaining();
        grant(store, all)?;
        let instance = self.linker.instantiate_and_start(&mut *store, module)?;
        let has_run = store.get_fuel()? < all;
        Ok((has_run || instance.get_func(&*store, "_start").is_some()).then_some(instance))
    }
}

/// The first line of an error message, and the position in the source; not the source itself, which may be
/// one long line.
fn in_short(why: &str) -> String {
    let (first, rest) = why.split_once('\n').unwrap_or((why, ""));
    match rest.lines().find_map(|line| line.trim().strip_prefix("--> <anon>:")) {
        Some(place) => format!("line {}: {first}", place.replacen(':', ", column ", 1)),
        None => first.to_owned(),
    }
}

/// Runs `_start`, if there is one, to its end.
fn go_on(store: &mut Store<World>, instance: Instance, interrupt: &Interrupt) -> Result<Ending, RunError> {
    let Ok(start) = instance.get_typed_func::<(), ()>(&*store, "_start") else {
        return Ok(Ending::Exited(0));
    };
    take_back(store);
    let mut call = slice(store, 0).and_then(|()| start.call_resumable(&mut *store, ()));
    loop {
        let held = match call {
            Ok(TypedResumableCall::Finished(())) => return Ok(Ending::Exited(0)),
            Ok(TypedResumableCall::HostTrap(trap)) => return Ok(ending_of(store.data(), trap.host_error())),
            Ok(TypedResumableCall::OutOfFuel(held)) => held,
            Err(why) => return Ok(ending_of(store.data(), &why)),
        };
        if interrupt.is_raised() {
            return Err(RunError::Interrupted);
        }
        let needed = held.required_fuel();
        if store.data().meter.remaining() < needed.max(1) {
            return Ok(Ending::Stopped(Limit::Cpu));
        }
        call = slice(store, needed).and_then(|()| held.resume(&mut *store));
    }
}

/// Grants fuel for a while, and at least this much.
fn slice(store: &mut Store<World>, least: u64) -> Result<(), Error> {
    let more = store.data().meter.remaining().min(SLICE.max(least));
    grant(store, more)
}

/// Takes back unused fuel, while nothing runs.
fn take_back(store: &mut Store<World>) {
    let unused = store.get_fuel().unwrap_or_default();
    store.data_mut().meter.granted -= unused;
    store.set_fuel(0).expect("fuel is counted");
}

fn grant(store: &mut Store<World>, more: u64) -> Result<(), Error> {
    let unused = store.get_fuel()?;
    store.data_mut().meter.granted += more;
    store.set_fuel(unused + more)
}

/// How a run ended that was cut short.
fn ending_of(world: &World, why: &Error) -> Ending {
    match (&world.ending, why.as_trap_code()) {
        (Some(ending), _) => ending.clone(),
        _ if world.memory.is_beyond => Ending::Stopped(Limit::Memory),
        (None, Some(wasmi::TrapCode::OutOfFuel)) => Ending::Stopped(Limit::Cpu),
        (None, Some(code)) => Ending::Trapped(code.to_string()),
        (None, None) => Ending::NotStarted(refusal(why)),
    }
}

fn refusal(why: &Error) -> String {
    match why.kind() {
        ErrorKind::Linker(LinkerError::MissingDefinition { name, .. }) => {
            let (function, module) = (name.name(), name.module());
            format!("it imports `{function}` from `{module}`, which is not in WASI preview 1")
        }
        _ => in_short(&why.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::{FeedMode, TurnTiming};

    /// The run of a module that has these functions and gets this input.
    fn run(functions: &str, input: &ProgramInput) -> Execution {
        let imports = [
            ("args_get", "i32 i32"),
            ("args_sizes_get", "i32 i32"),
            ("clock_time_get", "i32 i64 i32"),
            ("fd_close", "i32"),
            ("fd_fdstat_get", "i32 i32"),
            ("fd_read", "i32 i32 i32 i32"),
            ("fd_write", "i32 i32 i32 i32"),
            ("random_get", "i32 i32"),
        ];
        let import = |(name, params): (&str, &str)| {
            format!(
                "(import \"wasi_snapshot_preview1\" \"{name}\" (func ${name} (param {params}) (result i32)))"
            )
        };
        let print = "(func $print (param i32 i32)
            (i32.store (i32.const 0) (local.get 0)) (i32.store (i32.const 4) (local.get 1))
            (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
          (func $read (result i32)
            (i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 5))
            (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
            (i32.load (i32.const 8)))";
        let imports = imports.map(import).concat();
        let file = tempfile::Builder::new().suffix(".wat").tempfile().unwrap();
        let text = format!("(module {imports} (memory (export \"memory\") 1) {print} {functions})");
        std::fs::write(file.path(), text).unwrap();
        let command = Command::new(file.path(), ["first"]);
        let (interrupt, _tell) = Interrupt::by_hand().unwrap();
        let limits = Limits::default();
        Modules::new(limits.stack).run(&command, input, &limits, &interrupt).unwrap()
    }

    fn input(stdin: &str, feed: FeedMode) -> ProgramInput {
        ProgramInput { stdin: stdin.into(), feed, ..ProgramInput::default() }
    }

    /// Prints what it reads, five bytes at a time.
    const ECHO: &str = "(func (export \"_start\") (local $count i32)
        (loop $next
          (if (local.tee $count (call $read))
            (then (call $print (i32.const 64) (local.get $count)) (br $next)))))";

    /// Instructions of every kind, each without an effect: operators of numbers, of all widths, with and
    /// without constants; memory, globals, tables, branches, calls and vectors.
    fn instructions() -> String {
        let mut all = String::new();
        let each = |list: &str, form: &dyn Fn(&str) -> String| -> String {
            list.split_whitespace().map(|operator| format!("(drop {})\n", form(operator))).collect()
        };
        for kind in ["i32", "i64", "f32", "f64"] {
            let binary = match kind {
                "i32" | "i64" => {
                    "add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr
                    eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u"
                }
                _ => "add sub mul div min max copysign eq ne lt gt le ge",
            };
            all += &each(binary, &|name| format!("({kind}.{name} (local.get ${kind}) (local.get ${kind}))"));
            all += &each(binary, &|name| format!("({kind}.{name} (local.get ${kind}) ({kind}.const 7))"));
            all += &each(binary, &|name| format!("({kind}.{name} ({kind}.const 7) (local.get ${kind}))"));
            let unary = match kind {
                "i32" => "clz ctz popcnt eqz extend8_s extend16_s",
                "i64" => "clz ctz popcnt eqz extend8_s extend16_s extend32_s",
                _ => "abs neg ceil floor trunc nearest sqrt",
            };
            all += &each(unary, &|name| format!("({kind}.{name} (local.get ${kind}))"));
            all += &each("load", &|name| format!("({kind}.{name} offset=8 (local.get $place))"));
            all += &each("load", &|name| format!("({kind}.{name} (i32.const 64))"));
            all += &format!("({kind}.store offset=8 (local.get $place) (local.get ${kind}))\n");
            all += &format!("({kind}.store (i32.const 64) ({kind}.const 1))\n");
            all += &format!("(global.set ${kind} (local.get ${kind}))\n");
            all += &format!("(local.set ${kind} (global.get ${kind}))\n");
            all += &format!(
                "(drop (select (local.get ${kind}) (global.get ${kind}) (local.get $place)))
                (drop (call $same_{kind} (local.get ${kind})))\n"
            );
        }
        all += "
            (drop (i64.extend_i32_u (i32.wrap_i64 (i64.extend_i32_s (local.get $i32)))))
            (drop (i64.trunc_sat_f64_s (f64.convert_i64_u (local.get $i64))))
            (drop (i32.trunc_f32_u (f32.convert_i32_s (i32.const 3))))
            (drop (f64.promote_f32 (f32.demote_f64 (local.get $f64))))
            (drop (f64.reinterpret_i64 (i64.reinterpret_f64 (local.get $f64))))
            (drop (i32.load8_s (local.get $place))) (drop (i64.load32_u (local.get $place)))
            (i32.store16 (local.get $place) (i32.const 1)) (i64.store8 (local.get $place) (i64.const 1))
            (memory.fill (i32.const 128) (i32.const 1) (i32.const 9))
            (memory.copy (i32.const 140) (i32.const 128) (i32.const 9))
            (drop (memory.size)) (drop (memory.grow (i32.const 0)))
            (table.set (i32.const 1) (table.get (i32.const 0))) (drop (table.size))
            (drop (ref.is_null (table.get (i32.const 0))))
            (drop (call_indirect (type $of_i32) (local.get $i32) (i32.const 0)))
            (block $out (block $in (br_table $in $out (local.get $place))))
            (block $out (br_if $out (i32.eqz (local.get $place))))
            (block $out (br_if $out (i64.lt_s (local.get $i64) (i64.const 5))))
            (if (i32.and (local.get $i32) (i32.const 1)) (then (nop)) (else (nop)))
            (drop (block (result i32 i32) (i32.const 1) (local.get $i32))) drop
            (local.set $v128 (i32x4.add (local.get $v128) (i32x4.splat (local.get $i32))))
            (v128.store (i32.const 64) (v128.load (i32.const 80)))
            (drop (f64x2.extract_lane 1 (f64x2.mul (f64x2.splat (local.get $f64)) (local.get $v128))))
            (drop (v128.bitselect (local.get $v128) (v128.const i64x2 1 2) (v128.not (local.get $v128))))
            (drop (call $fd_close (i32.const 77)))";
        all
    }

    /// A call that is not a tail call stays on the stack: a few bytes for each instruction.
    #[test]
    fn no_instruction_takes_up_the_stack() {
        let same = ["i32", "i64", "f32", "f64"].map(|kind| {
            format!(
                "(global ${kind} (mut {kind}) ({kind}.const 1))
                (func $same_{kind} (param {kind}) (result {kind}) (local.get 0))"
            )
        });
        let functions = format!(
            "(type $of_i32 (func (param i32) (result i32))) (table 2 funcref) (elem (i32.const 0) $same_i32)
            {} (func (export \"_start\")
                (local $i32 i32) (local $i64 i64) (local $f32 f32) (local $f64 f64) (local $v128 v128)
                (local $place i32) (local $count i32)
                (local.set $i32 (i32.const 3)) (local.set $i64 (i64.const 3))
                (local.set $f32 (f32.const 3)) (local.set $f64 (f64.const 3))
                (loop $again {}
                    (br_if $again (i32.lt_u (local.tee $count (i32.add (local.get $count) (i32.const 1)))
                        (i32.const 100_000))))
                (call $print (i32.const 64) (i32.const 1)))",
            same.concat(),
            instructions()
        );
        let run = move || run(&functions, &ProgramInput::default());
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap();
        let ran = thread.join().unwrap();
        assert_eq!((ran.ending, ran.stdout.len()), (Ending::Exited(0), 1));
    }

    #[test]
    fn a_run_is_the_same_again_with_its_time_and_chance() {
        let prints_random = "(func (export \"_start\")
            (drop (call $random_get (i32.const 64) (i32.const 16)))
            (drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 80)))
            (call $print (i32.const 64) (i32.const 24)))";
        let [one, other] = [(); 2].map(|()| run(prints_random, &ProgramInput::default()));
        assert_eq!(one, other);
        assert_eq!((one.stdout.len(), &one.ending), (24, &Ending::Exited(0)));
        assert!(one.stdout[16..] != [0; 8], "time goes on");
        assert!(one.usage.cpu > std::time::Duration::ZERO && one.usage.memory == 1 << 16);
    }

    #[test]
    fn input_comes_at_once_or_line_by_line() {
        let lines = "one\nlonger\n";
        let at_once = run(ECHO, &input(lines, FeedMode::Ahead));
        assert_eq!((at_once.stdout.as_slice(), &at_once.dialogue), (lines.as_bytes(), &None));
        for feed in [FeedMode::Turn, FeedMode::Terminal] {
            let by_turns = run(ECHO, &input(lines, feed));
            assert_eq!(by_turns.stdout, lines.as_bytes());
            let dialogue = by_turns.dialogue.unwrap();
            let written = |turn: &TurnTiming| (turn.output, turn.was_waiting);
            let turns: Vec<_> = dialogue.turns.iter().map(written).collect();
            assert_eq!((dialogue.lines, turns), (2, vec![(0, true), (4, true), (11, true)]));
        }
    }

    #[test]
    fn it_is_given_its_name_and_arguments_and_knows_a_terminal() {
        let prints_args = "(func (export \"_start\")
            (drop (call $args_sizes_get (i32.const 16) (i32.const 20)))
            (drop (call $args_get (i32.const 32) (i32.const 128)))
            (call $print (i32.load (i32.const 36)) (i32.const 13)))";
        let more = ProgramInput { args: vec![b"second".to_vec()], ..ProgramInput::default() };
        assert_eq!(run(prints_args, &more).stdout, b"first\0second\0");
        let prints_kind = "(func (export \"_start\")
            (drop (call $fd_fdstat_get (i32.const 1) (i32.const 64)))
            (call $print (i32.const 64) (i32.const 1)))";
        assert_eq!(run(prints_kind, &input("", FeedMode::Ahead)).stdout, [0]);
        assert_eq!(run(prints_kind, &input("", FeedMode::Terminal)).stdout, [2]);
    }

    #[test]
    fn what_is_closed_is_not_there_any_more() {
        let closes = "(func (export \"_start\")
            (drop (call $fd_close (i32.const 1)))
            (call $print (i32.const 64) (i32.const 5))
            (if (i32.ne (call $fd_close (i32.const 1)) (i32.const 8)) (then (unreachable))))";
        let execution = run(closes, &ProgramInput::default());
        assert_eq!((execution.stdout.as_slice(), execution.ending), (&[][..], Ending::Exited(0)));
    }

    #[test]
    fn a_module_may_do_all_at_its_start_but_not_nothing() {
        let at_the_start = "(func $all (call $print (i32.const 64) (i32.const 5))) (start $all)";
        let execution = run(at_the_start, &ProgramInput::default());
        assert_eq!((execution.stdout.len(), execution.ending), (5, Ending::Exited(0)));
        assert!(matches!(run("", &ProgramInput::default()).ending, Ending::NotStarted(_)));
    }

    #[test]
    fn what_is_wrong_in_a_text_is_told_with_its_place() {
        let Ending::NotStarted(why) = run("(func (oops))", &ProgramInput::default()).ending else { panic!() };
        assert!(why.contains("line 1, column") || why.contains("line 7, column"), "{why}");
        assert!(!why.contains('\n'), "{why}");
    }
}
