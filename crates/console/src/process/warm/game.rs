//! One game of a held process: its stops from the first read to the end, and what is recorded to undo it.

use std::collections::BTreeSet;

use super::body::{Action, Body, SIGNALS, folder_of};
use super::caller::Caller;
use super::descriptors::OpenDescriptor;
use super::feed::WarmFeed;
use super::registers::Registers;
use super::run::{Run, beyond, permit};
use super::trace::Tracee;
use super::watch::COPIES;
use super::{NotRestorable, Restorable, WarmGame, demand, demand_now};
use crate::execution::{Dialogue, Ending, Limit};
use crate::process::reap::ending_of;

/// A game under way.
pub(super) struct Course<'a, 'b> {
    pub(super) body: &'a mut Body,
    pub(super) run: &'a mut Run<'b>,
    feed: WarmFeed<'a>,
    game: &'a WarmGame,
    /// The numbers of descriptors that are standard input.
    inputs: BTreeSet<i32>,
    /// The status with which the first thread has ended.
    status: i32,
}

/// Whether a process is an interpreter of Python.
fn is_python(process: Tracee) -> bool {
    let program = std::fs::read_link(format!("/proc/{}/exe", process.0)).unwrap_or_default();
    let name = program.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b"python")
}

impl<'a, 'b> Course<'a, 'b> {
    pub(super) fn new(body: &'a mut Body, run: &'a mut Run<'b>, game: &'a WarmGame) -> Course<'a, 'b> {
        let inputs = run.streams.inputs.clone();
        Course { body, run, feed: WarmFeed::new(game), game, inputs, status: 0 }
    }

    /// Lets it play until it is about to end, and stops it there; returns how it ends, and the record of its turns.
    pub(super) fn play(mut self) -> Restorable<(Ending, Option<Dialogue>)> {
        self.body.begin(self.run)?;
        let (reader, read) = (self.body.reader, self.body.read);
        self.feed.answer(reader, &read, self.run)?;
        self.run.threads.resume(reader, None)?;
        loop {
            let call = self.run.next()?.ok_or_else(|| NotRestorable::this_time("is ended from outside"))?;
            if let Some(ending) = self.ending(&call)? {
                self.run.stop()?;
                self.body.check(&call)?;
                return Ok((ending, self.feed.dialogue));
            }
            self.note(&call)?;
        }
    }

    /// How this call ends it, if it does.
    fn ending(&mut self, (thread, call): &(Tracee, Registers)) -> Restorable<Option<Ending>> {
        let [first, action, ..] = call.arguments();
        Ok(match call.call() {
            libc::SYS_exit_group => Some(ending_of((first as i32 & 0xFF) << 8)),
            libc::SYS_exit => self.end(*thread, first as i32)?,
            // It resets the interrupt signal to the default. The first word of an action is its handler. Ruby does so, too, but
            // before it writes what it has kept back. After words on standard error the exit status matters, which is not known yet.
            libc::SYS_rt_sigaction
                if self.game.may_be_dismissed
                    && first == libc::SIGINT as u64
                    && action != 0
                    && thread.has(action, &libc::SIG_DFL.to_ne_bytes())?
                    && is_python(self.run.threads.process)
                    && self.run.streams.take()
                    && self.run.streams.outputs[1].kept.is_empty() =>
            {
                Some(Ending::Dismissed)
            }
            libc::SYS_read | libc::SYS_readv
                if self.inputs.contains(&(first as i32)) && self.feed.is_at_end(self.run)? =>
            {
                Some(Ending::Stopped(Limit::Idle))
            }
            _ => None,
        })
    }

    /// The end of a thread. The last one ends the process, with the status of the first.
    fn end(&mut self, thread: Tracee, status: i32) -> Restorable<Option<Ending>> {
        if thread == self.run.threads.process {
            self.status = status;
        }
        match self.body.held(thread) {
            Some(held) => held.end(self.run, &self.body.read, self.body.scratch)?,
            None => self.run.let_end(thread)?,
        }
        let is_over = !self.run.threads.any_runs();
        Ok(is_over.then(|| ending_of((self.status & 0xFF) << 8)))
    }

    /// Follows a call, or prepares to undo it, and lets the thread go on.
    fn note(&mut self, (thread, call): &(Tracee, Registers)) -> Restorable<()> {
        let (thread, request) = (*thread, call.arguments()[1] as u32);
        match call.call() {
            libc::SYS_exit => return Ok(()),
            libc::SYS_read | libc::SYS_readv => self.look_at_input(thread, call)?,
            libc::SYS_ioctl if request == libc::FIONREAD as u32 => self.look_at_input(thread, call)?,
            // A mode, which is restored.
            libc::SYS_ioctl => {}
            libc::SYS_open | libc::SYS_openat => self.open(thread, call)?,
            libc::SYS_mmap => self.map(thread, call)?,
            libc::SYS_munmap => self.unmap(thread, call)?,
            libc::SYS_mprotect => self.protect(call)?,
            libc::SYS_madvise => self.advise(call)?,
            libc::SYS_brk => self.break_off(call)?,
            libc::SYS_rt_sigaction => self.act(thread, call)?,
            libc::SYS_rt_sigreturn => self.come_back(call)?,
            libc::SYS_timer_delete => self.delete_timer(thread, call)?,
            libc::SYS_chdir => self.change_folder(thread)?,
            // What a thread sets up for itself ends with it.
            libc::SYS_set_robust_list | libc::SYS_rseq | libc::SYS_sigaltstack | libc::SYS_prctl => {
                permit(self.body.held(thread).is_none(), call)?;
            }
            _ => self.describe(thread, call)?,
        }
        Ok(self.run.threads.resume(thread, None)?)
    }

    /// Makes a thread make calls of ours before its own, which it then makes again.
    fn before(
        &mut self,
        thread: Tracee,
        call: &Registers,
        act: impl FnOnce(&mut Body, &mut Caller<'_, '_>) -> Restorable<()>,
    ) -> Restorable<()> {
        self.call_first(thread, call, act)?;
        Ok(thread.set_registers(&call.about_to_call(call.call(), call.arguments()))?)
    }

    /// Makes a thread make calls of ours. Set its registers afterwards.
    pub(super) fn call_first(
        &mut self,
        thread: Tracee,
        call: &Registers,
        act: impl FnOnce(&mut Body, &mut Caller<'_, '_>) -> Restorable<()>,
    ) -> Restorable<()> {
        permit(thread.can_call_again(call), call)?;
        let mut caller = Caller::new(self.run, thread, *call, self.body.scratch);
        act(self.body, &mut caller)
    }

    /// A read, or a question how much there is to be read.
    fn look_at_input(&mut self, thread: Tracee, call: &Registers) -> Restorable<()> {
        let number = call.arguments()[0] as i32;
        if self.inputs.contains(&number) {
            return self.feed.answer(thread, call, self.run);
        }
        // The count of a copy would be wrong.
        permit(call.call() != libc::SYS_ioctl, call)
    }

    fn open(&mut self, thread: Tracee, call: &Registers) -> Restorable<()> {
        let [first, second, third, ..] = call.arguments();
        let (path, flags) = if call.call() == libc::SYS_open { (first, second) } else { (second, third) };
        let writes = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | libc::O_TMPFILE;
        let is_reading = flags as i32 & writes & !libc::O_DIRECTORY == 0;
        let is_lost = || thread.has(path, b"/dev/null\0").unwrap_or(false);
        demand(is_reading || is_lost(), "writes files")?;
        let opened = OpenDescriptor::of(self.run.threads.process.0, self.run.finish_call(thread)?)?;
        self.body.descriptors.are_more |= opened.is_some();
        opened.map_or(Ok(()), |opened| opened.check(true))
    }

    fn describe(&mut self, thread: Tracee, call: &Registers) -> Restorable<()> {
        let [first, second, third, ..] = call.arguments().map(|argument| argument as i32);
        let high = COPIES.cast_signed();
        let (lost, is_high) = match call.call() {
            libc::SYS_close => (Some(first), false),
            libc::SYS_dup2 | libc::SYS_dup3 => (Some(second), second >= high),
            // Modes are restored, but for signals.
            libc::SYS_fcntl if second == libc::F_SETFL => return permit(third & libc::O_ASYNC == 0, call),
            libc::SYS_fcntl if second == libc::F_SETFD => (Some(first), first >= high),
            libc::SYS_fcntl => (None, third >= high),
            libc::SYS_dup
            | libc::SYS_pipe
            | libc::SYS_pipe2
            | libc::SYS_eventfd2
            | libc::SYS_epoll_create1 => (None, false),
            _ => return Err(beyond(call)),
        };
        demand(!is_high, "has many files open")?;
        if let Some(number) = lost {
            if !self.body.descriptors.is_spare(number) {
                return self.before(thread, call, |body, caller| body.descriptors.copy(number, caller));
            }
            if call.call() != libc::SYS_fcntl {
                self.inputs.remove(&number);
            }
        }
        self.body.descriptors.are_more |= call.call() != libc::SYS_close;
        Ok(())
    }

    fn act(&mut self, thread: Tracee, call: &Registers) -> Restorable<()> {
        let [signal, ..] = call.arguments();
        if self.body.actions.contains_key(&signal) || !(1..=64).contains(&signal) {
            return Ok(());
        }
        self.before(thread, call, |body, caller| {
            let (mut action, ask) = (Action::default(), [signal, 0, caller.scratch, SIGNALS, 0, 0]);
            caller.lend(&mut action, libc::SYS_rt_sigaction, ask)?;
            body.actions.insert(signal, action);
            Ok(())
        })
    }

    /// The return from the handler of a signal. It may change the stack for signals, which is known only of programs that
    /// caught some when they were held.
    fn come_back(&mut self, call: &Registers) -> Restorable<()> {
        permit(self.run.threads.caught != 0, call)?;
        self.run.threads.has_got_signal = true;
        Ok(())
    }

    /// make goes to the folder where it is.
    fn change_folder(&mut self, thread: Tracee) -> Restorable<()> {
        self.run.finish_call(thread)?;
        demand_now(folder_of(self.run.threads.process)? == self.body.folder, "goes to another folder")
    }

    /// Ruby deletes its timer at its end. Another call with the same result leaves it there.
    fn delete_timer(&mut self, thread: Tracee, call: &Registers) -> Restorable<()> {
        let [timer, ..] = call.arguments();
        permit(self.body.changes.timers.insert(timer), call)?;
        let instead = call.calling_instead(libc::SYS_timer_getoverrun, [timer, 0, 0, 0, 0, 0]);
        Ok(thread.set_registers(&instead)?)
    }
}
