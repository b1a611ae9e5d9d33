import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// What became of a tap.
struct TapResultPage: Page {
    static let template = "pages/Taps/tap-result"
    let isRecorded: Bool
    /// Whether it waits for HR.
    let isPutAside: Bool
    let name: String
    let verb: String
    let kind: String
    let desk: String?
    /// `HH:MM` and the date by the office's clock; empty for a tap that is not recorded.
    let time: String
    let date: String
    let message: String
    let remarks: [String]
    /// Hours and minutes so far, and what the next tap will do; nil for a tap that is not recorded.
    let soFar: String?
    let next: String?
    /// nil for a tap that is not recorded.
    let aftermath: TapActions?
    /// Where somebody whose phone this is not says so; nil where nothing was recorded.
    let notMe: String?

    /// A tap that stands in the log.
    init(id: UUID, _ tap: RecordedTap, notes: [TapNote], person: Person, _ aftermath: TapActions, _ standing: TapSummary) {
        let clock = LocalClock(tap.timeZone)
        isRecorded = true
        isPutAside = tap.quarantine != nil && !aftermath.isUndone
        name = person.displayName
        verb = TapPage.verb(tap.kind)
        kind = tap.kind.rawValue
        desk = tap.desk
        self.aftermath = aftermath
        time = clock.time(tap.at.seconds)
        date = clock.date(tap.at.seconds).withWeekday
        soFar = standing.soFar
        next = standing.now.nextWords
        remarks = aftermath.isUndone ? [] : standing.remarks
        notMe = Address.notMe(id.uuidString.lowercased())
        // That somebody else was there is said by itself.
        let notes = notes.filter { $0 != .deskTakenOver }
        let outcome = tap.quarantine.map(IngestOutcome.quarantined) ?? .accepted(notes: notes)
        message =
            if aftermath.isUndone {
                localized("tap.undone")
            } else if tap.quarantine == .unproven, !tap.requirement.isNothing {
                TapAnswer.message(ofUnproven: tap.requirement)
            } else {
                TapAnswer.message(
                    for: outcome, kind: tap.kind, desk: tap.desk.flatMap { DeskID($0) }, from: standing.movedFrom)
            }
    }

    /// A tap that does not.
    init(_ report: TapReport, _ answer: TapAnswer, person: Person) {
        let kind = report.kind.flatMap(TapKind.init)
        (isRecorded, isPutAside) = (false, false)
        name = person.displayName
        verb = TapPage.verb(kind)
        self.kind = kind?.rawValue ?? "unknown"
        desk = report.desk.flatMap { DeskID($0)?.description }
        aftermath = nil
        time = ""
        date = ""
        (remarks, soFar, next, notMe) = ([], nil, nil, nil)
        message = answer.message
    }
}
