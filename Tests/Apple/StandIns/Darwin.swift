// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

// The part of Apple's C library that this package uses, with the types under which Swift imports it.
// Where these differ from Linux's is what the check is for: widths of `stat`, `mode_t`, optional
// threads, `CLOCK_…` and `DIR`. Results are discardable, as those of all C functions are.

@_exported import DarwinTypes

public var errno: Int32 {
  get { 0 }
  set {}
}

public var EPERM: Int32 { 1 }
public var ENOENT: Int32 { 2 }
public var ESRCH: Int32 { 3 }
public var EINTR: Int32 { 4 }
public var EAGAIN: Int32 { 35 }
public var EIO: Int32 { 5 }
public var EBADF: Int32 { 9 }
public var EACCES: Int32 { 13 }
public var EBUSY: Int32 { 16 }
public var EEXIST: Int32 { 17 }
public var ENOTDIR: Int32 { 20 }
public var EISDIR: Int32 { 21 }
public var EINVAL: Int32 { 22 }
public var EILSEQ: Int32 { 92 }
public var ENFILE: Int32 { 23 }
public var EMFILE: Int32 { 24 }
public var EFBIG: Int32 { 27 }
public var ENOSPC: Int32 { 28 }
public var EROFS: Int32 { 30 }
public var EWOULDBLOCK: Int32 { 35 }
public var ENOTSUP: Int32 { 45 }
public var ELOOP: Int32 { 62 }
public var ENAMETOOLONG: Int32 { 63 }
public var EDQUOT: Int32 { 69 }
public var ENOSYS: Int32 { 78 }
public var EOPNOTSUPP: Int32 { 102 }

public var O_RDONLY: Int32 { 0x0000 }
public var O_WRONLY: Int32 { 0x0001 }
public var O_RDWR: Int32 { 0x0002 }
public var O_NONBLOCK: Int32 { 0x0004 }
public var O_APPEND: Int32 { 0x0008 }
public var O_NOFOLLOW: Int32 { 0x0100 }
public var O_CREAT: Int32 { 0x0200 }
public var O_TRUNC: Int32 { 0x0400 }
public var O_EXCL: Int32 { 0x0800 }
public var O_NOCTTY: Int32 { 0x0002_0000 }
public var O_DIRECTORY: Int32 { 0x0010_0000 }
public var O_CLOEXEC: Int32 { 0x0100_0000 }
public var AT_FDCWD: Int32 { -2 }
public var AT_EACCESS: Int32 { 0x0010 }
public var AT_SYMLINK_NOFOLLOW: Int32 { 0x0020 }
public var FD_CLOEXEC: Int32 { 1 }
public var F_GETFD: Int32 { 1 }
public var F_SETFD: Int32 { 2 }
public var F_GETFL: Int32 { 3 }
public var F_SETFL: Int32 { 4 }
public var F_FULLFSYNC: Int32 { 51 }
public var F_DUPFD_CLOEXEC: Int32 { 67 }
public var F_GETPROTECTIONCLASS: Int32 { 63 }
public var F_SETPROTECTIONCLASS: Int32 { 64 }
public var LOCK_EX: Int32 { 0x02 }
public var LOCK_NB: Int32 { 0x04 }
public var LOCK_UN: Int32 { 0x08 }
public var W_OK: Int32 { 2 }
public var POLLIN: Int32 { 0x0001 }
public var POLLHUP: Int32 { 16 }
public var RENAME_SWAP: Int32 { 0x0002 }
public var RENAME_EXCL: Int32 { 0x0004 }
public var _SC_PAGESIZE: Int32 { 29 }
public var _SC_NPROCESSORS_ONLN: Int32 { 58 }
public var SIG_SETMASK: Int32 { 3 }
public var PTHREAD_CREATE_DETACHED: Int32 { 2 }
public var STDIN_FILENO: Int32 { 0 }
public var STDOUT_FILENO: Int32 { 1 }
public var STDERR_FILENO: Int32 { 2 }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFLNK: mode_t { 0o120000 }

/// A C enumeration there, not a number.
public struct clockid_t: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public var CLOCK_REALTIME: clockid_t { clockid_t(0) }
public var CLOCK_MONOTONIC: clockid_t { clockid_t(6) }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { clockid_t(16) }
@discardableResult public func clock_gettime(_: clockid_t, _: UnsafeMutablePointer<timespec>!)
  -> Int32
{ 0 }
@discardableResult public func nanosleep(
  _: UnsafePointer<timespec>!, _: UnsafeMutablePointer<timespec>!
) -> Int32 { 0 }
public func isatty(_: Int32) -> Int32 { 0 }
public struct FILE {}
@discardableResult public func fflush(_: UnsafeMutablePointer<FILE>!) -> Int32 { 0 }
@discardableResult public func usleep(_: UInt32) -> Int32 { 0 }

// MARK: Files

/// The real one has room for 1,024 characters.
public struct dirent {
  public var d_ino: UInt64 = 0
  public var d_namlen: UInt16 = 0
  public var d_type: UInt8 = 0
  public var d_name: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
  public init() {}
}

public struct DIR {}

@discardableResult public func stat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!)
  -> Int32
{ 0 }
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func lstat(_: UnsafePointer<CChar>, _: UnsafeMutablePointer<stat>)
  -> Int32
{
  0
}
@discardableResult public func fstatat(
  _: Int32, _: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!, _: Int32
) -> Int32 { 0 }
public let RTLD_NOW: Int32 = 2
public let RTLD_LOCAL: Int32 = 4
public func dlopen(_: UnsafePointer<CChar>?, _: Int32) -> UnsafeMutableRawPointer? { nil }
public func dlsym(_: UnsafeMutableRawPointer?, _: UnsafePointer<CChar>)
  -> UnsafeMutableRawPointer?
{ nil }
@discardableResult public func open(_: UnsafePointer<CChar>, _: Int32) -> Int32 { 0 }
@discardableResult public func open(_: UnsafePointer<CChar>, _: Int32, _: mode_t) -> Int32 { 0 }
@discardableResult public func openat(_: Int32, _: UnsafePointer<CChar>, _: Int32) -> Int32 { 0 }
@discardableResult public func openat(_: Int32, _: UnsafePointer<CChar>, _: Int32, _: mode_t)
  -> Int32
{ 0 }
@discardableResult public func close(_: Int32) -> Int32 { 0 }
@discardableResult public func read(_: Int32, _: UnsafeMutableRawPointer!, _: Int) -> Int { 0 }
@discardableResult public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { 0 }
@discardableResult public func pread(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: off_t) -> Int
{ 0 }
@discardableResult public func pwrite(_: Int32, _: UnsafeRawPointer!, _: Int, _: off_t) -> Int { 0 }
@discardableResult public func ftruncate(_: Int32, _: off_t) -> Int32 { 0 }
@discardableResult public func fsync(_: Int32) -> Int32 { 0 }
@discardableResult public func fcntl(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fcntl(_: Int32, _: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fcntl(_: Int32, _: Int32, _: UnsafeMutableRawPointer) -> Int32 { 0 }
@discardableResult public func flock(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32 { 0 }
@discardableResult public func fchown(_: Int32, _: uid_t, _: gid_t) -> Int32 { 0 }
@discardableResult public func futimens(_: Int32, _: UnsafePointer<timespec>!) -> Int32 { 0 }
@discardableResult public func faccessat(_: Int32, _: UnsafePointer<CChar>!, _: Int32, _: Int32)
  -> Int32
{ 0 }
@discardableResult public func mkdirat(_: Int32, _: UnsafePointer<CChar>!, _: mode_t) -> Int32 { 0 }
@discardableResult public func unlink(_: UnsafePointer<CChar>!) -> Int32 { 0 }
@discardableResult public func unlinkat(_: Int32, _: UnsafePointer<CChar>!, _: Int32) -> Int32 { 0 }
@discardableResult public func rename(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!) -> Int32 {
  0
}
@discardableResult public func linkat(
  _: Int32, _: UnsafePointer<CChar>!, _: Int32, _: UnsafePointer<CChar>!, _: Int32
) -> Int32 { 0 }
@discardableResult public func renameat(
  _: Int32, _: UnsafePointer<CChar>!, _: Int32, _: UnsafePointer<CChar>!
) -> Int32 { 0 }
@discardableResult public func renamex_np(
  _: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!, _: UInt32
) -> Int32 { 0 }
@discardableResult public func renameatx_np(
  _: Int32, _: UnsafePointer<CChar>!, _: Int32, _: UnsafePointer<CChar>!, _: UInt32
) -> Int32 { 0 }
@discardableResult public func fdopendir(_: Int32) -> UnsafeMutablePointer<DIR>! { nil }
@discardableResult public func readdir(_: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<
  dirent
>! { nil }
@discardableResult public func closedir(_: UnsafeMutablePointer<DIR>!) -> Int32 { 0 }
@discardableResult public func realpath(
  _: UnsafePointer<CChar>!, _: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult public func getcwd(_: UnsafeMutablePointer<CChar>!, _: Int)
  -> UnsafeMutablePointer<CChar>!
{ nil }
@discardableResult public func pipe(_: UnsafeMutablePointer<Int32>!) -> Int32 { 0 }

public struct pollfd {
  public var fd: Int32
  public var events: Int16
  public var revents: Int16
  public init() { (fd, events, revents) = (0, 0, 0) }
  public init(fd: Int32, events: Int16, revents: Int16) {
    (self.fd, self.events, self.revents) = (fd, events, revents)
  }
}
@discardableResult public func poll(_: UnsafeMutablePointer<pollfd>!, _: nfds_t, _: Int32) -> Int32
{ 0 }

// MARK: Processes and memory

@discardableResult public func geteuid() -> uid_t { 0 }
@discardableResult public func getgid() -> gid_t { 0 }
@discardableResult public func getegid() -> gid_t { 0 }
@discardableResult public func getuid() -> uid_t { 0 }
@discardableResult public func issetugid() -> Int32 { 0 }
@discardableResult public func getpid() -> pid_t { 0 }
@discardableResult public func kill(_: pid_t, _: Int32) -> Int32 { 0 }
@discardableResult public func sysconf(_: Int32) -> Int { 0 }
@discardableResult public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! {
  nil
}
public struct passwd {
  public var pw_name: UnsafeMutablePointer<CChar>!
  public var pw_uid: uid_t = 0
  public var pw_gid: gid_t = 0
  public var pw_dir: UnsafeMutablePointer<CChar>!
  public init() {}
}
@discardableResult public func getpwuid(_: uid_t) -> UnsafeMutablePointer<passwd>! { nil }
public func exit(_: Int32) -> Never { fatalError() }
public func free(_: UnsafeMutableRawPointer!) {}
@discardableResult public func memcmp(_: UnsafeRawPointer!, _: UnsafeRawPointer!, _: Int) -> Int32 {
  0
}
@discardableResult public func strstr(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!)
  -> UnsafeMutablePointer<CChar>!
{ nil }
@discardableResult public func strlen(_: UnsafePointer<CChar>!) -> Int { 0 }
@discardableResult public func strerror(_: Int32) -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult public func sigfillset(_: UnsafeMutablePointer<sigset_t>!) -> Int32 { 0 }
@discardableResult public func pthread_sigmask(
  _: Int32, _: UnsafePointer<sigset_t>!, _: UnsafeMutablePointer<sigset_t>!
) -> Int32 { 0 }

// MARK: Threads

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public struct pthread_attr_t { public init() {} }
public struct pthread_mutex_t { public init() {} }
public struct pthread_mutexattr_t { public init() {} }
public struct pthread_cond_t { public init() {} }
public struct pthread_condattr_t { public init() {} }
public typealias pthread_key_t = UInt

@discardableResult public func pthread_create(
  _: UnsafeMutablePointer<pthread_t?>!, _: UnsafePointer<pthread_attr_t>?,
  _: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _: UnsafeMutableRawPointer?
) -> Int32 { 0 }
@discardableResult public func pthread_self() -> pthread_t! { nil }
@discardableResult public func pthread_attr_init(_: UnsafeMutablePointer<pthread_attr_t>) -> Int32 {
  0
}
@discardableResult public func pthread_attr_destroy(_: UnsafeMutablePointer<pthread_attr_t>)
  -> Int32
{ 0 }
@discardableResult public func pthread_attr_setdetachstate(
  _: UnsafeMutablePointer<pthread_attr_t>, _: Int32
) -> Int32 { 0 }
@discardableResult public func pthread_attr_setstacksize(
  _: UnsafeMutablePointer<pthread_attr_t>, _: Int
) -> Int32 { 0 }
@discardableResult public func atexit(_: @convention(c) () -> Void) -> Int32 { 0 }
@discardableResult public func pthread_atfork(
  _: (@convention(c) () -> Void)?, _: (@convention(c) () -> Void)?, _: (@convention(c) () -> Void)?
) -> Int32 { 0 }
@discardableResult public func pthread_mutex_init(
  _: UnsafeMutablePointer<pthread_mutex_t>, _: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { 0 }
@discardableResult public func pthread_mutex_destroy(_: UnsafeMutablePointer<pthread_mutex_t>)
  -> Int32
{ 0 }
@discardableResult public func pthread_mutex_lock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32
{ 0 }
@discardableResult public func pthread_mutex_trylock(_: UnsafeMutablePointer<pthread_mutex_t>)
  -> Int32
{ 0 }
@discardableResult public func pthread_mutex_unlock(_: UnsafeMutablePointer<pthread_mutex_t>)
  -> Int32
{ 0 }
@discardableResult public func pthread_cond_init(
  _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafePointer<pthread_condattr_t>?
) -> Int32 { 0 }
@discardableResult public func pthread_cond_destroy(_: UnsafeMutablePointer<pthread_cond_t>)
  -> Int32
{ 0 }
@discardableResult public func pthread_cond_wait(
  _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { 0 }
@discardableResult public func pthread_cond_timedwait_relative_np(
  _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafeMutablePointer<pthread_mutex_t>,
  _: UnsafePointer<timespec>?
) -> Int32 { 0 }
@discardableResult public func pthread_cond_signal(_: UnsafeMutablePointer<pthread_cond_t>) -> Int32
{ 0 }
@discardableResult public func pthread_cond_broadcast(_: UnsafeMutablePointer<pthread_cond_t>)
  -> Int32
{ 0 }
@discardableResult public func pthread_key_create(
  _: UnsafeMutablePointer<pthread_key_t>!, _: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { 0 }
@discardableResult public func pthread_getspecific(_: pthread_key_t) -> UnsafeMutableRawPointer? {
  nil
}
@discardableResult public func pthread_setspecific(_: pthread_key_t, _: UnsafeRawPointer?) -> Int32
{ 0 }

public var ECHO: Int32 { 8 }
public var ISIG: Int32 { 128 }
public var TCSANOW: Int32 { 0 }
public var TCSAFLUSH: Int32 { 2 }
public var TCSADRAIN: Int32 { 1 }
public var SIGHUP: Int32 { 1 }
public var SIGINT: Int32 { 2 }
public var SIGQUIT: Int32 { 3 }
public var SIGILL: Int32 { 4 }
public var SIGTRAP: Int32 { 5 }
public var SIGABRT: Int32 { 6 }
public var SIGFPE: Int32 { 8 }
public var SIGBUS: Int32 { 10 }
public var SIGSEGV: Int32 { 11 }
public var SIGPIPE: Int32 { 13 }
public var SIGTERM: Int32 { 15 }
public var SIGTSTP: Int32 { 18 }
public var SIGCONT: Int32 { 19 }
public var SIGWINCH: Int32 { 28 }
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t? { nil }
public var TIOCGWINSZ: UInt { 0 }
@discardableResult public func cfmakeraw(_: UnsafeMutablePointer<termios>!) -> Void {}
@discardableResult public func ioctl(_: Int32, _: UInt, _: UnsafeMutableRawPointer) -> Int32 { 0 }
@discardableResult public func raise(_: Int32) -> Int32 { 0 }
@discardableResult public func waitpid(_: pid_t, _: UnsafeMutablePointer<Int32>!, _: Int32) -> pid_t
{ 0 }
public typealias CStringList = UnsafePointer<UnsafeMutablePointer<CChar>?>
@discardableResult public func posix_spawn(
  _: UnsafeMutablePointer<pid_t>!, _: UnsafePointer<CChar>!,
  _: UnsafePointer<posix_spawn_file_actions_t?>!, _: UnsafePointer<posix_spawnattr_t?>!,
  _: CStringList!, _: CStringList!
) -> Int32 { 0 }
@discardableResult public func access(_: UnsafePointer<CChar>!, _: Int32) -> Int32 { 0 }
@discardableResult public func mkdtemp(_: UnsafeMutablePointer<CChar>!)
  -> UnsafeMutablePointer<CChar>!
{ nil }
@discardableResult public func strdup(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! {
  nil
}
@discardableResult public func tcgetattr(_: Int32, _: UnsafeMutablePointer<termios>) -> Int32 { 0 }
@discardableResult public func tcsetattr(
  _: Int32, _: Int32, _: UnsafePointer<termios>
) -> Int32 { 0 }
@discardableResult public func signal(_: Int32, _: sig_t?) -> sig_t? { nil }
public func _exit(_ status: Int32) -> Never { fatalError() }
