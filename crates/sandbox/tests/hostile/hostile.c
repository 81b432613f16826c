// A player that attacks. Its first argument names the attack, the others what to attack.
// An attack that is refused prints "NAME denied ERRNO", one that works prints "NAME DONE".
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void attempt(const char *name, long result) {
    if (result >= 0) printf("%s DONE\n", name);
    else printf("%s denied %d\n", name, errno);
    fflush(stdout);
}

static void forever(void) { for (;;) pause(); }
static void *thread_forever(void *unused) { (void)unused; forever(); return NULL; }

static int recurse(volatile int depth) {
    volatile char big[4096];
    big[0] = (char)depth;
    return recurse(depth + 1) + big[0];
}

static void try_files(const char *secret) {
    const char *read[] = {"/etc/passwd", "/etc/shadow", "/root/.bashrc", "/proc/1/environ", "/proc/1/mem", "/proc/1/fd/0", "/dev/mem", secret};
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) attempt(read[i], open(read[i], O_RDONLY));
    const char *list[] = {"/root", "/home", "/proc/1/root", "/var/log", "/sys"};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        // A folder may be there if something in it is visible, but nothing else is in it.
        int fd = open(list[i], O_RDONLY | O_DIRECTORY);
        attempt(list[i], fd);
    }
}

static void try_write(const char *outside, const char *self) {
    char path[4096];
    const char *folders[] = {"/", "/usr", "/etc", "/dev", "/proc/self", outside};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/joute-was-here", folders[i]);
        attempt(path, open(path, O_WRONLY | O_CREAT, 0600));
        attempt("mkdir", mkdir(path, 0700));
    }
    snprintf(path, sizeof path, "%s/own", outside);
    attempt("chmod outside", chmod(path, 0777));
    attempt("chmod folder outside", chmod(outside, 0700));
    attempt("touch outside", utimensat(AT_FDCWD, path, NULL, 0));
    attempt("truncate outside", truncate(path, 0));
    attempt("rename outside", rename(path, "stolen"));
    attempt("link outside", link(path, "stolen"));
    attempt("unlink outside", unlink(path));
    attempt("open itself", open(self, O_WRONLY));
    attempt("truncate itself", truncate(self, 0));
    attempt("chmod itself", chmod(self, 0777));
    attempt("unlink itself", unlink(self));
    attempt("rename /usr", rename("/usr", "/usr2"));
}

// Ways to make another player wait, or to tell it something, through a file that both may read or a pipe.
static void try_shared_files(const char *shared) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    int fd = open(shared, O_RDONLY);
    if (fd < 0) { puts("the shared file cannot be opened"); return; }
    attempt("flock", flock(fd, LOCK_EX | LOCK_NB));
    attempt("flock shared", flock(fd, LOCK_SH | LOCK_NB));
    attempt("setlk", fcntl(fd, F_SETLK, &lock));
    attempt("getlk", fcntl(fd, F_GETLK, &lock));
    attempt("ofd setlk", fcntl(fd, F_OFD_SETLK, &lock));
    attempt("lease", fcntl(fd, F_SETLEASE, F_RDLCK));
    attempt("notify", fcntl(fd, F_NOTIFY, DN_ACCESS));
    attempt("larger pipe", fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1 << 20));
}

// Looks at one byte of every two megabytes of a reservation: nothing becomes resident, but the kernel keeps tables.
static void grow_page_tables(void) {
    const size_t step = 2ul << 20, chunk = 1ul << 36;
    volatile char sum = 0;
    for (int chunks = 0; chunks < 2; chunks++) {
        char *at = mmap(NULL, chunk, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED) { puts("no reservation"); fflush(stdout); forever(); }
        for (size_t i = 0; i < chunk; i += step) sum += at[i];
    }
    puts("grown");
    fflush(stdout);
    forever();
}

static void try_referee(int pid) {
    char path[64], byte;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    const char *entries[] = {"mem", "environ", "maps", "fd", "cwd", "root"};
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", pid, entries[i]);
        attempt(path, open(path, O_RDONLY));
    }
    attempt("process_vm_readv", process_vm_readv(pid, &here, 1, &there, 1, 0));
    attempt("ptrace attach", ptrace(PTRACE_ATTACH, pid, 0, 0));
    attempt("ptrace seize", ptrace(PTRACE_SEIZE, pid, 0, 0));
    attempt("kill", kill(pid, SIGCONT));
    attempt("tgkill", syscall(SYS_tgkill, pid, pid, SIGCONT));
    attempt("tkill", syscall(SYS_tkill, pid, SIGCONT));
    attempt("sigqueue", sigqueue(pid, SIGCONT, (union sigval){0}));
    attempt("pidfd_open", syscall(SYS_pidfd_open, pid, 0));
    attempt("prlimit", prlimit(pid, RLIMIT_CORE, NULL, &(struct rlimit){0, 0}));
    attempt("setpriority", setpriority(PRIO_PROCESS, pid, 19));
    attempt("sched_setaffinity", sched_setaffinity(pid, sizeof(cpu_set_t), &(cpu_set_t){{1}}));
    attempt("fcntl setown", fcntl(1, F_SETOWN, pid));
    attempt("kcmp", syscall(SYS_kcmp, pid, getpid(), 0, 0, 0));
}

static void try_network(const char *path, const char *abstract) {
    struct sockaddr_in tcp = {.sin_family = AF_INET, .sin_port = htons(80), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un named = {.sun_family = AF_UNIX}, hidden = {.sun_family = AF_UNIX};
    strncpy(named.sun_path, path, sizeof named.sun_path - 1);
    strncpy(hidden.sun_path + 1, abstract, sizeof hidden.sun_path - 2);
    int kinds[][2] = {{AF_INET, SOCK_STREAM}, {AF_INET, SOCK_DGRAM}, {AF_INET6, SOCK_STREAM}, {AF_NETLINK, SOCK_RAW},
                      {AF_PACKET, SOCK_RAW}, {AF_UNIX, SOCK_STREAM}, {AF_UNIX, SOCK_DGRAM}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) attempt("socket", socket(kinds[i][0], kinds[i][1], 0));
    int pair[2] = {-1, -1};
    attempt("datagram pair", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) attempt("pair", 0);
    attempt("connect tcp", connect(pair[0], (void *)&tcp, sizeof tcp));
    attempt("connect unix", connect(pair[0], (void *)&named, sizeof named));
    attempt("connect abstract", connect(pair[0], (void *)&hidden, offsetof(struct sockaddr_un, sun_path) + 1 + strlen(abstract)));
    attempt("send unix", sendto(pair[0], "x", 1, MSG_NOSIGNAL, (void *)&named, sizeof named));
    attempt("bind", bind(pair[0], (void *)&named, sizeof named));
    attempt("listen", listen(pair[0], 1));
}

static void try_exec(void) {
    char *args[] = {"sh", "-c", "echo exec DONE", NULL}, *env[] = {NULL};
    char *loaded[] = {"ld", "/bin/sh", "-c", "echo exec DONE", NULL};
    attempt("sh", execve("/bin/sh", args, env));
    attempt("loader", execve("/lib64/ld-linux-x86-64.so.2", loaded, env));
    attempt("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/sh", args, env, 0));
    attempt("itself", execve("/proc/self/exe", args, env));
    attempt("system", system("echo system DONE") == 0 ? 0 : -1);
    FILE *file = fopen("script", "w");
    if (file) { fputs("#!/bin/sh\necho script DONE\n", file); fchmod(fileno(file), 0755); fclose(file); }
    attempt("script", execve("./script", args, env));
}

static void try_kernel(void) {
    attempt("unshare user", unshare(CLONE_NEWUSER));
    attempt("unshare net", unshare(CLONE_NEWNET));
    attempt("clone user", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
    attempt("clone3", syscall(SYS_clone3, NULL, 0));
    attempt("setns", setns(0, 0));
    attempt("mount", mount("none", "/scratch", "tmpfs", 0, ""));
    attempt("umount", umount2("/usr", MNT_DETACH));
    attempt("remount", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
    attempt("chroot", chroot("."));
    attempt("setuid", setuid(0));
    attempt("setgroups", syscall(SYS_setgroups, 0, NULL));
    attempt("mknod", mknod("device", S_IFCHR | 0600, 0x103));
    attempt("bpf", syscall(SYS_bpf, 0, NULL, 0));
    attempt("io_uring", syscall(SYS_io_uring_setup, 1, &(struct io_uring_params){0}));
    attempt("userfaultfd", syscall(SYS_userfaultfd, 0));
    attempt("perf", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
    attempt("keyctl", syscall(SYS_keyctl, 0, -3, 0, 0, 0));
    attempt("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
    attempt("shmget", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    attempt("memfd", syscall(SYS_memfd_create, "m", 0));
    attempt("traceme", ptrace(PTRACE_TRACEME, 0, 0, 0));
    attempt("death signal", prctl(PR_SET_PDEATHSIG, 0));
    attempt("raise limit", setrlimit(RLIMIT_NOFILE, &(struct rlimit){4096, 4096}));
    attempt("sync", syscall(SYS_syncfs, 0));
    attempt("terminal input", ioctl(0, 0x5412, "x") /* TIOCSTI */);
    attempt("x32 getpid", syscall(0x40000000 + 39));
}

// Declared here: its header clashes with others above.
int ioctl(int, unsigned long, ...);

static long fill(const char *pattern, size_t each, long count) {
    static char block[1 << 20];
    long written = 0;
    memset(block, 1, sizeof block);
    for (long i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, pattern, i);
        int fd = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (fd < 0) break;
        for (size_t done = 0; done < each; done += sizeof block) {
            size_t left = each - done < sizeof block ? each - done : sizeof block;
            ssize_t now = write(fd, block, left);
            if (now < 0) { close(fd); return written; }
            written += now;
        }
        close(fd);
    }
    return written;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    const char *target = argc > 2 ? argv[2] : "";
    const char *other = argc > 3 ? argv[3] : "";
    if (!strcmp(what, "hello")) puts("hello");
    else if (!strcmp(what, "segfault")) *(volatile int *)8 = 1;
    else if (!strcmp(what, "abort")) abort();
    else if (!strcmp(what, "exit")) exit(3);
    else if (!strcmp(what, "kill-itself")) kill(getpid(), SIGTERM);
    else if (!strcmp(what, "divide")) { volatile int zero = 0; printf("%d\n", 7 / zero); }
    else if (!strcmp(what, "recurse")) return recurse(0);
    else if (!strcmp(what, "loop")) { puts("looping"); fflush(stdout); for (;;) {} }
    else if (!strcmp(what, "sleep")) { puts("sleeping"); fflush(stdout); forever(); }
    else if (!strcmp(what, "files")) try_files(target);
    else if (!strcmp(what, "write")) try_write(target, argv[0]);
    else if (!strcmp(what, "page-tables")) grow_page_tables();
    else if (!strcmp(what, "shared-files")) try_shared_files(target);
    else if (!strcmp(what, "referee")) try_referee(atoi(target));
    else if (!strcmp(what, "network")) try_network(target, other);
    else if (!strcmp(what, "exec")) try_exec();
    else if (!strcmp(what, "kernel")) try_kernel();
    else if (!strcmp(what, "fork")) {
        attempt("fork", fork());
        attempt("vfork", vfork());
        attempt("clone", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    } else if (!strcmp(what, "fork-bomb")) {
        puts("bombing");
        fflush(stdout);
        for (;;) fork();
    } else if (!strcmp(what, "fork-bomb-apart")) {
        puts("bombing");
        fflush(stdout);
        for (;;)
            if (fork() == 0) {
                setsid();
                setpgid(0, 0);
            }
    } else if (!strcmp(what, "leave-group")) {
        for (int session = 0; session < 2; session++) {
            if (fork() == 0) {
                if (session) attempt("setsid", setsid());
                else attempt("setpgid", setpgid(0, 0));
                fflush(stdout);
                _exit(0);
            }
            wait(NULL);
        }
    } else if (!strcmp(what, "inode")) {
        struct stat found;
        if (stat(target, &found)) perror("stat");
        printf("%lu:%lu\n", (unsigned long)found.st_dev, (unsigned long)found.st_ino);
        fflush(stdout);
        forever();
    } else if (!strcmp(what, "user")) {
        printf("%d\n", getuid());
        fflush(stdout);
        forever();
    } else if (!strcmp(what, "count-forks")) {
        int count = 0;
        for (;; count++) {
            pid_t pid = fork();
            if (pid < 0) break;
            if (pid == 0) forever();
        }
        printf("%d\n", count);
    } else if (!strcmp(what, "orphans")) {
        for (int i = 0; i < 4; i++)
            if (fork() == 0) {
                setsid();
                if (fork() == 0) { signal(SIGHUP, SIG_IGN); forever(); }
                forever();
            }
    } else if (!strcmp(what, "child-time")) {
        pid_t pid = fork();
        if (pid == 0) { for (;;) {} }
        puts("started");
        fflush(stdout);
        forever();
    } else if (!strcmp(what, "threads")) {
        int count = 0;
        pthread_t thread;
        pthread_attr_t small;
        pthread_attr_init(&small);
        pthread_attr_setstacksize(&small, 65536);
        while (count < 100000 && !pthread_create(&thread, &small, thread_forever, NULL)) count++;
        printf("%d\n", count);
        fflush(stdout);
        _exit(0);
    } else if (!strcmp(what, "memory")) {
        attempt("malloc", malloc(8ul << 30) ? 0 : -1);
        attempt("mmap", mmap(NULL, 8ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED ? -1 : 0);
        attempt("shared", mmap(NULL, 8ul << 30, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
        attempt("growing", mmap(NULL, 8ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0) == MAP_FAILED ? -1 : 0);
        void *reserved = mmap(NULL, 8ul << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        attempt("made writable", reserved == MAP_FAILED ? -1 : mprotect(reserved, 8ul << 30, PROT_READ | PROT_WRITE));
    } else if (!strcmp(what, "eat-memory")) {
        long got = 0;
        char *piece;
        while ((piece = malloc(1 << 20))) { memset(piece, 1, 1 << 20); got++; }
        printf("%ld\n", got);
    } else if (!strcmp(what, "fill-one")) {
        signal(SIGXFSZ, SIG_IGN);
        printf("%ld\n", fill("big", 1ul << 40, 1));
    } else if (!strcmp(what, "fill-signal")) fill("big", 1ul << 40, 1);
    else if (!strcmp(what, "fill-many")) {
        long written = fill("part-%ld", 8 << 20, 1 << 20);
        printf("%ld\n", written);
        fflush(stdout);
        forever();
    } else if (!strcmp(what, "descriptors")) {
        for (int fd = 0; fd < 4096; fd++)
            if (write(fd, "", 0) == 0 || errno != EBADF) printf("%d ", fd);
        puts("");
    } else if (!strcmp(what, "write-everywhere")) {
        for (int fd = 0; fd < 4096; fd++) if (write(fd, "noise\n", 6)) {}
    } else if (!strcmp(what, "close")) {
        for (int fd = 0; fd < 4096; fd++) close(fd);
        forever();
    } else if (!strcmp(what, "block-signals")) {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
        puts("deaf");
        fflush(stdout);
        for (;;) {}
    } else if (!strcmp(what, "echo")) {
        char line[256];
        ssize_t length;
        while ((length = read(3, line, sizeof line)) > 0) if (write(4, line, length) < 0) return 1;
    } else if (!strcmp(what, "scratch")) {
        puts(fill("file", 1000, 1) == 1000 ? "written" : "not written");
        char here[4096];
        puts(getcwd(here, sizeof here) ? here : "nowhere");
        if (mkdir("locked", 0700) || mkdir("locked/in", 0700)) puts("no folders");
        // Refused where there are no namespaces; a folder that nobody may enter can be made all the same.
        if (chmod("locked", 0)) mkdir("shut", 0);
    } else if (!strcmp(what, "read")) {
        char text[256] = "";
        FILE *file = fopen(target, "r");
        if (file && fgets(text, sizeof text, file)) fputs(text, stdout);
        else attempt("read", -1);
    } else return 99;
    return 0;
}
