import Attendance
import AttendanceStore
import Localization

/// A viewer of a record, as shown to its owner. Views by one person for one purpose on one day are combined.
struct ViewerModel: Sendable {
    let name: String
    let purpose: String
    /// The days viewed, such as `days 1 Nov 2026 – 30 Nov 2026`.
    let period: String
    /// The time of the last view, and the number of views if there are several.
    let when: String

    static func lines(_ accesses: [LoggedAccess], _ clock: LocalClock) -> [ViewerModel] {
        struct Key: Hashable {
            var name: String
            var purpose: String
            var day: CivilDate
        }
        var counts: [Key: (count: Int, last: Int64, from: CivilDate, to: CivilDate)] = [:]
        var order: [Key] = []
        for access in accesses {
            let key = Key(name: access.displayName, purpose: access.purpose, day: clock.date(access.at.seconds))
            let period = access.period
            guard let known = counts[key] else {
                order.append(key)
                counts[key] = (1, access.at.seconds, period.lowerBound, period.upperBound)
                continue
            }
            counts[key] = (
                known.count + 1, max(known.last, access.at.seconds), min(known.from, period.lowerBound),
                max(known.to, period.upperBound)
            )
        }
        return order.compactMap { key in
            guard let (count, last, from, to) = counts[key] else { return nil }
            return ViewerModel(
                name: key.name, purpose: AccessPurpose.words(key.purpose),
                period: localized(
                    from == to ? "record.viewedDay" : "record.viewedDays", ["period": (from...to).localizedText]),
                when: count > 1
                    ? localized("record.readTimes", ["when": clock.dayAndTime(last), "count": "\(count)"])
                    : clock.dayAndTime(last))
        }
    }
}
