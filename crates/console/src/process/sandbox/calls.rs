//! The calls that candidates are refused, with the answer to each.
//!
//! The lists say what is denied, not what is allowed, because a right program must never be ruled wrong: a
//! runtime that uses a new call must still work. Calls that programs try and can do without are answered as
//! by a kernel without them (`ENOSYS`), or as for a file that lacks them (`ENOTTY`, `EOPNOTSUPP`), others as
//! by one that refuses (`EPERM`, `EACCES`).
//!
//! At `filters` a change of mode or time reports success and changes nothing. Landlock does not restrict it, and a
//! filter of calls sees neither where a path leads nor how a descriptor was opened. So a candidate could open its
//! user's home to others. An error would end right programs that set the mode of their own file. A supervisor that
//! makes the allowed changes (`SECCOMP_RET_USER_NOTIF`) would need one more process switch for each call, and a
//! copy of the path rules. The judge makes compiled programs executable itself.

use libc::c_long;

const fn refuse(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno as u32
}

pub(super) const ENOSYS: u32 = refuse(libc::ENOSYS);
pub(super) const EPERM: u32 = refuse(libc::EPERM);
pub(super) const EACCES: u32 = refuse(libc::EACCES);
pub(super) const EINVAL: u32 = refuse(libc::EINVAL);
pub(super) const ENOTTY: u32 = refuse(libc::ENOTTY);
pub(super) const EOPNOTSUPP: u32 = refuse(libc::EOPNOTSUPP);

/// The call is not made, and reports success.
pub(super) const DONE: u32 = refuse(0);

/// Numbers that the crate for the C library lacks; the same on all architectures.
const SYS_CACHESTAT: c_long = 451;
const SYS_SETXATTRAT: c_long = 463;
const SYS_GETXATTRAT: c_long = 464;
const SYS_LISTXATTRAT: c_long = 465;
const SYS_REMOVEXATTRAT: c_long = 466;
const SYS_OPEN_TREE_ATTR: c_long = 467;
const SYS_FILE_SETATTR: c_long = 469;

pub(super) type Answered = (&'static [c_long], u32);

/// At every level: what would outlive a run and belong to no folder, and what a filter does not see: the mode of a new
/// file that is taken from memory, and the target of a signal behind a descriptor.
pub(super) const EVERYWHERE: [Answered; 4] = [
    (
        &[
            libc::SYS_shmget,
            libc::SYS_shmat,
            libc::SYS_shmctl,
            libc::SYS_shmdt,
            libc::SYS_semget,
            libc::SYS_semop,
            libc::SYS_semtimedop,
            libc::SYS_semctl,
            libc::SYS_msgget,
            libc::SYS_msgsnd,
            libc::SYS_msgrcv,
            libc::SYS_msgctl,
            libc::SYS_mq_open,
            libc::SYS_mq_unlink,
            libc::SYS_openat2,
            libc::SYS_pidfd_send_signal,
            libc::SYS_io_uring_setup,
            libc::SYS_io_uring_enter,
            libc::SYS_io_uring_register,
            // What it puts into a pipe keeps whole pages, which no process has any more.
            libc::SYS_vmsplice,
            // It tells which files of the system were read of late, so a run could leave a message for a later one. So does
            // `preadv2` that does not wait.
            SYS_CACHESTAT,
            // Rules without number, in memory of the kernel that nothing limits.
            libc::SYS_landlock_create_ruleset,
        ],
        ENOSYS,
    ),
    // The answer for a file that cannot be sent so. Whoever copies a file with them goes on to read and write it. They put pages
    // of the file into a pipe, too, which stay when the file is gone.
    (&[libc::SYS_splice, libc::SYS_tee, libc::SYS_sendfile], EINVAL),
    (&[libc::SYS_add_key, libc::SYS_keyctl, libc::SYS_request_key], EPERM),
    // A list of rights is an attribute, too. That of a file in memory is memory of the kernel, 64 KiB for each file, which no
    // limit counts.
    (&[libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_fsetxattr, SYS_SETXATTRAT], EOPNOTSUPP),
];

/// From `filters` on.
pub(super) const WITH_FILTERS: [Answered; 3] = [
    (
        // glibc falls back from clone3 to clone, whose flags a filter can read.
        &[
            libc::SYS_clone3,
            libc::SYS_memfd_create,
            libc::SYS_memfd_secret,
            libc::SYS_pidfd_getfd,
            libc::SYS_userfaultfd,
            // The system has a fixed number of these for all users together.
            libc::SYS_io_setup,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_inotify_init,
            libc::SYS_inotify_init1,
            libc::SYS_inotify_add_watch,
        ],
        ENOSYS,
    ),
    (
        &[
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_process_madvise,
            libc::SYS_kcmp,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_move_mount,
            libc::SYS_mount_setattr,
            libc::SYS_open_tree,
            SYS_OPEN_TREE_ATTR,
            libc::SYS_fsopen,
            libc::SYS_fsconfig,
            libc::SYS_fsmount,
            libc::SYS_fspick,
            libc::SYS_pivot_root,
            libc::SYS_chroot,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_name_to_handle_at,
            libc::SYS_open_by_handle_at,
            libc::SYS_fanotify_init,
            libc::SYS_fanotify_mark,
            libc::SYS_quotactl,
            libc::SYS_quotactl_fd,
            libc::SYS_swapon,
            libc::SYS_reboot,
            libc::SYS_syslog,
            libc::SYS_acct,
            libc::SYS_kexec_load,
            libc::SYS_init_module,
            libc::SYS_finit_module,
            libc::SYS_delete_module,
            libc::SYS_settimeofday,
            libc::SYS_clock_settime,
            libc::SYS_process_mrelease,
            libc::SYS_vhangup,
        ],
        EPERM,
    ),
    // A pair of sockets is connected for good; nothing else can be reached through it.
    (&[libc::SYS_socket, libc::SYS_connect, libc::SYS_bind], EACCES),
];

/// For candidates that are a user with files: what changes the mode, owner, times and attributes of files.
/// Landlock does not restrict that, and a filter sees neither the file that a path leads to nor whether a
/// descriptor was opened for reading only. So the files that candidates make themselves keep their modes and
/// times, too. Programs set them for tidiness, and go on if that reports success, though it changes nothing.
/// Extended attributes cannot be read by a path either, since that does not need the right to open the file.
pub(super) const METADATA: [Answered; 3] = [
    (
        &[
            #[cfg(target_arch = "x86_64")]
            libc::SYS_chmod,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_utime,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_utimes,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_futimesat,
            libc::SYS_fchmod,
            libc::SYS_fchmodat,
            libc::SYS_fchmodat2,
            libc::SYS_utimensat,
        ],
        DONE,
    ),
    (
        &[
            #[cfg(target_arch = "x86_64")]
            libc::SYS_chown,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_lchown,
            libc::SYS_fchown,
            libc::SYS_fchownat,
            SYS_FILE_SETATTR,
        ],
        EPERM,
    ),
    (
        &[
            libc::SYS_removexattr,
            libc::SYS_lremovexattr,
            libc::SYS_fremovexattr,
            SYS_REMOVEXATTRAT,
            libc::SYS_getxattr,
            libc::SYS_lgetxattr,
            SYS_GETXATTRAT,
            libc::SYS_listxattr,
            libc::SYS_llistxattr,
            SYS_LISTXATTRAT,
        ],
        EOPNOTSUPP,
    ),
];

/// Calls that give a file a mode, with the index of the mode among the arguments.
pub(super) const MODES: &[(c_long, u32)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (libc::SYS_fchmodat2, 2),
    (libc::SYS_mknodat, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, 1),
];

/// Calls that open files and may make them, with the index of the flags; the mode follows.
pub(super) const OPENING: &[(c_long, u32)] = &[
    (libc::SYS_openat, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, 1),
];

/// The flags of clone that make namespaces.
pub(super) const NAMESPACES: i32 = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// What `fcntl` is refused: leases, which stop others that open the file; word of changes in a folder; and
/// signals for another process when a file is ready.
pub(super) const CONTROLS: [i32; 4] = [libc::F_SETLEASE, libc::F_NOTIFY, libc::F_SETOWN, F_SETOWN_EX];

/// Missing in the crate for the C library; the same on all architectures of the filter.
pub(super) const F_SETOWN_EX: i32 = 15;

/// Requests that do as `F_SETOWN` does, for a process that only the memory of the caller names.
pub(super) const OWNING: [u32; 2] = [0x8901, 0x8902];

/// Options that give a socket a larger buffer, all of `SOL_SOCKET`. They have no effect and report success, as far as the
/// system does the same for a size above its limit.
pub(super) const BUFFERS: [i32; 2] = [libc::SO_SNDBUF, libc::SO_RCVBUF];

/// The kind of requests for terminals and for descriptors in general. Those of other kinds change files: flags
/// that protect them, leases of encryption, whole folders.
pub(super) const TERMINALS: u32 = (b'T' as u32) << 8;

/// Calls that change how a process is run, with the index of the process number among the arguments. Where
/// other processes exist, these calls are allowed for the caller alone, which is 0. They are refused for the helper everywhere.
pub(super) const OF_ITSELF: [(c_long, u32); 9] = [
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
    (libc::SYS_migrate_pages, 0),
    (libc::SYS_move_pages, 0),
];

/// Of these calls, those whose first argument gives the kind of the number that follows, with the kind for a
/// process. The other kinds are for groups, and for all processes of a user, among which is the helper.
pub(super) const OF_A_KIND: [(c_long, u32); 2] =
    [(libc::SYS_setpriority, libc::PRIO_PROCESS), (libc::SYS_ioprio_set, 1)];

/// Calls that send something to a process, or open it, with the index of its number among the arguments.
pub(super) const AIMED: [(c_long, u32); 6] = [
    (libc::SYS_kill, 0),
    (libc::SYS_tkill, 0),
    (libc::SYS_tgkill, 0),
    (libc::SYS_rt_sigqueueinfo, 0),
    (libc::SYS_rt_tgsigqueueinfo, 0),
    (libc::SYS_pidfd_open, 0),
];
