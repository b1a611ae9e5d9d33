package import Attendance
import Postgres

extension RecordStore {
    /// More is a device with a wrong clock. Deriving everything in between would take long.
    private static let longestMove = Duration.seconds(62 * 86_400)

    /// What a correction would change now.
    /// - Parameters:
    ///   - record: an addition for `person`, or an amendment, a void or a restoration of their event.
    ///   - target: the event to correct; nil for an addition.
    ///   - further: other corrections for the person that are assumed to be recorded, such as requested ones.
    /// - Returns: nil if it names no instant, because its content is erased, or moves a tap by more than ``longestMove``.
    package func preview(
        of record: LogRecord, target: RecordedEvent?, for person: Person, assuming further: [LogRecord] = [],
        asOf instant: Instant, zones: TimeZoneDatabase
    ) async throws -> CorrectionPreview? {
        let instants = record.instants(target: target)
        guard let first = instants.min(), let last = instants.max(), last - first <= Self.longestMove else { return nil }
        let officeName =
            switch record {
            case .tap(let tap), .add(let tap, _): tap.office
            case .correction(let correction):
                if case .amend(let amendment) = correction.change { amendment.office } else { nil as String? }
            }
        var office = target?.office ?? person.office
        if let officeName, let named = try await OfficeStore(pool: pool).offices().named(officeName) {
            office = named.id
        }
        // A day in any zone, one more for sessions over a day boundary, and the days on which the minutes of these days depend.
        let near = CivilDate(daysSince1970: first.seconds / 86_400 - 2)...CivilDate(daysSince1970: last.seconds / 86_400 + 2)
        let period = near.sinceFirstOfMonth.lowerBound.adding(days: -2)...near.upperBound
        return try await pool.withSnapshot { connection in
            var reader = try await RecordReader(connection, zones, period: period, asOf: instant)
            return try await reader.preview(of: record, for: person, assuming: further, office: office)
        }
    }
}
