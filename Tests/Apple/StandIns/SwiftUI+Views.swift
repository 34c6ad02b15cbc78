// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of Apple's SwiftUI, the views and scenes that the article *Settings screens* shows.

@MainActor @preconcurrency
public protocol Scene {}

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct Text: PlainView {
  public nonisolated init(_ content: some StringProtocol) {}
}

public struct Form<Content: View>: PlainView {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: PlainView {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct Toggle: PlainView {
  public nonisolated init(_ title: some StringProtocol, isOn: Binding<Bool>) {}
}

public struct Slider: PlainView {
  public nonisolated init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1
  ) {}
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: PlainView {
  public nonisolated init(
    _ data: Data, id: KeyPath<Data.Element, some Hashable>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}

  public nonisolated func onDelete(perform action: ((IndexSet) -> Void)?) -> some View { self }
}

public struct IndexSet: Sendable {}

extension RangeReplaceableCollection where Self: MutableCollection {
  public mutating func remove(atOffsets offsets: IndexSet) {}
}
