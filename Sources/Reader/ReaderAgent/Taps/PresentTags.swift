/// The tags on the readers, so that a tag that stays on a reader makes one tap: also if the reader loses it for a moment at
/// the edge of its field, if pcscd or this program restarts, and if the reader is unplugged and plugged in again under the
/// tag.
struct PresentTags {
    /// Debounce: a tag that returns within 300 ms was never removed.
    static let debounce = Duration.milliseconds(300)
    /// How long a reader may need to report a tag that is already on it. A new reader, or a reader after a restart of pcscd,
    /// is reported as empty first; on a small, busy computer this state lasts one to two seconds.
    static let reconnectGrace = Duration.seconds(3)

    private struct KnownTag {
        var uid: [UInt8]
        var removedAt: ContinuousClock.Instant?
    }

    private var knownTags: [String: KnownTag]
    private var placements: [String: Placement] = [:]
    private var lastRemovals: [String: (placement: Placement, at: ContinuousClock.Instant)] = [:]
    private var attachedAt: [String: ContinuousClock.Instant] = [:]
    private var lastNumber = 0

    /// One presence of a tag on a reader, from insertion to removal.
    struct Placement: Hashable {
        let reader: String
        fileprivate let number: Int
    }

    /// - Parameter tags: the tags that were on the readers when the program last ran.
    init(_ tags: [PresentTag] = []) {
        knownTags = Dictionary(tags.map { ($0.reader, KnownTag(uid: $0.uid)) }) { first, _ in first }
    }

    /// A reader was connected.
    mutating func attached(_ reader: String, at now: ContinuousClock.Instant) { attachedAt[reader] = now }

    /// A tag was placed on the reader.
    mutating func inserted(_ reader: String) -> Placement {
        lastNumber += 1
        let placement = Placement(reader: reader, number: lastNumber)
        placements[reader] = placement
        return placement
    }

    /// The reader is empty.
    /// - Returns: true if a tag that had made a tap was removed.
    mutating func removed(_ reader: String, at now: ContinuousClock.Instant) -> Bool {
        if let placement = placements.removeValue(forKey: reader) { lastRemovals[reader] = (placement, now) }
        guard knownTags[reader] != nil, knownTags[reader]?.removedAt == nil else { return false }
        knownTags[reader]?.removedAt = now
        return true
    }

    /// The reader was disconnected. The state of its tag is unknown.
    mutating func detached(_ reader: String) { placements[reader] = nil }

    /// True if no removal was reported since the placement.
    func isPresent(_ placement: Placement) -> Bool { placements[placement.reader] == placement }

    /// True if the tag has already made a tap and has not been removed since.
    func hasMadeTap(_ uid: [UInt8], on reader: String, detectedAt now: ContinuousClock.Instant) -> Bool {
        guard let known = knownTags[reader], known.uid == uid else { return false }
        guard let removedAt = known.removedAt else { return true }
        if let attachedAt = attachedAt[reader], attachedAt.duration(to: now) < Self.reconnectGrace { return true }
        return removedAt.duration(to: now) < Self.debounce
    }

    /// Stores that the tag has made a tap, or is still present.
    /// - Returns: true if it was removed in the meantime.
    mutating func markPresent(_ uid: [UInt8], _ placement: Placement) -> Bool {
        let removal = lastRemovals[placement.reader]
        let removedAt = removal?.placement == placement ? removal?.at : nil
        knownTags[placement.reader] = KnownTag(uid: uid, removedAt: removedAt)
        attachedAt[placement.reader] = nil
        return removedAt != nil
    }
}
