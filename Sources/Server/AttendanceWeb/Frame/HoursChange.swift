import Attendance
import AttendanceStore
import Localization

/// The worked hours of a day before and after a correction, for the message after it (``StatusNotice``).
struct HoursChange: Sendable, Equatable {
    let day: CivilDate
    /// Seconds of work that count: full minutes as the day shows them, and further seconds if the change is below a minute.
    let before: Int64
    let after: Int64
    let remark: Remark

    /// What the day then lacks. The values are parts of ``text``.
    enum Remark: String, Sendable {
        case nothing = "0"
        /// It has work after its last tap, which does not count yet.
        case openWork = "1"
        /// The added break has no return.
        case missingResume = "2"
    }

    /// Longer than any day. Bounds what ``init(_:)`` reads.
    private static let mostSeconds: Int64 = 6_000_000

    /// The days whose worked hours a correction changes, earliest first; if it changes none, its day.
    static func days(of preview: CorrectionPreview) -> [HoursChange] {
        changes(
            on: preview.days, or: preview.subject?.place.date,
            withoutResume: preview.missingResume != nil ? preview.listedOn : nil)
    }

    /// Those of these days whose worked hours change, in their order; if there are none, `date`.
    /// - Parameter key: the day whose added break has no return; nil: there is none.
    static func changes(
        on days: [CorrectionPreview.Day], or date: CivilDate?, withoutResume key: DailyRow.Key? = nil
    ) -> [HoursChange] {
        let days = days.map { day in
            let hasOpenWork = (day.after?.row.unconfirmedSeconds ?? 0) >= 60
            let (before, after) = (day.before?.row.workedSeconds ?? 0, day.after?.row.workedSeconds ?? 0)
            let (shown, corrected) = (day.before?.time.worked ?? 0, day.after?.time.worked ?? 0)
            return HoursChange(
                day: day.key.date, before: shown * 60, after: corrected * 60 + (shown == corrected && before != after ? 1 : 0),
                remark: day.key == key ? .missingResume : hasOpenWork ? .openWork : .nothing)
        }
        let changed = days.filter { $0.before != $0.after }
        if !changed.isEmpty { return changed }
        guard let date = date ?? days.first?.day else { return [] }
        return [days.first { $0.day == date } ?? HoursChange(day: date, before: 0, after: 0, remark: .nothing)]
    }

    private init(day: CivilDate, before: Int64, after: Int64, remark: Remark) {
        (self.day, self.before, self.after, self.remark) = (day, before, after, remark)
    }

    /// Reads ``text``; nil for any other text.
    init?(_ text: Substring) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, let day = CivilDate(text: parts[0]), let before = Int64(parts[1]), let after = Int64(parts[2]),
            [before, after].allSatisfy({ (0...Self.mostSeconds).contains($0) }), let remark = Remark(rawValue: String(parts[3]))
        else { return nil }
        self.init(day: day, before: before, after: after, remark: remark)
    }

    /// Such as `2026-11-20_27000_28800_0`, for a cookie.
    var text: String { "\(day)_\(before)_\(after)_\(remark.rawValue)" }

    /// Such as `Friday 20 November: worked 7:30 → 8:00.`
    /// - Parameters:
    ///   - owner: the name of the person who worked; nil: the reader of the sentence.
    ///   - isRequested: whether the correction needs an approval.
    func sentence(of owner: String?, isRequested: Bool) -> String {
        let values = [
            "day": owner.map { localized("correction.hours.dayOf", ["day": day.long, "owner": $0]) } ?? day.long,
            "before": hoursAndMinutes(before), "after": hoursAndMinutes(after),
        ]
        var hours =
            if before == after {
                localized("correction.hours.same", values)
            } else if before / 60 == after / 60 {
                localized("correction.hours.little", values)
            } else {
                localized("correction.hours.changed", values)
            }
        if isRequested { hours = localized("correction.hours.ifApproved", ["hours": hours]) }
        return switch remark {
        case .nothing: hours
        case .openWork: [hours, localized("correction.hours.incomplete")].localizedList("done.sentences")
        case .missingResume: [hours, localized("correction.hours.lacksResume")].localizedList("done.sentences")
        }
    }
}
