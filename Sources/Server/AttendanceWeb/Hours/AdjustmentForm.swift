import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization
import WebServer

/// The form that adjusts a person's balance, as typed.
struct AdjustmentForm: Sendable {
    /// The reasons to choose from. ``Adjustment/Reason/retention`` is the server's own.
    static let reasons: [Adjustment.Reason] = [.opening, .payout, .correction, .transfer]

    var id = UUID()
    var date: String
    var amount: String?
    var kind: String?
    /// The comment.
    var reason: String?

    init(on day: CivilDate, hasOpening: Bool) {
        (date, kind) = (day.description, (hasOpening ? Adjustment.Reason.correction : .opening).rawValue)
    }

    /// - Throws: ``WebError`` if the hidden id is malformed or the comment is too long.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        date = fields.trimmed("date")
        (amount, kind) = (fields["amount"], fields["kind"])
        reason = try fields.sentence("reason")
    }

    /// - Parameter adjustments: those of the person.
    func adjustment(
        of person: PersonID, _ adjustments: [Recorded<Adjustment>], today: CivilDate
    ) throws(HoursProblem) -> Adjustment {
        let date = try HoursForms.day(date, .date, in: HoursForms.adjustmentDays(today))
        let seconds = try HoursForms.amount(amount)
        guard let kind = kind.flatMap(Adjustment.Reason.init), Self.reasons.contains(kind) else { throw .badChoice(.kind) }
        let isSame: (Recorded<Adjustment>) -> Bool = { UUID(uuidString: $0.id) == id }
        if kind == .opening, let known = adjustments.first(where: { $0.value.reason == .opening && !isSame($0) }) {
            throw .known(known)
        }
        if reason == nil { throw .reasonMissing }
        return Adjustment(user: "\(person)", date: date, seconds: seconds, reason: kind)
    }
}
