import Attendance

/// Between which instants events are read so that the rows of a period come out as they would from the whole log.
///
/// A session that begins in the period can go on after it: behind it, everything is read that can still end a session of it. A
/// session that begins before can reach into it: in front, reading begins where the person is known to be off.
struct RecordWindow {
    let period: ClosedRange<CivilDate>
    /// The beginning of the period where it begins first.
    let from: Instant
    /// Nothing from then on matters.
    let to: Instant

    /// - Parameters:
    ///   - settings: of all offices.
    ///   - instant: for which the record is asked. Where events later than the window could matter for it, all are read.
    init(_ period: ClosedRange<CivilDate>, _ settings: [OfficeSettings], asOf instant: Instant) {
        self.period = period
        from = Instant(millisecondsSince1970: (settings.map { $0.start(of: period.lowerBound) }.min() ?? 0) * 1000)
        let isLimited = settings.allSatisfy { $0.policy.maximumSessionSeconds != nil }
        let settled = Self.settled(period, settings)
        to = isLimited && settled <= instant ? settled : .endOfTime
    }

    /// The first instant at which no session of a period can still be ended: whoever asks for its rows then, or later, gets the same.
    /// Where an office sets sessions no limit, it is the end of the period: what is still open then goes on being so.
    static func settled(_ period: ClosedRange<CivilDate>, _ settings: [OfficeSettings]) -> Instant {
        let next = CivilDate(daysSince1970: period.upperBound.daysSince1970 + 1)
        let end = settings.map { $0.start(of: next) }.max() ?? 0
        let longestSession = settings.compactMap(\.policy.maximumSessionSeconds).max() ?? 0
        return Instant(millisecondsSince1970: (end + longestSession + 1) * 1000)
    }
}

extension Instant {
    /// Later than any instant that a tap can say.
    static let endOfTime = Instant(millisecondsSince1970: 253_402_300_800_000)
}
