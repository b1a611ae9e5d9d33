import Attendance
import AttendanceStore
import FoundationEssentials
import Localization
import WebServer

/// The fields of the form that adds a whole day: unchecked texts, which may be missing or wrong.
struct WholeDayForm: Sendable {
    /// The fields at which a problem is shown. ``hours`` and ``pause`` are both times of a pair.
    enum Field: Sendable { case hours, from, to, pause, breakFrom, breakTo, desk }

    /// What is wrong with the form.
    struct Problem: Error {
        var error: WebError
        /// nil: the problem is shown above the form.
        var field: Field?
    }

    /// Generated with the form, so that a form sent twice adds one day.
    var id = UUID()
    var date: String?
    var from: String?
    var to: String?
    /// Both are nil on a day without a break.
    var breakFrom: String?
    var breakTo: String?
    var desk: String?
    /// Whether the work is away from a desk. ``desk`` then has no effect.
    var isAway = false
    var reason: String?
    /// The list to return to; nil: the record.
    var back: ReturnAddress?

    /// - Parameter day: nil: the form has no date yet.
    init(day: CivilDate?, back: ReturnAddress?) {
        date = day?.description
        self.back = back
    }

    /// The submitted form.
    /// - Throws: ``WebError`` if the hidden id is malformed or the reason is too long.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        (date, from, to) = (fields["date"], fields["from"], fields["to"])
        (breakFrom, breakTo) = (fields["break_from"], fields["break_to"])
        (desk, isAway) = (fields["desk"], fields.isSet("away"))
        reason = try fields.sentence("reason")
        back = fields["back"].flatMap { ReturnAddress($0) }
    }

    /// The reports that a program would send for the entries, in the order of their times.
    /// - Throws: ``Problem`` for a missing, malformed, skipped or ambiguous time, for times in the wrong order, and for a missing place.
    func reports(for user: String, by author: String, _ clock: LocalClock) throws(Problem) -> [RecordReport] {
        let instants = try instants(clock)
        if !isAway, desk == nil { throw Problem(error: CorrectionForm.placeMissing, field: .desk) }
        let ids = id.idsOfDay
        let entries: [(id: UUID, kind: TapKind)] =
            instants.count == 2
            ? [(ids[0], .start), (ids[3], .end)]
            : [(ids[0], .start), (ids[1], .pause), (ids[2], .start), (ids[3], .end)]
        return zip(entries, instants).map { entry, instant in
            var report = RecordReport()
            report.id = .text(entry.id.uuidString)
            report.type = .text(CorrectionForm.Purpose.add.rawValue)
            report.user = .text(user)
            report.kind = .text(entry.kind.rawValue)
            report.at = .text(clock.rfc3339(instant))
            if entry.kind == .start, !isAway { report.desk = .init(desk) }
            report.author = .text(author)
            report.reason = .init(reason)
            return report
        }
    }

    /// The start, the break's start and end if there is a break, and the end.
    private func instants(_ clock: LocalClock) throws(Problem) -> [Int64] {
        let start = try instant(from, .from, clock)
        let end = try instant(to, .to, clock)
        guard start < end else { throw Self.wrongOrder(localized("correction.day.order"), .hours) }
        if breakFrom == nil, breakTo == nil { return [start, end] }
        let pause = try instant(breakFrom, .breakFrom, clock)
        let resume = try instant(breakTo, .breakTo, clock)
        guard start < pause, pause < resume, resume < end else {
            throw Self.wrongOrder(localized("correction.day.breakOrder"), .pause)
        }
        return [start, pause, resume, end]
    }

    private func instant(_ time: String?, _ field: Field, _ clock: LocalClock) throws(Problem) -> Int64 {
        do throws(WebError) {
            switch try LocalTimeField.read(date: date, time: time, clock) {
            case .once(let instant): return instant
            case .twice:
                throw WebError(
                    .unprocessableContent, localized("correction.day.twice", ["time": time ?? ""]), reason: .ambiguousTime)
            }
        } catch {
            throw Problem(error: error, field: field)
        }
    }

    private static func wrongOrder(_ sentence: String, _ field: Field) -> Problem {
        Problem(error: WebError(.unprocessableContent, sentence, reason: .contradiction), field: field)
    }
}
