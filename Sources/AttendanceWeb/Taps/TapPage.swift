import Attendance
import AttendanceStore

/// What a phone shows when a tag was read: it sends the tap at once, or by the button where there is no JavaScript.
struct TapPage: Page {
    static let template = "pages/tap"
    let isSignedIn: Bool
    let name: String
    let verb: String
    let desk: String
    let action: String

    init(_ report: TapReport, person: Person?) {
        isSignedIn = person != nil
        name = person?.displayName ?? ""
        desk = report.desk.flatMap { DeskID($0)?.description } ?? ""
        verb = Self.verb(report.kind)
        let parameters = [
            ("event", report.kind), ("desk", desk.isEmpty ? nil : desk), ("office", report.office), ("id", report.id),
        ]
        action =
            Address.tap + "?"
            + parameters.compactMap { name, value in value.map { "\(name)=\(Address.percentEncoded($0))" } }
            .joined(separator: "&")
    }

    static func verb(_ kind: String?) -> String {
        switch kind.flatMap(TapKind.init) {
        case .start: "Start"
        case .pause: "Pause"
        case .end: "End"
        case nil: "Tap"
        }
    }
}

/// What became of the tap.
struct TapResultPage: Page {
    static let template = "pages/tap-result"
    let verb: String
    let desk: String
    let isRecorded: Bool
    let message: String
    let kind: String

    init(_ answer: TapAnswer, _ report: TapReport) {
        verb = TapPage.verb(report.kind)
        kind = report.kind.flatMap(TapKind.init)?.rawValue ?? "unknown"
        desk = report.desk.flatMap { DeskID($0)?.description } ?? ""
        isRecorded = answer.outcome == "accepted" || answer.outcome == "duplicate"
        message = answer.message
    }
}
