/// A layer whose values were given to the program as text.
protocol TextLayer: ReadableStore {
  var texts: TextValues { get }
}
