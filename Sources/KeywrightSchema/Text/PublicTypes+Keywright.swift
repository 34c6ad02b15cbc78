// Written by Tests/Consumers/public-names. Do not edit: run it again.

extension PublicTypes {
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
}
