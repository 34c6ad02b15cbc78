// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The types of Apple's C library whose names are those of functions too, which Swift lets no one
// module declare, and what they are made of.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias uid_t = UInt32
public typealias gid_t = UInt32
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias nlink_t = UInt16
public typealias time_t = Int
public typealias nfds_t = UInt32
public typealias pid_t = Int32
public typealias sigset_t = UInt32

public struct timespec {
  public var tv_sec: time_t
  public var tv_nsec: Int
  public init() { (tv_sec, tv_nsec) = (0, 0) }
  public init(tv_sec: time_t, tv_nsec: Int) { (self.tv_sec, self.tv_nsec) = (tv_sec, tv_nsec) }
}

public struct stat {
  public var st_dev: dev_t = 0
  public var st_mode: mode_t = 0
  public var st_nlink: nlink_t = 0
  public var st_ino: ino_t = 0
  public var st_uid: uid_t = 0
  public var st_gid: gid_t = 0
  public var st_rdev: dev_t = 0
  public var st_atimespec = timespec()
  public var st_mtimespec = timespec()
  public var st_ctimespec = timespec()
  public var st_birthtimespec = timespec()
  public var st_size: off_t = 0
  public var st_blocks: Int64 = 0
  public var st_blksize: Int32 = 0
  public var st_flags: UInt32 = 0
  public var st_gen: UInt32 = 0
  public init() {}
}

// A terminal that hides what is typed.
public typealias tcflag_t = UInt
public typealias sig_t = @convention(c) (Int32) -> Void
public struct termios {
  public var c_iflag: tcflag_t
  public var c_oflag: tcflag_t
  public var c_lflag: tcflag_t
  public init() { (c_iflag, c_oflag, c_lflag) = (0, 0, 0) }
}
public struct winsize {
  public var ws_row: UInt16 = 0
  public var ws_col: UInt16 = 0
  public init() {}
}
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer
