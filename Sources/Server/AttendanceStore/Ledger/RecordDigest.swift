package import Attendance
import Crypto

/// Hashes of people's hours and of who is at work. They contain no names and no places, which can be erased.
package struct RecordDigest: Sendable, Equatable {
    /// An office's month.
    package struct Month: Sendable, Equatable {
        package var office: OfficeID
        /// The first day.
        package var first: CivilDate
        package var workedSeconds: Int64
        /// SHA-256 over the seconds of each person and day, ordered by person and day.
        package var digest: [UInt8]

        package init(office: OfficeID, first: CivilDate, workedSeconds: Int64, digest: [UInt8]) {
            (self.office, self.first, self.workedSeconds, self.digest) = (office, first, workedSeconds, digest)
        }
    }

    /// Ordered by office and month.
    package var months: [Month]
    /// SHA-256 over the sessions that are open, ordered by person.
    package var openSessions: [UInt8]

    package init(months: [Month], openSessions: [UInt8]) { (self.months, self.openSessions) = (months, openSessions) }

    /// The month of an instant, in UTC, and the one before. Their days can still change; earlier ones are in earlier anchors.
    static func period(at instant: Instant) -> ClosedRange<CivilDate> {
        let month = CivilDate(daysSince1970: instant.seconds / 86_400).month
        return month.lowerBound.adding(days: -1).month.lowerBound...month.upperBound
    }
}

/// Makes a ``RecordDigest`` from people's records, which must come in the order of their numbers.
struct RecordHasher {
    private struct Month {
        var workedSeconds: Int64 = 0
        var hasher = SHA256()
    }

    private var months: [DailyRow.Key: Month] = [:]
    private var openSessions = SHA256()

    init() {
        openSessions.update(data: CanonicalBytes("desktap open sessions 1").bytes)
    }

    mutating func take(_ record: PeriodRecord) {
        for row in record.rows {
            let key = DailyRow.Key(date: row.key.date.month.lowerBound, office: row.key.office)
            var bytes = CanonicalBytes("desktap day 1")
            bytes.add(record.person)
            bytes.add(row.key.date.daysSince1970)
            bytes.add(row.workedSeconds)
            bytes.add(row.pauseSeconds)
            bytes.add(row.unconfirmedSeconds)
            months[key, default: Month()].workedSeconds += row.workedSeconds
            months[key, default: Month()].hasher.update(data: bytes.bytes)
        }
        for session in record.sessions where session.state == .open {
            var bytes = CanonicalBytes("desktap open session 1")
            bytes.add(record.person)
            bytes.add(session.office)
            bytes.add(session.start)
            bytes.add(session.stretches.last?.start)
            bytes.add(session.stretches.last?.isPause == true ? 1 : 0)
            openSessions.update(data: bytes.bytes)
        }
    }

    var digest: RecordDigest {
        RecordDigest(
            months: months.sorted { ($0.key.office, $0.key.date) < ($1.key.office, $1.key.date) }.map { key, month in
                RecordDigest.Month(
                    office: key.office, first: key.date, workedSeconds: month.workedSeconds,
                    digest: Array(month.hasher.finalize()))
            },
            openSessions: Array(openSessions.finalize()))
    }
}
