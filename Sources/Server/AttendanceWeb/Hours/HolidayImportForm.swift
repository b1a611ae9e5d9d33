import Attendance
import AttendanceStore
import WebServer

/// The form that checks or saves the holidays of a file or of a shipped calendar.
struct HolidayImportForm: Sendable {
    /// Of the calendar; empty: that of the file.
    let name: String
    /// The code of a shipped calendar; nil: a file.
    let shipped: String?
    let text: String
    /// The first year that counts, as typed; empty: the usual one.
    let from: String
    /// nil: the page was opened.
    let action: Action?
    /// ``HolidayPreview/digest`` of the changes that the page showed.
    let shown: String
    /// The ``FormToken``.
    let token: String?

    enum Action: String, Sendable { case check, save }

    /// The page for a calendar.
    init(name: String?, shipped: String?) {
        (self.name, self.shipped) = (name ?? "", shipped)
        (text, from, action, shown, token) = ("", "", nil, "", nil)
    }

    init(_ fields: QueryParameters) {
        name = TypedText.trimmed(fields["name"] ?? "")
        shipped = fields["shipped"].flatMap { $0.isEmpty ? nil : $0 }
        text = fields["csv"] ?? ""
        from = TypedText.trimmed(fields["from"] ?? "")
        action = fields["do"].flatMap(Action.init) ?? .check
        shown = fields["shown"] ?? ""
        token = fields["form"]
    }

    /// nil: what was typed is no year.
    func firstYear(today: CivilDate) -> Int64? {
        if from.isEmpty { return Self.usualYear(today) }
        return Int64(from).flatMap { CivilDate.enteredYears.contains($0) ? $0 : nil }
    }

    /// The last year: its balances may still be in question.
    static func usualYear(_ today: CivilDate) -> Int64 { today.components.year - 1 }
}
