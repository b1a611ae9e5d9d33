import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization
import WebServer

/// The form that makes a schedule of weekly hours and gives it to a person, as typed.
struct WeekForm: Sendable {
    static let weekday = "weekday-"

    var id = UUID()
    var from: String
    var hours: String?
    /// 1 (Monday) to 7.
    var weekdays: Set<Int>
    var reason: String?

    init(from day: CivilDate) { (from, weekdays) = (day.description, Set(1...5)) }

    /// - Throws: ``WebError`` if the hidden id is malformed or the reason is too long.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        from = fields.trimmed("from")
        hours = fields["hours"]
        weekdays = Set(fields.chosen(prefix: Self.weekday).compactMap { Int($0) }).intersection(1...7)
        reason = try fields.sentence("reason")
    }

    /// The person's terms, after the schedule if none owes the same times.
    /// - Parameter days: the days from which terms may hold.
    func facts(
        of person: PersonID, _ common: CommonFacts, in days: ClosedRange<CivilDate>
    ) throws(HoursProblem) -> [NewFact] {
        let from = try HoursForms.day(from, .from, in: days)
        let week = try week()
        if reason == nil { throw .reasonMissing }
        var facts: [NewFact] = []
        var schedule = common.schedule(owing: week, from: from)
        if schedule == nil {
            let name = Self.freeName(name(of: week), common.scheduleNames)
            // It holds from the first day of all records, so that it can be given to others for earlier days.
            facts.append(
                NewFact(
                    .schedule(
                        Schedule(
                            name: name, from: RecordStore.firstDay, anchor: ScheduleForm.anchor, days: week))))
            schedule = name
        }
        var terms = Terms(scope: .person("\(person)"), from: from)
        terms.schedule = .own(schedule)
        return facts + [NewFact(id: id, .terms(terms))]
    }

    /// The seconds of each day from Monday to Sunday: equal parts of the weekly hours, with the rest of the division on the first
    /// day.
    func week() throws(HoursProblem) -> [Int64] {
        guard let seconds = hours.flatMap(TypedHours.unsigned), (1...7 * 86_400).contains(seconds) else {
            throw HoursProblem(.hours, localized("personHours.bad.hours"), .badTime)
        }
        if weekdays.isEmpty { throw HoursProblem(.weekdays, localized("personHours.bad.weekdays")) }
        let days = EvenWeek.split(seconds, over: (1...7).map(weekdays.contains))
        guard days.allSatisfy({ $0 <= 86_400 }) else {
            throw HoursProblem(.weekdays, localized("personHours.bad.longDay"))
        }
        return days
    }

    private func name(of week: [Int64]) -> String {
        localized(
            "personHours.week.name",
            [
                "hours": DurationUnit.hours.text(.seconds(week.reduce(0, +))),
                "days": weekdays.sorted().map { localized("date.shortWeekday.\($0)") }.joined(separator: " "),
            ])
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
