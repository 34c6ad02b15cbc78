/// A request that cannot be fulfilled, in words that are safe to print; the exit code is 1.
protocol VerbRefusal: Error, CustomStringConvertible {}
