//! Programs for the kernel that answer system calls, written by hand: they need several answers, and a check
//! of the x32 bit, which the crates for this lack.

use libc::{c_long, sock_filter};

pub(in crate::process) const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;

/// The kernel's number for this architecture; `None` where the filter has not been tried.
const ARCHITECTURE: Option<u32> = if cfg!(target_arch = "x86_64") {
    Some(0xC000_003E)
} else if cfg!(target_arch = "aarch64") {
    Some(0xC000_00B7)
} else {
    None
};

/// A test of a word of the kernel's description of a call: the instruction that loads it, the comparison, and
/// the value.
pub(in crate::process) type Test = (sock_filter, u32, u32);

/// Checks the architecture and the number of a call, and answers calls by other numbers. `None` on an
/// architecture that was not tested.
pub(in crate::process) fn head(foreign: u32) -> Option<Vec<sock_filter>> {
    let mut code = vec![load(4), jump(libc::BPF_JEQ, ARCHITECTURE?, 1, 0), answer(foreign), load(0)];
    if cfg!(target_arch = "x86_64") {
        // The numbers of x32, a second set on the same machine.
        code.extend([jump(libc::BPF_JGE, 0x4000_0000, 0, 1), answer(foreign)]);
    }
    Some(code)
}

pub(in crate::process) fn always(calls: &[c_long], verdict: u32) -> Vec<sock_filter> {
    calls.iter().flat_map(|call| [jump(libc::BPF_JEQ, number(*call), 0, 1), answer(verdict)]).collect()
}

/// Answers a call if the test of the lower half of one of its arguments goes on to the next instruction.
pub(in crate::process) fn if_argument(
    call: c_long,
    place: u32,
    test: sock_filter,
    verdict: u32,
) -> [sock_filter; 5] {
    [jump(libc::BPF_JEQ, number(call), 0, 4), argument(place, 0), test, answer(verdict), load(0)]
}

pub(in crate::process) fn if_all(call: c_long, tests: &[Test], verdict: u32) -> Vec<sock_filter> {
    let length = u8::try_from(2 * tests.len()).expect("there are a few tests");
    let mut code = vec![jump(libc::BPF_JEQ, number(call), 0, length + 2)];
    for (to_come, (load, comparison, value)) in (1..=length / 2).rev().zip(tests) {
        code.extend([*load, jump(*comparison, *value, 0, 2 * to_come - 1)]);
    }
    code.extend([answer(verdict), load(0)]);
    code
}

/// Answers a call if an argument is zero, in both halves.
pub(in crate::process) fn if_nothing(call: c_long, place: u32, verdict: u32) -> Vec<sock_filter> {
    if_all(call, &[0, 1].map(|half| (argument(place, half), libc::BPF_JEQ, 0)), verdict)
}

/// Answers a call if these bits of an argument do not have this value.
pub(in crate::process) fn unless_bits(
    call: c_long,
    place: u32,
    bits: u32,
    value: u32,
    verdict: u32,
) -> [sock_filter; 6] {
    let select = instruction(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, bits, 0, 0);
    let test = jump(libc::BPF_JEQ, value, 1, 0);
    [jump(libc::BPF_JEQ, number(call), 0, 5), argument(place, 0), select, test, answer(verdict), load(0)]
}

pub(in crate::process) fn number(call: c_long) -> u32 {
    u32::try_from(call).expect("calls have small numbers")
}

/// Loads half of an argument: the lower (0) or the upper (1).
pub(in crate::process) fn argument(place: u32, half: u32) -> sock_filter {
    load(16 + 8 * place + 4 * half)
}

/// Loads a word of the kernel's description of the call.
pub(in crate::process) fn load(offset: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0)
}

pub(in crate::process) fn jump(test: u32, value: u32, if_so: u8, if_not: u8) -> sock_filter {
    instruction(libc::BPF_JMP | test | libc::BPF_K, value, if_so, if_not)
}

pub(in crate::process) fn answer(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, value, 0, 0)
}

fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: u16::try_from(code).expect("codes are small"), jt, jf, k }
}

#[cfg(test)]
pub(in crate::process) mod tests {
    use super::*;

    /// The kernel's answer to a call on this architecture. Panics if the filter reads an argument that is missing.
    pub(in crate::process) fn verdict(
        code: &[sock_filter],
        call: c_long,
        arguments: impl IntoIterator<Item = u64>,
    ) -> u32 {
        let architecture = code[1].k;
        let mut words = vec![number(call), architecture, 0, 0];
        words.extend(arguments.into_iter().flat_map(|argument| [argument as u32, (argument >> 32) as u32]));
        let (mut at, mut loaded) = (0, 0);
        loop {
            let sock_filter { code: what, jt, jf, k } = code[at];
            let what = u32::from(what);
            at += 1;
            let go = |is_so: bool| usize::from(if is_so { jt } else { jf });
            match what & 7 {
                libc::BPF_LD => loaded = words[k as usize / 4],
                libc::BPF_ALU => loaded &= k,
                libc::BPF_RET => return k,
                _ => match what & 0xF0 {
                    libc::BPF_JEQ => at += go(loaded == k),
                    libc::BPF_JGT => at += go(loaded > k),
                    libc::BPF_JGE => at += go(loaded >= k),
                    libc::BPF_JSET => at += go(loaded & k != 0),
                    other => panic!("no jump {other:#x}"),
                },
            }
        }
    }
}
