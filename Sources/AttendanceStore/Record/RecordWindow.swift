import Attendance

/// Which events have to be read so that the rows of a period come out as they would from the whole log.
///
/// A session that begins in the period can go on after it, and one that begins before can reach into it. Behind the period
/// everything is read that can still end a session of it. In front, reading has to begin where the person is known to be off:
/// after an end, or after nothing happened for longer than a session can last.
struct RecordWindow {
    /// Days read in front of the period at first; most people end a session within them.
    private static let lead: Int64 = 7 * 86_400

    let period: ClosedRange<CivilDate>
    /// Seconds since 1970: the beginning of the period where it begins first.
    private let start: Int64
    let from: Instant
    let to: Instant
    private let longestSession: Int64?

    /// - Parameters:
    ///   - settings: of all offices.
    ///   - instant: for which the record is asked. Where events later than the window could matter for it, all are read.
    init(_ period: ClosedRange<CivilDate>, _ settings: [OfficeSettings], asOf instant: Instant) {
        self.period = period
        let next = CivilDate(daysSince1970: period.upperBound.daysSince1970 + 1)
        start = settings.map { $0.start(of: period.lowerBound) }.min() ?? 0
        let end = settings.map { $0.start(of: next) }.max() ?? 0
        let lengths = settings.map(\.policy.maximumSessionSeconds)
        longestSession = lengths.contains(nil) ? nil : lengths.compactMap(\.self).max() ?? 0
        let lead = max(Self.lead, 3 * (longestSession ?? 0))
        from = Instant(millisecondsSince1970: (start - lead) * 1000)
        let last = longestSession.map { end + $0 + 1 }
        to = last.flatMap { $0 < instant.seconds ? Instant(millisecondsSince1970: $0 * 1000) : nil } ?? .endOfTime
    }

    /// Whether these events of a person, read from the window on, say for certain that the person was off at some instant of
    /// the lead. If not, the person's whole log has to be read.
    func isSettled(_ events: [RecordedEvent]) -> Bool {
        var last = from.seconds
        for event in events.filter(\.isEffective).sorted(by: { $0.order < $1.order }) where event.at >= from {
            let at = event.at.seconds
            if let longestSession, min(at, start) - last > longestSession { return true }
            guard at < start else { return false }
            if event.kind == .end { return true }
            last = at
        }
        return longestSession.map { start - last > $0 } ?? false
    }
}

extension Instant {
    /// Later than any instant that a tap can say.
    static let endOfTime = Instant(millisecondsSince1970: 253_402_300_800_000)
}
