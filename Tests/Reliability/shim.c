/* Stands between a program and the C library, for LD_PRELOAD.
 *
 * It sees the calls that concern files below RIG_FOLDER and nothing else, counts them, and does what
 * the environment asks for:
 *   RIG_LOG=FILE        appends the name of each call
 *   RIG_AT=N            the call to disturb, counted from 1
 *   RIG_FROM=1          disturbs every call from RIG_AT on
 *   RIG_FAULT=WHAT      kill, short, lie (writes half and says all), or a number for errno
 *   RIG_DROP=a,b        calls that do nothing and say that they succeeded: fsync, fdatasync, dirsync,
 *                       flock, atfork (handlers that run in the child alone)
 *   RIG_FORGIVE=1       a write that failed or came short says that it succeeded
 *   RIG_LATE=1          a write to a journal takes place at the next one only
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES 4096
/* 0: not ours; 1: a file; 2: a folder; 3: a journal. */
static atomic_char kinds[FILES];
static atomic_int calls;
static const char *folder;
static size_t folder_length;
static int log_file = -1;
static int at, from_then_on, fault_errno;
static enum { NOTHING, KILL, SHORT, LIE, ERROR } fault;
static int drop_fsync, drop_fdatasync, drop_dirsync, drop_flock, drop_atfork, late, forgive;

#define REAL(result, name, ...)                      \
  static result (*real_##name)(__VA_ARGS__);         \
  static void find_##name(void) {                    \
    if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name); \
  }
REAL(int, openat, int, const char *, int, ...)
REAL(int, close, int)
REAL(ssize_t, pread, int, void *, size_t, off_t)
REAL(ssize_t, pwrite, int, const void *, size_t, off_t)
REAL(int, ftruncate, int, off_t)
REAL(int, fsync, int)
REAL(int, fdatasync, int)
REAL(int, renameat, int, const char *, int, const char *)
REAL(int, renameat2, int, const char *, int, const char *, unsigned)
REAL(int, unlinkat, int, const char *, int)
REAL(int, linkat, int, const char *, int, const char *, int)
REAL(int, fstat, int, struct stat *)
REAL(int, fstatat, int, const char *, struct stat *, int)
REAL(int, faccessat, int, const char *, int, int)
REAL(int, flock, int, int)
REAL(int, mkdirat, int, const char *, mode_t)
REAL(int, fchmod, int, mode_t)
REAL(int, fchown, int, uid_t, gid_t)
REAL(int, futimens, int, const struct timespec *)
REAL(ssize_t, fgetxattr, int, const char *, void *, size_t)
REAL(int, fsetxattr, int, const char *, const void *, size_t, int)
REAL(int, fremovexattr, int, const char *)
REAL(struct dirent *, readdir, DIR *)
REAL(int, fallocate, int, int, off_t, off_t)
REAL(int, posix_fallocate, int, off_t, off_t)
REAL(void *, mmap, void *, size_t, int, int, int, off_t)
REAL(int, __register_atfork, void (*)(void), void (*)(void), void (*)(void), void *)

static int number(const char *name) {
  const char *text = getenv(name);
  return text ? atoi(text) : 0;
}

static int drops(const char *name) {
  const char *list = getenv("RIG_DROP");
  if (!list) return 0;
  size_t length = strlen(name);
  for (const char *p = list; (p = strstr(p, name)); p += length)
    if ((p == list || p[-1] == ',') && (p[length] == 0 || p[length] == ',')) return 1;
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  find_openat(), find_close(), find_pread(), find_pwrite(), find_ftruncate(), find_fsync();
  find_fdatasync(), find_renameat(), find_renameat2(), find_unlinkat(), find_linkat(), find_fstat(), find_fstatat();
  find_faccessat(), find_flock(), find_mkdirat(), find_fchmod(), find_fchown(), find_readdir();
  find_fallocate(), find_posix_fallocate(), find_mmap();
  folder = getenv("RIG_FOLDER");
  folder_length = folder ? strlen(folder) : 0;
  at = number("RIG_AT");
  from_then_on = number("RIG_FROM");
  late = number("RIG_LATE");
  forgive = number("RIG_FORGIVE");
  const char *what = getenv("RIG_FAULT");
  if (!what) fault = NOTHING;
  else if (!strcmp(what, "kill")) fault = KILL;
  else if (!strcmp(what, "short")) fault = SHORT;
  else if (!strcmp(what, "lie")) fault = LIE;
  else fault = ERROR, fault_errno = atoi(what);
  drop_fsync = drops("fsync"), drop_fdatasync = drops("fdatasync");
  drop_dirsync = drops("dirsync"), drop_flock = drops("flock");
  drop_atfork = drops("atfork");
  const char *log = getenv("RIG_LOG");
  if (log) log_file = real_openat(AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int kind(int file) { return file >= 0 && file < FILES ? kinds[file] : 0; }

static int is_ours(int directory, const char *name) {
  if (!folder) return 0;
  if (name && name[0] == '/') return strncmp(name, folder, folder_length) == 0;
  return kind(directory) != 0;
}

/* Counts a call. Returns whether it is the one to disturb, having killed if that was asked for. */
static int is_disturbed(const char *name) {
  int n = atomic_fetch_add(&calls, 1) + 1;
  if (log_file >= 0) dprintf(log_file, "%s\n", name);
  if (fault == NOTHING || !(n == at || (from_then_on && at && n >= at))) return 0;
  if (fault == KILL) kill(getpid(), SIGKILL), pause();
  return 1;
}

#define FAIL_HERE(name, result)                      \
  do {                                               \
    if (is_disturbed(name) && fault == ERROR) {      \
      errno = fault_errno;                           \
      return result;                                 \
    }                                                \
  } while (0)

int openat(int directory, const char *name, int flags, ...) {
  find_openat();
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  int ours = is_ours(directory, name);
  if (ours) FAIL_HERE("openat", -1);
  int file = real_openat(directory, name, flags, mode);
  if (ours && file >= 0 && file < FILES)
    kinds[file] = flags & O_DIRECTORY ? 2 : strstr(name, "journal") ? 3 : 1;
  return file;
}
int openat64(int directory, const char *name, int flags, ...) __attribute__((alias("openat")));

int close(int file) {
  find_close();
  if (!kind(file)) return real_close(file);
  int disturbed = is_disturbed("close") && fault == ERROR;
  kinds[file] = 0;
  int result = real_close(file);
  if (disturbed) errno = fault_errno, result = -1;
  return result;
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  find_pread();
  if (kind(file) && is_disturbed("pread")) {
    if (fault == ERROR) return errno = fault_errno, -1;
    if (fault == SHORT && count > 1) count /= 2;
  }
  return real_pread(file, bytes, count, offset);
}
ssize_t pread64(int, void *, size_t, off_t) __attribute__((alias("pread")));

static struct { int file; void *bytes; size_t count; off_t offset; } waiting = {-1, 0, 0, 0};

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  if (!kind(file)) return real_pwrite(file, bytes, count, offset);
  if (is_disturbed("pwrite")) {
    if (fault == ERROR) return errno = fault_errno, -1;
    if (fault == SHORT && count > 1) count /= 2;
    if (fault == LIE) {
      real_pwrite(file, bytes, count / 2, offset);
      return (ssize_t)count;
    }
  }
  if (late && kind(file) == 3 && offset > 0) {
    if (waiting.file >= 0) {
      if (real_pwrite(waiting.file, waiting.bytes, waiting.count, waiting.offset) < 0) return -1;
      free(waiting.bytes);
    }
    waiting.file = file, waiting.count = count, waiting.offset = offset;
    waiting.bytes = memcpy(malloc(count), bytes, count);
    return (ssize_t)count;
  }
  ssize_t result = real_pwrite(file, bytes, count, offset);
  return forgive ? (ssize_t)count : result;
}
ssize_t pwrite64(int, const void *, size_t, off_t) __attribute__((alias("pwrite")));

int ftruncate(int file, off_t length) {
  if (kind(file)) FAIL_HERE("ftruncate", -1);
  return real_ftruncate(file, length);
}
int ftruncate64(int, off_t) __attribute__((alias("ftruncate")));

int fsync(int file) {
  if (kind(file)) FAIL_HERE("fsync", -1);
  if (kind(file) == 2 ? drop_dirsync : drop_fsync && kind(file)) return 0;
  return real_fsync(file);
}

int fdatasync(int file) {
  if (kind(file)) FAIL_HERE("fdatasync", -1);
  if (drop_fdatasync && kind(file)) return 0;
  return real_fdatasync(file);
}

int renameat(int from, const char *name, int to, const char *new_name) {
  if (is_ours(from, name)) FAIL_HERE("renameat", -1);
  return real_renameat(from, name, to, new_name);
}

int renameat2(int from, const char *name, int to, const char *new_name, unsigned flags) {
  if (is_ours(from, name)) FAIL_HERE("renameat2", -1);
  return real_renameat2(from, name, to, new_name, flags);
}

int unlinkat(int directory, const char *name, int flags) {
  if (is_ours(directory, name)) FAIL_HERE("unlinkat", -1);
  return real_unlinkat(directory, name, flags);
}

int linkat(int from, const char *name, int to, const char *new_name, int flags) {
  if (is_ours(from, name)) FAIL_HERE("linkat", -1);
  return real_linkat(from, name, to, new_name, flags);
}

int fstat(int file, struct stat *status) {
  find_fstat();
  if (kind(file)) FAIL_HERE("fstat", -1);
  return real_fstat(file, status);
}

int fstatat(int directory, const char *name, struct stat *status, int flags) {
  find_fstatat();
  if (is_ours(directory, name)) FAIL_HERE("fstatat", -1);
  return real_fstatat(directory, name, status, flags);
}

int faccessat(int directory, const char *name, int mode, int flags) {
  if (is_ours(directory, name)) FAIL_HERE("faccessat", -1);
  return real_faccessat(directory, name, mode, flags);
}

int flock(int file, int operation) {
  if (kind(file)) FAIL_HERE("flock", -1);
  if (drop_flock && kind(file)) return 0;
  return real_flock(file, operation);
}

int mkdirat(int directory, const char *name, mode_t mode) {
  if (is_ours(directory, name)) FAIL_HERE("mkdirat", -1);
  return real_mkdirat(directory, name, mode);
}

ssize_t fgetxattr(int file, const char *name, void *value, size_t size) {
  find_fgetxattr();
  if (kind(file)) FAIL_HERE("fgetxattr", -1);
  return real_fgetxattr(file, name, value, size);
}

int fsetxattr(int file, const char *name, const void *value, size_t size, int flags) {
  find_fsetxattr();
  if (kind(file)) FAIL_HERE("fsetxattr", -1);
  return real_fsetxattr(file, name, value, size, flags);
}

int fremovexattr(int file, const char *name) {
  find_fremovexattr();
  if (kind(file)) FAIL_HERE("fremovexattr", -1);
  return real_fremovexattr(file, name);
}

int fchmod(int file, mode_t mode) {
  if (kind(file)) FAIL_HERE("fchmod", -1);
  return real_fchmod(file, mode);
}

int fchown(int file, uid_t owner, gid_t group) {
  if (kind(file)) FAIL_HERE("fchown", -1);
  return real_fchown(file, owner, group);
}

int futimens(int file, const struct timespec times[2]) {
  find_futimens();
  if (kind(file)) FAIL_HERE("futimens", -1);
  return real_futimens(file, times);
}

struct dirent *readdir(DIR *stream) {
  find_readdir();
  if (kind(dirfd(stream))) FAIL_HERE("readdir", NULL);
  return real_readdir(stream);
}

int fallocate(int file, int mode, off_t offset, off_t length) {
  if (kind(file)) FAIL_HERE("fallocate", -1);
  return real_fallocate(file, mode, offset, length);
}

int posix_fallocate(int file, off_t offset, off_t length) {
  if (kind(file) && is_disturbed("posix_fallocate") && fault == ERROR) return fault_errno;
  return real_posix_fallocate(file, offset, length);
}

void *mmap(void *place, size_t length, int access, int flags, int file, off_t offset) {
  find_mmap();
  if (kind(file)) FAIL_HERE("mmap", MAP_FAILED);
  return real_mmap(place, length, access, flags, file, offset);
}

/* What the C library makes of pthread_atfork. */
int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *owner) {
  find___register_atfork();
  if (drop_atfork && !prepare && !parent) return 0;
  return real___register_atfork(prepare, parent, child, owner);
}
