/// A tag that was taken and lies on a reader.
package struct LyingTag: Sendable, Equatable {
    package var reader: String
    package var uid: [UInt8]

    package init(reader: String, uid: [UInt8]) {
        self.reader = reader
        self.uid = uid
    }
}

/// Which tags lie where, so that one left lying is taken once: also when the reader loses it for a moment at the edge of its
/// field, when pcscd or this program starts anew, and when the reader is unplugged and plugged in under it.
struct LyingTags {
    /// A tag back within this time was not lifted: nobody is that quick.
    static let flicker = Duration.milliseconds(300)
    /// A reader that has just come, or come back with pcscd, is empty at first even where a tag lies on it.
    /// On a small board that does much else it stays so for a second or two, until it shows a tag.
    static let settling = Duration.seconds(3)

    private struct Place {
        var uid: [UInt8]
        var liftedAt: ContinuousClock.Instant?
    }

    private var places: [String: Place]
    private var visits: [String: Visit] = [:]
    private var lastRemovals: [String: (visit: Visit, at: ContinuousClock.Instant)] = [:]
    private var attachedAt: [String: ContinuousClock.Instant] = [:]
    private var lastVisit = 0

    /// One stay of something on a reader.
    struct Visit: Hashable {
        let reader: String
        fileprivate let number: Int
    }

    /// - Parameter tags: those that lay there when the program last ran.
    init(_ tags: [LyingTag] = []) {
        places = Dictionary(tags.map { ($0.reader, Place(uid: $0.uid)) }) { first, _ in first }
    }

    /// The reader is there now.
    mutating func attached(_ reader: String, at now: ContinuousClock.Instant) { attachedAt[reader] = now }

    /// Something was laid on the reader.
    mutating func inserted(_ reader: String) -> Visit {
        lastVisit += 1
        let visit = Visit(reader: reader, number: lastVisit)
        visits[reader] = visit
        return visit
    }

    /// The reader is empty.
    /// - Returns: whether a tag that was taken has left it.
    mutating func removed(_ reader: String, at now: ContinuousClock.Instant) -> Bool {
        if let visit = visits.removeValue(forKey: reader) { lastRemovals[reader] = (visit, now) }
        guard places[reader] != nil, places[reader]?.liftedAt == nil else { return false }
        places[reader]?.liftedAt = now
        return true
    }

    /// The reader is gone, and with it what is known of the tag's stay.
    mutating func detached(_ reader: String) { visits[reader] = nil }

    /// Whether the thing still lies there, as far as we were told.
    func isThere(_ visit: Visit) -> Bool { visits[visit.reader] == visit }

    /// Whether the tag is one that was taken and has not been lifted since.
    func wasTaken(_ uid: [UInt8], on reader: String, laidAt now: ContinuousClock.Instant) -> Bool {
        guard let place = places[reader], place.uid == uid else { return false }
        guard let liftedAt = place.liftedAt else { return true }
        if let attachedAt = attachedAt[reader], attachedAt.duration(to: now) < Self.settling { return true }
        return liftedAt.duration(to: now) < Self.flicker
    }

    /// The tag was taken, or seen again without having been lifted.
    /// - Returns: whether it has left the reader in the meantime.
    mutating func lies(_ uid: [UInt8], _ visit: Visit) -> Bool {
        let removal = lastRemovals[visit.reader]
        let liftedAt = removal?.visit == visit ? removal?.at : nil
        places[visit.reader] = Place(uid: uid, liftedAt: liftedAt)
        attachedAt[visit.reader] = nil
        return liftedAt != nil
    }
}
