import Attendance
import AttendanceStore

/// What a phone shows when a tag was read: it sends the tap at once, or by the button where there is no JavaScript.
struct TapPage: Page {
    static let template = "pages/tap"
    let isSignedIn: Bool
    let name: String
    let verb: String
    let desk: String?
    /// Where the form sends the tap. It carries the tap's number, so that sending it again is harmless.
    let action: String

    /// - Parameter at: the instant, where the address gives one.
    init(_ report: TapReport, at: String?, person: Person?) {
        isSignedIn = person != nil
        name = person?.displayName ?? ""
        desk = report.desk.flatMap { DeskID($0)?.description }
        verb = Self.verb(report.kind.flatMap(TapKind.init))
        let parameters = [
            ("event", report.kind), ("desk", desk), ("office", report.office), ("id", report.id),
            ("at", at.map { _ in report.at ?? "" }),
        ]
        action =
            Address.tap + "?"
            + parameters.compactMap { name, value in value.map { "\(name)=\(Address.percentEncoded($0))" } }
            .joined(separator: "&")
    }

    static func verb(_ kind: TapKind?) -> String {
        switch kind {
        case .start: "Start"
        case .pause: "Pause"
        case .end: "End"
        case nil: "Tap"
        }
    }
}

/// What became of a tap.
struct TapResultPage: Page {
    static let template = "pages/tap-result"
    let isRecorded: Bool
    let name: String
    let verb: String
    let kind: String
    let desk: String?
    /// `HH:MM` and the date by the office's clock; empty for a tap that is not recorded.
    let time: String
    let date: String
    let message: String
    /// nil for a tap that is not recorded.
    let aftermath: TapAftermath?

    /// A tap that stands in the log.
    init(_ tap: RecordedTap, notes: [TapNote], person: Person, _ aftermath: TapAftermath) {
        let clock = LocalClock(tap.timeZone)
        isRecorded = true
        name = person.displayName
        verb = TapPage.verb(tap.kind)
        kind = tap.kind.rawValue
        desk = tap.desk
        self.aftermath = aftermath
        time = clock.time(tap.at.seconds)
        date = clock.date(tap.at.seconds).description
        let outcome = tap.quarantine.map(IngestOutcome.quarantined) ?? .accepted(notes: notes)
        message =
            aftermath.isUndone
            ? "Undone: this tap does not count."
            : TapAnswer.message(for: outcome, kind: tap.kind, desk: tap.desk.flatMap { DeskID($0) })
    }

    /// A tap that does not.
    init(_ report: TapReport, _ answer: TapAnswer, person: Person) {
        let kind = report.kind.flatMap(TapKind.init)
        isRecorded = false
        name = person.displayName
        verb = TapPage.verb(kind)
        self.kind = kind?.rawValue ?? "unknown"
        desk = report.desk.flatMap { DeskID($0)?.description }
        aftermath = nil
        time = ""
        date = ""
        message = answer.message
    }
}
