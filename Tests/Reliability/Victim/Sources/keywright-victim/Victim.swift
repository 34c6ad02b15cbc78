import Glibc
import KeywrightRig

/// A program that uses the stores through their public interface alone.
///
/// It says on standard output, one `write` for a line, what it did; lines that were read before it
/// was killed are what it has acknowledged.
@main
enum Victim {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "write": WriteForEver(rest).run()
    case "script": FaultScript(rest).run()
    case "serve": Server().run()
    case "increment": Increments(rest).run()
    case "soak": Soak(rest).run()
    case "opens": Opens(rest).run()
    case "names": Names(rest).run()
    case "watch": Watch(rest).run()
    case "fork": Forking(rest).run()
    default:
      say("usage: keywright-victim write|script|serve|increment|soak|opens|names|watch|fork …")
      exit(64)
    }
  }
}
