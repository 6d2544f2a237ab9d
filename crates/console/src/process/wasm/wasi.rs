//! The functions that a module may call: the part of WASI, preview 1, for the standard streams, arguments, time and random
//! numbers. There are no files and no network; calls for them fail as with an unknown descriptor.

use wasmi::{Caller, Engine, Error, Extern, FuncType, Linker, Val, ValType};

use super::call::{BADF, CALL, Call, CallFailure, FAULT, SUCCESS};
use super::world::World;
use crate::execution::Ending;

const MODULE: &str = "wasi_snapshot_preview1";

/// The functions for files and the network, each with its parameters: `i` for 32 bits, `I` for 64.
const REFUSED: [(&str, &str); 30] = [
    ("fd_advise", "iIIi"),
    ("fd_allocate", "iII"),
    ("fd_datasync", "i"),
    ("fd_fdstat_set_rights", "iII"),
    ("fd_filestat_get", "ii"),
    ("fd_filestat_set_size", "iI"),
    ("fd_filestat_set_times", "iIIi"),
    ("fd_pread", "iiiIi"),
    ("fd_prestat_dir_name", "iii"),
    ("fd_prestat_get", "ii"),
    ("fd_pwrite", "iiiIi"),
    ("fd_readdir", "iiiIi"),
    ("fd_renumber", "ii"),
    ("fd_sync", "i"),
    ("path_create_directory", "iii"),
    ("path_filestat_get", "iiiii"),
    ("path_filestat_set_times", "iiiiIIi"),
    ("path_link", "iiiiiii"),
    ("path_open", "iiiiiIIii"),
    ("path_readlink", "iiiiii"),
    ("path_remove_directory", "iii"),
    ("path_rename", "iiiiii"),
    ("path_symlink", "iiiii"),
    ("path_unlink_file", "iii"),
    ("proc_raise", "i"),
    ("sock_accept", "iii"),
    ("sock_recv", "iiiiii"),
    ("sock_send", "iiiii"),
    ("sock_shutdown", "ii"),
    ("fd_fdstat_set_flags", "ii"),
];

/// Reported to the interpreter when a call ended the run; the world records how it ended.
#[derive(Debug, thiserror::Error)]
#[error("the run has ended")]
struct Ended;

impl wasmi::errors::HostError for Ended {}

/// The result of a call: the answer, or the end of the run.
type CallResult = Result<i32, Error>;

/// All functions, for modules of an interpreter.
pub(super) fn linker(engine: &Engine) -> Linker<World> {
    let mut linker = Linker::new(engine);
    for (name, takes) in REFUSED {
        let params = takes.bytes().map(|kind| if kind == b'I' { ValType::I64 } else { ValType::I32 });
        let kind = FuncType::new(params, [ValType::I32]);
        let refuse = |_: Caller<'_, World>, _: &[Val], answer: &mut [Val]| {
            answer[0] = Val::I32(BADF);
            Ok(())
        };
        linker.func_new(MODULE, name, kind, refuse).expect("each name stands once");
    }
    answer(&mut linker).expect("each name stands once");
    linker
}

/// Functions, each with its parameters and its implementation.
macro_rules! calls {
    ($linker:ident, $($name:literal ($($given:tt: $kind:ty),*) => $call:expr;)*) => {
        $($linker.func_wrap(MODULE, $name, |caller: Caller<'_, World>, $($given: $kind),*| with(caller, $call))?;)*
    };
}

/// Defines the functions that are supported.
fn answer(linker: &mut Linker<World>) -> Result<(), wasmi::errors::LinkerError> {
    calls! { linker,
        "args_sizes_get"(count: u32, size: u32) => |call| call.sizes(|world| &world.args, count, size);
        "args_get"(places: u32, words: u32) => |call| call.list(|world| &world.args, places, words);
        "environ_sizes_get"(count: u32, size: u32) => |call| call.sizes(|world| &world.env, count, size);
        "environ_get"(places: u32, words: u32) => |call| call.list(|world| &world.env, places, words);
        "clock_res_get"(_: u32, at: u32) => |call| call.put(at, &1_u64.to_le_bytes());
        "clock_time_get"(_: u32, _: u64, at: u32) => |call| call.time(at);
        "fd_close"(number: u32) => |call| call.close(number);
        "fd_fdstat_get"(number: u32, at: u32) => |call| call.describe(number, at);
        "fd_seek"(number: u32, _: i64, _: u32, _: u32) => |call| call.seek(number);
        "fd_tell"(number: u32, _: u32) => |call| call.seek(number);
        "fd_read"(number: u32, at: u32, count: u32, done: u32) => |call| call.read(number, at, count, done);
        "fd_write"(number: u32, at: u32, count: u32, done: u32) => |call| call.write(number, at, count, done);
        "poll_oneoff"(subscriptions: u32, events: u32, count: u32, done: u32) => |call| call.wait(subscriptions, events, count, done);
        "random_get"(at: u32, count: u32) => |call| call.random(at, count);
    }
    linker.func_wrap(MODULE, "sched_yield", |_: Caller<'_, World>| SUCCESS)?;
    linker.func_wrap(MODULE, "proc_exit", |caller: Caller<'_, World>, status: i32| -> Result<(), Error> {
        Err(end(caller, Ending::Exited(status)))
    })?;
    Ok(())
}

/// Makes a call that sees the module's memory, and charges its cost.
fn with(
    mut caller: Caller<'_, World>,
    make: impl FnOnce(&mut Call<'_>) -> Result<(), CallFailure>,
) -> CallResult {
    let Some(Extern::Memory(memory)) = caller.get_export("memory") else { return Ok(FAULT) };
    let unused = caller.get_fuel()?;
    let (memory, world) = memory.data_and_store_mut(&mut caller);
    let mut call = Call { memory, world, unused, cost: CALL };
    let made = make(&mut call);
    let paid = call.cost.min(unused);
    call.world.meter.owed += call.cost - paid;
    caller.set_fuel(unused - paid)?;
    match made {
        Ok(()) => Ok(SUCCESS),
        Err(CallFailure::Answer(answer)) => Ok(answer),
        Err(CallFailure::End(ending)) => Err(end(caller, ending)),
    }
}

fn end(mut caller: Caller<'_, World>, ending: Ending) -> Error {
    caller.data_mut().ending = Some(ending);
    Error::host(Ended)
}
