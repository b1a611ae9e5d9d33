import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization
import WebServer

/// The form that makes a schedule of weekly hours and gives it to a person, as typed.
struct WeekForm: Sendable {
    var id = UUID()
    var from: String
    var week = EvenWeek(hours: "")
    var reason: String?

    init(from day: CivilDate) { from = day.description }

    /// - Throws: ``WebError`` if the hidden id is malformed or the reason is too long.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        from = fields.trimmed("from")
        week = EvenWeek(fields)
        reason = try fields.sentence("reason")
    }

    /// The person's terms, after the schedule if none owes the same times.
    /// - Parameter span: the days from which terms may hold.
    func facts(
        of person: PersonID, _ common: CommonFacts, in span: ClosedRange<CivilDate>
    ) throws(HoursProblem) -> [NewFact] {
        let from = try HoursForms.day(from, .from, in: span)
        let days = try weekdays()
        if reason == nil { throw .reasonMissing }
        var facts: [NewFact] = []
        var schedule = common.schedule(owing: days, from: from)
        if schedule == nil {
            let name = Self.freeName(name(of: days), common.scheduleNames)
            // It holds from the first day of all records, so that it can be given to others for earlier days.
            facts.append(
                NewFact(
                    .schedule(
                        Schedule(name: name, from: RecordStore.firstDay, anchor: ScheduleForm.anchor, days: days))))
            schedule = name
        }
        var terms = Terms(scope: .person("\(person)"), from: from)
        terms.schedule = .own(schedule)
        return facts + [NewFact(id: id, .terms(terms))]
    }

    /// The seconds of each day from Monday to Sunday.
    func weekdays() throws(HoursProblem) -> [Int64] {
        var problems = FieldProblems()
        if let days = week.days(&problems) { return days }
        if let sentence = problems["days"] { throw HoursProblem(.days, sentence) }
        throw HoursProblem(.hours, problems["hours"] ?? "", .badTime)
    }

    private func name(of days: [Int64]) -> String {
        let hours = DurationUnit.hours.text(.seconds(days.reduce(0, +)))
        let chosen = Weekday.all.filter { week.chosen[$0.number - 1] }.map(\.shortName)
        return localized("personHours.week.name", ["hours": hours, "days": chosen.joined(separator: " ")])
    }

    /// The name, with a number if there is a schedule of this name: versions of one name belong together.
    private static func freeName(_ name: String, _ names: [String]) -> String {
        let taken = Set(names)
        var (free, number) = (name, 1)
        while taken.contains(free) {
            number += 1
            free = "\(name) (\(number))"
        }
        return free
    }
}
