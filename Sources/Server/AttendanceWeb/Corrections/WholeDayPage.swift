import Attendance
import AttendanceStore
import FoundationEssentials
import Localization
import WebServer

/// The page with the form for a whole day.
struct WholeDayPage: Page {
    static let template = "pages/Corrections/whole-day"

    let navigation: Navigation
    /// The name of the record's owner; nil for the viewer's own record.
    let owner: String?
    let explanation: String
    let verb: String
    let action: String
    let back: String
    /// The list to return to; nil: the record.
    let list: String?
    let formID: String
    let entryChoice: EntryChoice
    /// The taps of the day; nil: the form has no date.
    let dayTaps: String?
    let date, from, to, breakFrom, breakTo: String
    let zone: String
    let desk: String
    let isAway: Bool
    let reason: String
    /// A problem of no single field.
    let problem: String?
    let hoursProblem: String?
    let breakProblem: String?
    let deskProblem: String?
    /// The times that have the problem of their pair.
    let isFromWrong, isToWrong, isBreakFromWrong, isBreakToWrong: Bool

    init(
        _ form: WholeDayForm, navigation: Navigation, subject: Person, isOwn: Bool, change: RecordChange, dayTaps: String?,
        _ clock: LocalClock, problem: WholeDayForm.Problem? = nil
    ) {
        self.navigation = navigation
        owner = isOwn ? nil : subject.displayName
        explanation = change.reviewWords ?? CorrectionForm.Purpose.add.effectWords
        verb = localized(change.isCorrection ? "correction.verb.correct" : "correction.verb.ask")
        action = change.address
        let home = isOwn ? Address.me : Address.person(subject.userName)
        list = form.back?.text
        back = list ?? home + (form.date.flatMap { CivilDate(text: $0) }.map(RequestModel.day) ?? "")
        formID = form.id.uuidString.lowercased()
        entryChoice = EntryChoice(.day, change, on: form.date, back: form.back)
        self.dayTaps = dayTaps
        date = form.date ?? ""
        (from, to) = (form.from ?? "", form.to ?? "")
        (breakFrom, breakTo) = (form.breakFrom ?? "", form.breakTo ?? "")
        zone = clock.zoneName
        (desk, isAway) = (form.desk ?? "", form.isAway)
        reason = form.reason ?? ""
        func sentence(at fields: WholeDayForm.Field?...) -> String? {
            problem.flatMap { fields.contains($0.field) ? $0.error.sentence : nil }
        }
        self.problem = sentence(at: nil)
        hoursProblem = sentence(at: .hours, .from, .to)
        breakProblem = sentence(at: .pause, .breakFrom, .breakTo)
        deskProblem = sentence(at: .desk)
        (isFromWrong, isToWrong) = (sentence(at: .hours, .from) != nil, sentence(at: .hours, .to) != nil)
        (isBreakFromWrong, isBreakToWrong) = (
            sentence(at: .pause, .breakFrom) != nil, sentence(at: .pause, .breakTo) != nil
        )
    }
}
