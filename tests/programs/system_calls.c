// Tries calls that a candidate must not make, and prints the answer to each: `done`, or the name of the error.
// VICTIM is a file of the same user in another folder, OTHER a process of that user.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#define TRY(name, call) (errno = 0, printf("%s %s\n", name, (long)(call) < 0 ? strerrorname_np(errno) : "done"))
#define SET_ID 04755

static long flags_of(int file) {
    int flags = 0;
    ioctl(file, 0x80086601, &flags);
    flags ^= 0x40; // NODUMP, which an owner may set
    return ioctl(file, 0x40086602, &flags);
}

static long proc(const char *name, int mode) {
    char path[99];
    snprintf(path, sizeof path, "/proc/%d/%s", OTHER, name);
    return open(path, mode);
}

static long send_to_victims_socket(void) {
    struct sockaddr_un at = {AF_UNIX, VICTIM ".socket"};
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair)) return -1;
    return sendto(pair[0], "x", 1, 0, (struct sockaddr *)&at, sizeof at);
}

int main(void) {
    int own = open("/proc/self/exe", O_RDONLY), file = open("plain", O_CREAT | O_RDWR, 0755);
    struct timespec times[2] = {{1, 0}, {1, 0}};
    struct timeval micros[2] = {{1, 0}, {1, 0}};
    struct utimbuf old = {1, 1};
    struct sockaddr_un name = {AF_UNIX, "socket"};
    struct rlimit none = {0, 0};
    struct sched_param param = {0};
    struct { long kind; char text[8]; } message = {1, ""};
    struct sembuf step = {0, 1, 0};
    struct { unsigned long flags, mode, resolve; } how = {O_CREAT | O_WRONLY, 0755, 0};
    struct iovec byte = {&own, 1};
    char set[128] = {1}, text[99];
    int pair[2] = {-1, -1};

    puts("begin");
    TRY("creat-set-id", creat("a", SET_ID));
    TRY("open-set-id", syscall(SYS_open, "b", O_CREAT | O_WRONLY, 02755));
    TRY("openat-set-id", openat(AT_FDCWD, "c", O_CREAT | O_WRONLY, SET_ID));
    TRY("tmpfile-set-id", openat(AT_FDCWD, ".", O_TMPFILE | O_WRONLY, SET_ID));
    TRY("mknod-set-id", syscall(SYS_mknod, "d", S_IFREG | SET_ID, 0));
    TRY("mknodat-set-id", syscall(SYS_mknodat, AT_FDCWD, "e", S_IFREG | SET_ID, 0));
    TRY("chmod-set-id", syscall(SYS_chmod, "plain", SET_ID));
    TRY("fchmod-set-id", fchmod(file, 02755));
    TRY("fchmodat-set-id", syscall(SYS_fchmodat, AT_FDCWD, "plain", SET_ID));
    TRY("fchmodat2-set-id", syscall(452, AT_FDCWD, "plain", SET_ID, 0));
    TRY("shmget", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    TRY("shmat", (long)shmat(0, 0, 0));
    TRY("shmctl", shmctl(0, SHM_INFO, (struct shmid_ds *)text));
    TRY("shmdt", shmdt(text));
    TRY("semget", semget(IPC_PRIVATE, 1, IPC_CREAT | 0600));
    TRY("semop", semop(0, &step, 1));
    TRY("semctl", semctl(0, 0, GETVAL));
    TRY("msgget", msgget(IPC_PRIVATE, IPC_CREAT | 0600));
    TRY("msgsnd", msgsnd(0, &message, 1, IPC_NOWAIT));
    TRY("msgrcv", msgrcv(0, &message, 1, 0, IPC_NOWAIT));
    TRY("msgctl", msgctl(0, MSG_INFO, (struct msqid_ds *)text));
    TRY("mq_open", mq_open("/system_calls", O_CREAT | O_RDWR, 0600, 0));
    TRY("mq_unlink", mq_unlink("/system_calls"));
    TRY("openat2", syscall(SYS_openat2, AT_FDCWD, "f", &how, sizeof how));
    TRY("io_uring_setup", syscall(SYS_io_uring_setup, 1, text));
    TRY("cachestat", syscall(451, own, times, text, 0));
    TRY("preadv2-no-wait", preadv2(own, &(struct iovec){text, 1}, 1, 0, RWF_NOWAIT));
    TRY("add_key", syscall(SYS_add_key, "user", "system_calls", "x", 1, -4));
    TRY("request_key", syscall(SYS_request_key, "user", "system_calls", 0, -4));
    TRY("keyctl", syscall(SYS_keyctl, 0, -4, 1));

    TRY("inotify_init", syscall(SYS_inotify_init));
    TRY("inotify_init1", inotify_init1(0));
    TRY("io_setup", syscall(SYS_io_setup, 1000, text));
    TRY("fanotify_init", fanotify_init(0x200, 0));
    TRY("socket", socket(AF_UNIX, SOCK_STREAM, 0));
    TRY("pair-of-datagrams", send_to_victims_socket());
    TRY("pair-of-raw", socketpair(AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0, pair));
    TRY("pair-of-another-family", socketpair(30, SOCK_STREAM, 0, pair));
    TRY("pair", socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair));
    TRY("connect", connect(pair[0], (struct sockaddr *)&name, sizeof name));
    TRY("bind", bind(pair[0], (struct sockaddr *)&name, sizeof name));

    TRY("kill", kill(OTHER, 0));
    TRY("prlimit", syscall(SYS_prlimit64, OTHER, RLIMIT_NOFILE, &none, 0));
    TRY("setpriority", setpriority(PRIO_PROCESS, OTHER, 19));
    TRY("setpriority-of-user", setpriority(PRIO_USER, getuid(), 19));
    TRY("ioprio_set", syscall(SYS_ioprio_set, 1, OTHER, 0x6000));
    TRY("sched_setaffinity", sched_setaffinity(OTHER, sizeof set, (cpu_set_t *)set));
    TRY("sched_setscheduler", sched_setscheduler(OTHER, SCHED_BATCH, &param));
    TRY("process_vm_readv", process_vm_readv(OTHER, &byte, 1, &byte, 1, 0));
    TRY("pidfd_getfd", syscall(SYS_pidfd_getfd, 0, 0, 0));
    TRY("kcmp", syscall(SYS_kcmp, OTHER, getpid(), 0, 0, 0));
    TRY("mem", proc("mem", O_RDWR));
    TRY("environ", proc("environ", O_RDONLY));
    TRY("fd", proc("fd/0", O_RDONLY));
    TRY("cwd", proc("cwd", O_RDONLY));
    TRY("oom_score_adj", proc("oom_score_adj", O_WRONLY));
    TRY("timerslack_ns", proc("timerslack_ns", O_WRONLY));
    TRY("lease", fcntl(own, F_SETLEASE, F_RDLCK));
    TRY("notify", fcntl(open("/usr", O_RDONLY), F_NOTIFY, DN_MODIFY));
    TRY("owner-of-signals", fcntl(pair[0], F_SETOWN, OTHER));
    TRY("flags", flags_of(own));
    TRY("terminal-request", ioctl(pair[0], FIONREAD, text));

    TRY("chmod", chmod(VICTIM, 0666));
    TRY("fchmodat", syscall(SYS_fchmodat, AT_FDCWD, VICTIM, 0666));
    TRY("fchmodat2", syscall(452, AT_FDCWD, VICTIM, 0666, 0));
    TRY("fchmodat2-of-descriptor", syscall(452, own, "", 0777, AT_EMPTY_PATH));
    TRY("fchmod", fchmod(own, 0777));
    TRY("chown", chown(VICTIM, getuid(), getgid()));
    TRY("lchown", lchown(VICTIM, getuid(), getgid()));
    TRY("fchownat", fchownat(AT_FDCWD, VICTIM, getuid(), getgid(), 0));
    TRY("fchown", fchown(own, getuid(), getgid()));
    TRY("utime", syscall(SYS_utime, VICTIM, &old));
    TRY("utimes", syscall(SYS_utimes, VICTIM, micros));
    TRY("futimesat", syscall(SYS_futimesat, AT_FDCWD, VICTIM, micros));
    TRY("utimensat", utimensat(AT_FDCWD, VICTIM, times, 0));
    TRY("utimensat-of-descriptor", syscall(SYS_utimensat, own, "", times, AT_EMPTY_PATH));
    TRY("futimens", futimens(own, times));
    TRY("setxattr", setxattr(VICTIM, "user.system_calls", "x", 1, 0));
    TRY("lsetxattr", lsetxattr(VICTIM, "user.system_calls", "x", 1, 0));
    TRY("fsetxattr", fsetxattr(own, "user.system_calls", "x", 1, 0));
    TRY("setxattrat", syscall(463, AT_FDCWD, VICTIM, 0, "user.system_calls", text, 16));
    TRY("removexattr", removexattr(VICTIM, "user.kept"));
    TRY("fremovexattr", fremovexattr(own, "user.kept"));
    TRY("removexattrat", syscall(466, AT_FDCWD, VICTIM, 0, "user.kept"));
    TRY("getxattr", getxattr(VICTIM, "user.kept", text, sizeof text));
    TRY("listxattr", listxattr(VICTIM, text, sizeof text));
    TRY("file_setattr", syscall(469, AT_FDCWD, VICTIM, text, 24, 0));
    TRY("open-victim", open(VICTIM, O_RDONLY));
    TRY("stat-victim", access(VICTIM, F_OK));
    puts("end");
}
