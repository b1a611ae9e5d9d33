import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization

/// The hours of a person, for HR and administrators: what applies, the balance, and the forms that change them.
struct PersonHoursPage: Page {
    static let template = "pages/Hours/person"

    /// A field of the terms.
    struct Line: Sendable {
        let name, value: String
        /// Whose value it is, and since when.
        let origin: String
        /// Such as `From 16 Mar 2026: 20 h, Mon Tue Wed · Own value`.
        let coming: [String]
    }

    /// A fact of the person's.
    struct Entry: Sendable {
        let id: String
        /// The day of an adjustment, or the first day of terms.
        let day: String
        let what: String
        let comment: String?
        /// Such as `Cy Okonkwo, 20 Nov 2026, 12:00`.
        let author: String
        /// Who removed it, and when; nil: it holds.
        let removal: String?
        let removalComment: String?
        let canRemove: Bool
        /// The id of the void that its form makes.
        let removalID: String
    }

    struct Employment: Sendable {
        let from, place: String
    }

    /// The forms with what was typed, and what is wrong with one of them.
    struct Forms: Sendable {
        var terms: PersonTermsForm?
        var week: WeekForm?
        var adjustment: AdjustmentForm?
        var problem: HoursProblem?
    }

    /// The fields of the form for terms.
    struct TermsFields: Sendable {
        let isOpen: Bool
        let id, from, firstDay, lastDay: String
        let schedules, calendarModes, calendars, ruleModes, rules, carryModes, carryMonths: [Choice]
        let most, least, reason: String
        let hasMore: Bool
        let fromProblem, scheduleProblem, calendarsProblem, rulesProblem, carryProblem, reasonProblem, formProblem: String?
    }

    /// The fields of the form for weekly hours.
    struct WeekFields: Sendable {
        let isOpen: Bool
        let id, from, firstDay, lastDay, hours, reason: String
        let weekdays: [Choice]
        let fromProblem, hoursProblem, weekdaysProblem, reasonProblem, formProblem: String?
    }

    /// The fields of the form for the balance.
    struct AdjustmentFields: Sendable {
        let isOpen: Bool
        let id, date, firstDay, lastDay, amount, reason: String
        let kinds: [Choice]
        let dateProblem, amountProblem, kindProblem, reasonProblem, formProblem: String?
    }

    let navigation: Navigation
    let person, user, recordAddress: String
    /// The page for the opening balances of the person's office; nil if the viewer cannot open it.
    let openingsAddress: String?
    let changeAddress, weekAddress, adjustAddress, removeAddress: String
    /// What is wrong with a removal.
    let problem: String?
    let lines: [Line]
    /// Such as `Target in November 2026: 160:00`.
    let targets: [String]
    let balance, until: String
    let terms: TermsFields
    /// nil: the viewer may not make schedules.
    let week: WeekFields?
    let adjust: AdjustmentFields
    /// The latest first, as all that follow.
    let adjustments: [Entry]
    let ownTerms: [Entry]
    let employments: [Employment]

    init(
        navigation: Navigation, _ state: HoursOfPerson, makesSchedules: Bool, openingsAddress: String?, _ forms: Forms = Forms()
    ) {
        self.navigation = navigation
        (person, user) = (state.person.displayName, state.person.userName)
        recordAddress = Address.person(user)
        self.openingsAddress = openingsAddress
        changeAddress = Address.path(Address.changeTerms, user)
        weekAddress = Address.path(Address.makeSchedule, user)
        adjustAddress = Address.path(Address.adjustBalance, user)
        removeAddress = Address.path(Address.removeHoursFact, user)
        let isOfForm = forms.terms != nil || forms.week != nil || forms.adjustment != nil
        problem = isOfForm ? nil : forms.problem?.error.sentence
        lines = Self.lines(state)
        targets = state.targets.map { month, seconds in
            localized("personHours.target", ["month": month.monthAndYear, "time": hoursAndMinutes(seconds)])
        }
        balance = WorkedTime.signedHoursAndMinutes(state.balance)
        until = state.hours.days.through.short
        terms = Self.fields(forms.terms, forms.problem, state)
        week = makesSchedules ? Self.fields(forms.week, forms.problem, state) : nil
        adjust = Self.fields(forms.adjustment, forms.problem, state)
        adjustments = state.facts.compactMap { fact in
            if case .adjustment(let adjustment) = fact.fact.content { (fact, adjustment) } else { nil }
        }.sorted { ($0.1.date, $0.0.fact.seq) > ($1.1.date, $1.0.fact.seq) }.map { fact, adjustment in
            let what = localized(
                "personHours.adjusted",
                [
                    "time": WorkedTime.signedHoursAndMinutes(adjustment.seconds),
                    "kind": localized("personHours.kind.\(adjustment.reason.rawValue)"),
                ])
            return Self.entry(fact, on: adjustment.date.short, what, state)
        }
        ownTerms = state.facts.compactMap { fact in
            if case .terms(let terms) = fact.fact.content { (fact, terms) } else { nil }
        }.sorted { ($0.1.from, $0.0.fact.seq) > ($1.1.from, $1.0.fact.seq) }.map { fact, terms in
            Self.entry(
                fact, on: localized("personHours.from.day", ["day": terms.from.short]),
                TermsWords.facts(terms).joined(separator: " · "), state)
        }
        employments = state.history.employments.reversed().map { employment in
            Employment(
                from: localized("personHours.from.day", ["day": employment.from.short]), place: state.place(employment))
        }
    }

    private static func lines(_ state: HoursOfPerson) -> [Line] {
        func line<Value>(
            _ field: String, _ spans: [TermsHistory.Span<Value>], _ words: (Value) -> String
        ) -> Line? {
            guard let span = spans.on(state.today) else { return nil }
            func origin(_ span: TermsHistory.Span<Value>) -> String {
                state.words(of: span.applied.source, on: max(span.from ?? state.today, CivilDate(daysSince1970: 0)))
            }
            let since = span.from.map { localized("personHours.since", ["day": $0.short]) }
            return Line(
                name: localized("personHours.\(field)"), value: words(span.applied.value),
                origin: [state.words(of: span.applied.source, on: state.today), since].compactMap(\.self)
                    .joined(separator: " · "),
                coming: spans.after(state.today).map { span in
                    localized(
                        "personHours.coming",
                        [
                            "day": span.from?.short ?? "", "value": words(span.applied.value), "source": origin(span),
                        ])
                })
        }
        let history = state.history
        return [
            line("schedule", history.schedule, TermsWords.schedule),
            line("calendars", history.calendars, TermsWords.calendars), line("warnings", history.rules, TermsWords.rules),
            line("carry", history.carry, TermsWords.carry),
        ].compactMap(\.self)
    }

    private static func entry(_ fact: HoursFact, on day: String, _ what: String, _ state: HoursOfPerson) -> Entry {
        let removal = state.removal(of: fact)
        func line(_ key: String, _ fact: HoursFact) -> String {
            localized(
                key, ["name": state.author(of: fact), "when": state.clock.dayAndTime(fact.recordedAt.seconds)])
        }
        return Entry(
            id: fact.fact.id, day: day, what: what, comment: fact.reason, author: line("personHours.by", fact),
            removal: removal.map { line("personHours.removed", $0) }, removalComment: removal?.reason,
            canRemove: removal == nil && HoursOfPerson.isRemovable(fact), removalID: UUID().uuidString.lowercased())
    }

    // MARK: Forms

    private static func fields(
        _ typed: PersonTermsForm?, _ problem: HoursProblem?, _ state: HoursOfPerson
    ) -> TermsFields {
        let form = typed ?? PersonTermsForm(from: state.today)
        let problem = typed == nil ? nil : problem
        let inherited = state.inherited
        func modes(_ chosen: String?, _ value: String, nothing: String) -> [Choice] {
            [
                Choice(value: "", name: localized("personHours.unchanged"), isChosen: chosen == nil),
                Choice(
                    value: PersonTermsForm.Mode.inherit.rawValue, name: localized("personHours.inherit", ["value": value]),
                    isChosen: chosen == PersonTermsForm.Mode.inherit.rawValue),
                Choice(
                    value: PersonTermsForm.Mode.nothing.rawValue, name: nothing,
                    isChosen: chosen == PersonTermsForm.Mode.nothing.rawValue),
            ]
        }
        let none = localized("personHours.none")
        let ways = modes(
            form.schedule, TermsWords.schedule(inherited.schedule.value), nothing: localized("personHours.noTarget"))
        let named = state.common.scheduleNames.map { name in
            Choice(
                value: PersonTermsForm.named + name, name: name, isChosen: form.schedule == PersonTermsForm.named + name)
        }
        let days = HoursForms.termsDays(state.today)
        return TermsFields(
            isOpen: typed != nil, id: form.id.uuidString.lowercased(), from: form.from, firstDay: days.lowerBound.description,
            lastDay: days.upperBound.description, schedules: ways.prefix(1) + named + ways.dropFirst(),
            calendarModes: modes(form.calendarMode, TermsWords.calendars(inherited.calendars.value), nothing: none),
            calendars: state.common.calendarNames.map { name in
                Choice(value: PersonTermsForm.calendar + name, name: name, isChosen: form.calendars.contains(name))
            },
            ruleModes: modes(form.ruleMode, TermsWords.rules(inherited.rules.value), nothing: none),
            rules: RuleSet.allCases.map { rules in
                Choice(
                    value: PersonTermsForm.ruleSet + rules.rawValue, name: TermsText.rule(rules),
                    isChosen: form.rules.contains(rules.rawValue))
            },
            carryModes: modes(
                form.carryMode, TermsWords.carry(inherited.carry.value), nothing: localized("personHours.unlimited")),
            carryMonths: PersonTermsForm.months.map { name, _ in
                Choice(value: name, name: TermsWords.months(name), isChosen: form.carryMonths == name)
            },
            most: form.most ?? "", least: form.least ?? "", reason: form.reason ?? "", hasMore: form.hasMore,
            fromProblem: problem?.sentence(at: .from), scheduleProblem: problem?.sentence(at: .schedule),
            calendarsProblem: problem?.sentence(at: .calendars), rulesProblem: problem?.sentence(at: .rules),
            carryProblem: problem?.sentence(at: .carry), reasonProblem: problem?.sentence(at: .reason),
            formProblem: problem?.sentence(at: nil))
    }

    private static func fields(_ typed: WeekForm?, _ problem: HoursProblem?, _ state: HoursOfPerson) -> WeekFields {
        let form = typed ?? WeekForm(from: state.today)
        let problem = typed == nil ? nil : problem
        let days = HoursForms.termsDays(state.today)
        return WeekFields(
            isOpen: typed != nil, id: form.id.uuidString.lowercased(), from: form.from, firstDay: days.lowerBound.description,
            lastDay: days.upperBound.description, hours: form.hours ?? "", reason: form.reason ?? "",
            weekdays: (1...7).map { day in
                Choice(
                    value: WeekForm.weekday + "\(day)", name: localized("date.shortWeekday.\(day)"),
                    isChosen: form.weekdays.contains(day))
            },
            fromProblem: problem?.sentence(at: .from), hoursProblem: problem?.sentence(at: .hours),
            weekdaysProblem: problem?.sentence(at: .weekdays), reasonProblem: problem?.sentence(at: .reason),
            formProblem: problem?.sentence(at: nil))
    }

    private static func fields(
        _ typed: AdjustmentForm?, _ problem: HoursProblem?, _ state: HoursOfPerson
    ) -> AdjustmentFields {
        let hasOpening = state.hours.facts.adjustments.contains { $0.value.reason == .opening }
        let form = typed ?? AdjustmentForm(on: state.hours.days.through, hasOpening: hasOpening)
        let problem = typed == nil ? nil : problem
        let days = HoursForms.adjustmentDays(state.today)
        return AdjustmentFields(
            isOpen: typed != nil, id: form.id.uuidString.lowercased(), date: form.date, firstDay: days.lowerBound.description,
            lastDay: days.upperBound.description, amount: form.amount ?? "", reason: form.reason ?? "",
            kinds: AdjustmentForm.reasons.map { reason in
                Choice(
                    value: reason.rawValue, name: localized("personHours.kind.\(reason.rawValue)"),
                    isChosen: form.kind == reason.rawValue)
            },
            dateProblem: problem?.sentence(at: .date), amountProblem: problem?.sentence(at: .amount),
            kindProblem: problem?.sentence(at: .kind), reasonProblem: problem?.sentence(at: .reason),
            formProblem: problem?.sentence(at: nil))
    }
}
