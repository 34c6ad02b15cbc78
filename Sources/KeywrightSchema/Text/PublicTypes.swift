// Written by Tests/Consumers/public-names. Do not edit: run it again.

/// The names of types that a program's own code sees: a declaration of the same name hides the type.
enum PublicTypes {
  /// The public types that every Swift file sees.
  static let swift = names(
    """
    Actor AdditiveArithmetic AnyBidirectionalCollection AnyClass AnyCollection AnyHashable AnyIndex
    AnyIterator AnyKeyPath AnyObject AnyRandomAccessCollection AnyRegexOutput AnySequence Array
    ArraySlice AsyncCompactMapSequence AsyncDropFirstSequence AsyncDropWhileSequence
    AsyncFilterSequence AsyncFlatMapSequence AsyncIteratorProtocol AsyncMapSequence
    AsyncPrefixSequence AsyncPrefixWhileSequence AsyncSequence AsyncStream
    AsyncThrowingCompactMapSequence AsyncThrowingDropWhileSequence AsyncThrowingFilterSequence
    AsyncThrowingFlatMapSequence AsyncThrowingMapSequence AsyncThrowingPrefixWhileSequence
    AsyncThrowingStream BidirectionalCollection BinaryFloatingPoint BinaryInteger BitwiseCopyable
    Bool BooleanLiteralType CBool CChar CChar16 CChar32 CChar8 CDouble CFloat CFloat16 CInt CLong
    CLongDouble CLongLong CShort CSignedChar CUnsignedChar CUnsignedInt CUnsignedLong
    CUnsignedLongLong CUnsignedShort CVaListPointer CVarArg CWideChar CancellationError CaseIterable
    Character CheckedContinuation Clock ClosedRange Codable CodingKey CodingKeyRepresentable
    CodingUserInfoKey Collection CollectionDifference CollectionOfOne CommandLine Comparable
    ContiguousArray ContinuousClock Copyable CountableClosedRange CountablePartialRangeFrom
    CountableRange CustomConsumingRegexComponent CustomDebugStringConvertible CustomLeafReflectable
    CustomPlaygroundDisplayConvertible CustomReflectable CustomStringConvertible Decodable Decoder
    DecodingError DefaultIndices DefaultStringInterpolation Dictionary DictionaryIndex
    DictionaryIterator DictionaryLiteral DiscardingTaskGroup DiscontiguousSlice Double
    DropFirstSequence DropWhileSequence Duration DurationProtocol EmptyCollection Encodable Encoder
    EncodingError EnumeratedIterator EnumeratedSequence Equatable Error Escapable Executor
    ExecutorJob ExpressibleByArrayLiteral ExpressibleByBooleanLiteral ExpressibleByDictionaryLiteral
    ExpressibleByExtendedGraphemeClusterLiteral ExpressibleByFloatLiteral
    ExpressibleByIntegerLiteral ExpressibleByNilLiteral ExpressibleByStringInterpolation
    ExpressibleByStringLiteral ExpressibleByUnicodeScalarLiteral ExtendedGraphemeClusterType
    FixedWidthInteger FlattenCollection FlattenSequence Float Float16 Float32 Float64 Float80
    FloatLiteralType FloatingPoint FloatingPointClassification FloatingPointRoundingRule
    FloatingPointSign GlobalActor Hashable Hasher Identifiable IndexingIterator InlineArray
    InstantProtocol Int Int128 Int16 Int32 Int64 Int8 IntegerLiteralType IteratorProtocol
    IteratorSequence Job JobPriority JoinedSequence KeyPath KeyValuePairs KeyedDecodingContainer
    KeyedDecodingContainerProtocol KeyedEncodingContainer KeyedEncodingContainerProtocol
    LazyCollection LazyCollectionProtocol LazyDropWhileCollection LazyDropWhileSequence
    LazyFilterCollection LazyFilterSequence LazyMapCollection LazyMapSequence
    LazyPrefixWhileCollection LazyPrefixWhileSequence LazySequence LazySequenceProtocol
    LosslessStringConvertible MainActor ManagedBuffer ManagedBufferPointer MemoryLayout Mirror
    MirrorPath MutableCollection MutableRawSpan MutableSpan Never Numeric ObjectIdentifier
    OpaquePointer OptionSet Optional OutputRawSpan OutputSpan PartialAsyncTask PartialKeyPath
    PartialRangeFrom PartialRangeThrough PartialRangeUpTo PlaygroundQuickLook PrefixSequence
    RandomAccessCollection RandomNumberGenerator Range RangeExpression RangeReplaceableCollection
    RangeSet RawRepresentable RawSpan ReferenceWritableKeyPath Regex RegexComponent
    RegexRepetitionBehavior RegexSemanticLevel RegexWordBoundaryKind Repeated Result
    ReversedCollection SIMD SIMD16 SIMD2 SIMD3 SIMD32 SIMD4 SIMD64 SIMD8 SIMDMask SIMDScalar
    SIMDStorage Sendable SendableMetatype Sequence SerialExecutor Set SetAlgebra SetIndex
    SetIterator SignedInteger SignedNumeric SingleValueDecodingContainer
    SingleValueEncodingContainer Slice Span StaticBigInt StaticString StrideThrough
    StrideThroughIterator StrideTo StrideToIterator Strideable String StringInterpolationProtocol
    StringLiteralType StringProtocol Substring SuspendingClock SystemRandomNumberGenerator Task
    TaskExecutor TaskGroup TaskLocal TaskPriority TextOutputStream TextOutputStreamable
    ThrowingDiscardingTaskGroup ThrowingTaskGroup UInt UInt128 UInt16 UInt32 UInt64 UInt8 UTF16
    UTF32 UTF8 UTF8Span UnboundedRange UnboundedRange_ UnfoldFirstSequence UnfoldSequence Unicode
    UnicodeCodec UnicodeDecodingResult UnicodeScalar UnicodeScalarType UnkeyedDecodingContainer
    UnkeyedEncodingContainer Unmanaged UnownedJob UnownedSerialExecutor UnownedTaskExecutor
    UnsafeBufferPointer UnsafeContinuation UnsafeCurrentTask UnsafeMutableBufferPointer
    UnsafeMutablePointer UnsafeMutableRawBufferPointer UnsafeMutableRawPointer UnsafePointer
    UnsafeRawBufferPointer UnsafeRawPointer UnsafeThrowingContinuation UnsignedInteger Void
    WritableKeyPath Zip2Sequence
    """)

  /// The public types of Foundation.
  static let foundation = names(
    """
    AffineTransform AlignmentOptions AttributeContainer AttributeDynamicLookup AttributeScope
    AttributeScopeCodableConfiguration AttributeScopes AttributedString
    AttributedStringAttributeMutation AttributedStringKey AttributedStringProtocol
    AttributedSubstring BlockOperation Bundle ByteCountFormatStyle ByteCountFormatter CGFloat
    CGPoint CGRect CGRectEdge CGSize Calendar CharacterSet CocoaError CodableAttributedStringKey
    CodableConfiguration CodableWithConfiguration ComparableComparator Comparator ComparisonResult
    ContiguousBytes CurrencyFormatStyleConfiguration CustomNSError Data DataProtocol Date
    DateComponents DateFormatter DateInterval DateIntervalFormatter Decimal
    DecodableAttributedStringKey DecodableWithConfiguration DecodingConfigurationProviding
    DescriptiveNumberFormatConfiguration Dimension DiscontiguousAttributedSubstring
    DiscreteFormatStyle EncodableAttributedStringKey EncodableWithConfiguration
    EncodingConfigurationProviding EnergyFormatter Expression FileAttributeKey FileAttributeType
    FileHandle FileManager FileManagerDelegate FileProtectionType FloatingPointFormatStyle
    FloatingPointParseStrategy FormatStyle FormatStyleCapitalizationContext Formatter Host
    ISO8601DateFormatter IndexPath IndexSet InflectionRule InputStream IntegerFormatStyle
    IntegerParseStrategy JSONDecoder JSONEncoder JSONSerialization KeyPathComparator LengthFormatter
    ListFormatStyle Locale LocalizedError MarkdownDecodableAttributedStringKey MassFormatter
    Measurement Morphology MutableDataProtocol NSAffineTransform NSAffineTransformStruct NSArray
    NSAttributedString NSBinarySearchingOptions NSCache NSCacheDelegate NSCalendar NSCharacterSet
    NSCoder NSCoding NSComparisonPredicate NSCompoundPredicate NSCondition NSConditionLock NSCopying
    NSCountedSet NSData NSDate NSDateComponents NSDateInterval NSDecimalNumber
    NSDecimalNumberBehaviors NSDecimalNumberHandler NSDictionary NSEdgeInsets NSEnumerationOptions
    NSEnumerator NSError NSErrorDomain NSExceptionName NSExpression NSIndexPath NSIndexSet
    NSIndexSetIterator NSKeyedArchiver NSKeyedArchiverDelegate NSKeyedUnarchiver
    NSKeyedUnarchiverDelegate NSLocale NSLock NSLocking NSMeasurement NSMutableArray
    NSMutableAttributedString NSMutableCharacterSet NSMutableCopying NSMutableData
    NSMutableDictionary NSMutableIndexSet NSMutableOrderedSet NSMutableSet NSMutableString
    NSNotification NSNull NSNumber NSObject NSObjectProtocol NSOrderedSet NSOrthography
    NSPersonNameComponents NSPoint NSPointArray NSPointPointer NSPredicate NSRange NSRangePointer
    NSRect NSRectArray NSRectEdge NSRectPointer NSRecursiveLock NSRegularExpression NSSecureCoding
    NSSet NSSize NSSizeArray NSSizePointer NSSortDescriptor NSSortOptions NSString NSTextCheckingKey
    NSTextCheckingResult NSTimeZone NSURL NSURLComponents NSURLQueryItem NSUUID NSValue NSZone
    Notification NotificationCenter NotificationQueue NumberFormatStyleConfiguration NumberFormatter
    ObjCBool OperatingSystemVersion Operation OperationQueue OutputStream POSIXError ParseStrategy
    ParseableFormatStyle PersonNameComponents PersonNameComponentsFormatter Pipe Port PortDelegate
    PortMessage Predicate PredicateBindings PredicateError PredicateExpression PredicateExpressions
    Process ProcessInfo Progress ProgressKind ProgressReporting ProgressUserInfoKey
    PropertyListDecoder PropertyListEncoder PropertyListSerialization QualityOfService
    RecoverableError ReferenceConvertible RunLoop Scanner ScopedAttributeContainer
    SocketNativeHandle SocketPort SortComparator SortDescriptor SortOrder
    StandardPredicateExpression Stream StreamDelegate StreamNetworkServiceTypeValue
    StreamSOCKSProxyConfiguration StreamSOCKSProxyVersion StreamSocketSecurityLevel StringStyle
    StringTransform Thread TimeInterval TimeZone Timer URL URLComponents URLError
    URLFileResourceType URLQueryItem URLResourceKey URLResourceValues UUID Unit UnitAcceleration
    UnitAngle UnitArea UnitConcentrationMass UnitConverter UnitConverterLinear UnitDispersion
    UnitDuration UnitElectricCharge UnitElectricCurrent UnitElectricPotentialDifference
    UnitElectricResistance UnitEnergy UnitFrequency UnitFuelEfficiency UnitIlluminance
    UnitInformationStorage UnitLength UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature
    UnitVolume UserDefaults unichar uuid_string_t uuid_t
    """)

  /// The public types of the runtime's libraries.
  static let keywright = names(
    """
    AccessLog AmbientStore AnyKey ArgumentsLayer AsyncStore CacheStatistics CacheStore Change
    ChangeEvent Commit CommitEvent CommitOrigin CommitWait Constraint ConversionFailure Convertible
    DefaultValue DefaultsStore DictionaryKeyForm DidChangeKeyType EarlierValues EnvironmentLayer
    FamilyMember FileStore InvalidInput JSONLayer Key KeyChange KeyDescription KeyDescriptor KeyName
    KeyParameter KeyParameterForm KeyRegistry KeySet KeyType KeychainRules Layer Layers ManagedLayer
    MemoryStore Migration MigrationReport Namespace ObservationToken ObservedSequence ObservedStore
    ObservedValue OnRead PendingCommit PostCommitHook PreCommitHook ProcessingKeyType ReadOnlyStore
    ReadableStore Root Route Slot StagedWrite Step StorageString Store StoreCore StoreError Stored
    StoredMapping StoredValue TextFailure TextNames Transaction Transformer UnknownKey
    UnknownMembers UnknownName ValueCoding WillChangeKeyType WriteOnlyStore ZippedSlot ZippedStore
    """)

  private static func names(_ list: String) -> Set<String> {
    Set(list.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
