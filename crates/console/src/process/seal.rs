//! Protects the judge's own process before any run.

#[cfg(all(target_env = "gnu", target_feature = "crt-static"))]
unsafe extern "C" {
    fn __nss_configure_lookup(
        database: *const std::ffi::c_char,
        services: *const std::ffi::c_char,
    ) -> std::ffi::c_int;
}

/// The stack that the judge needs, and the stack that it asks for, in bytes.
const STACK: (u64, u64) = (1 << 20, 8 << 20);

/// A limit of the shell that started the judge is too low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its stack is limited to {0} bytes here, and it needs {needed}: see `ulimit -s`", needed = STACK.0)]
pub struct TooLittle(u64);

/// Hides what the judge inherited from every process that it starts: descriptors above 2 are closed in them, and none
/// writes a core file. Then it raises its own limits as far as it may: a file that is too large is an error
/// and not a signal.
/// Fails if it cannot even read its arguments with these limits.
pub fn seal() -> Result<(), TooLittle> {
    // SAFETY: all calls take plain numbers and pointers to values that live through the call.
    let stack = unsafe {
        libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
        let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &no_core);
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        let all = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // Only root may do that.
        libc::setrlimit(libc::RLIMIT_FSIZE, &all);
        let mut stack = all;
        libc::getrlimit(libc::RLIMIT_STACK, &mut stack);
        let _ = [stack.rlim_max.max(STACK.1), stack.rlim_max].into_iter().any(|most| {
            let more = libc::rlimit { rlim_cur: stack.rlim_cur.max(STACK.1.min(most)), rlim_max: most };
            libc::setrlimit(libc::RLIMIT_STACK, &more) == 0
        });
        libc::getrlimit(libc::RLIMIT_STACK, &mut stack);
        stack.rlim_cur
    };
    if stack < STACK.0 { Err(TooLittle(stack)) } else { Ok(()) }
}

/// Keeps a static program to what is built into glibc: `/etc/hosts`, DNS and `/etc/passwd`. Other services that
/// `/etc/nsswitch.conf` names are libraries for the glibc of the system, and to load one of another version than that in the
/// program ends it with a signal. Other programs load their own. To be called before there are threads.
pub fn keep_to_built_in_lookup() {
    #[cfg(all(target_env = "gnu", target_feature = "crt-static"))]
    for (database, services) in [(c"hosts", c"files dns"), (c"passwd", c"files")] {
        // SAFETY: both texts end with a zero, and glibc keeps copies of them. No other thread is there yet.
        unsafe { __nss_configure_lookup(database.as_ptr(), services.as_ptr()) };
    }
}
