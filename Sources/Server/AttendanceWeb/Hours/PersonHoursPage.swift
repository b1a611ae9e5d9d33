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

    /// The forms with what was typed, and what is wrong with one of them.
    struct Forms: Sendable {
        var terms: PersonTermsForm?
        var week: WeekForm?
        var transfer: TransferForm?
        var adjustment: AdjustmentForm?
        var problem: HoursProblem?
    }

    /// What all forms have.
    struct Frame: Sendable {
        let isOpen: Bool
        let id, firstDay, lastDay: String
        let reason: String
        /// With that of the whole form as `form`.
        let problems: FieldProblems

        /// - Parameter problem: of the form that was sent.
        fileprivate init(
            _ id: UUID, _ days: ClosedRange<CivilDate>, reason: String?, wasSent: Bool, _ problem: HoursProblem?
        ) {
            isOpen = wasSent
            self.id = id.uuidString.lowercased()
            (firstDay, lastDay) = (days.lowerBound.description, days.upperBound.description)
            self.reason = reason ?? ""
            problems = FieldProblems(wasSent ? problem : nil)
        }
    }

    /// The fields of the form for terms.
    struct TermsFields: Sendable {
        let frame: Frame
        let from: String
        let schedules, calendarModes, calendars, ruleModes, rules: [Choice]
        let carryFields: CarryFields
        let hasMore: Bool
    }

    /// The fields of the form for weekly hours.
    struct WeekFields: Sendable {
        let frame: Frame
        let from, hours: String
        let weekdays: [Choice]
    }

    /// The fields of the form for a transfer.
    struct TransferFields: Sendable {
        let frame: Frame
        let from: String
        let places: [Choice]
    }

    /// The fields of the form for the balance.
    struct AdjustmentFields: Sendable {
        let frame: Frame
        let date, amount: String
        let kinds: [Choice]
    }

    let navigation: Navigation
    let person, user, recordAddress: String
    /// The page for the opening balances of the person's office; nil if the viewer cannot open it.
    let openingsAddress: String?
    let changeAddress, weekAddress, transferAddress, adjustAddress, removeAddress: String
    /// What is wrong with a removal.
    let problem: String?
    let lines: [Line]
    /// Such as `Target in November 2026: 160:00`.
    let targets: [String]
    let balance, until: String
    let terms: TermsFields
    let week: WeekFields
    /// nil: there is no other office or team for the viewer to choose.
    let transfer: TransferFields?
    let adjust: AdjustmentFields
    /// The latest first, as all that follow.
    let adjustments: [FactHistory.Entry]
    let ownTerms: [FactHistory.Entry]
    let employments: [FactHistory.Entry]

    /// - Parameter places: those to which the viewer may transfer people.
    init(
        navigation: Navigation, _ state: HoursOfPerson, places: [TransferForm.Place], openingsAddress: String?,
        _ forms: Forms = Forms()
    ) {
        self.navigation = navigation
        (person, user) = (state.person.displayName, state.person.userName)
        recordAddress = Address.person(user)
        self.openingsAddress = openingsAddress
        changeAddress = Address.path(Address.changeTerms, user)
        weekAddress = Address.path(Address.makeSchedule, user)
        transferAddress = Address.path(Address.transferPerson, user)
        adjustAddress = Address.path(Address.adjustBalance, user)
        removeAddress = Address.path(Address.removeHoursFact, user)
        let isOfForm = forms.terms != nil || forms.week != nil || forms.transfer != nil || forms.adjustment != nil
        problem = isOfForm ? nil : forms.problem?.error.sentence
        lines = Self.lines(state)
        targets = state.targets.map { month, seconds in
            localized(
                "personHours.target",
                ["month": month.monthAndYear, "time": hoursAndMinutes(minutes: WorkedTime.minutes(seconds))])
        }
        balance = WorkedTime.signedHoursAndMinutes(state.balance)
        until = state.hours.days.through.short
        terms = Self.fields(forms.terms, forms.problem, state)
        week = Self.fields(forms.week, forms.problem, state)
        transfer = places.count > 1 ? Self.fields(forms.transfer, forms.problem, state, places) : nil
        adjust = Self.fields(forms.adjustment, forms.problem, state)
        adjustments = state.entries { if case .adjustment = $0 { true } else { false } }
        ownTerms = state.entries { if case .terms = $0 { true } else { false } }
        employments = state.employments
    }

    private static func lines(_ state: HoursOfPerson) -> [Line] {
        func line<Value>(
            _ field: String, _ spans: [TermsHistory.Span<Value>], _ words: (Value) -> String
        ) -> Line? {
            guard let span = spans.on(state.today) else { return nil }
            func origin(_ span: TermsHistory.Span<Value>) -> String {
                state.words(of: span.applied.source, on: max(span.from ?? state.today, CivilDate(daysSince1970: 0)))
            }
            let since = span.from.map { localized("terms.since", ["day": $0.short]) }
            return Line(
                name: localized("terms.\(field)"), value: words(span.applied.value),
                origin: [state.words(of: span.applied.source, on: state.today), since].compactMap(\.self)
                    .joined(separator: " · "),
                coming: spans.after(state.today).map { span in
                    let value = words(span.applied.value) + " · " + origin(span)
                    return localized("workingTime.later", ["day": span.from?.short ?? "", "value": value])
                })
        }
        let history = state.history
        return [
            line("schedule", history.schedule, TermsText.version),
            line("calendars", history.calendars, TermsText.calendars), line("rules", history.rules, TermsText.rules),
            line("carry", history.carry, TermsText.carry),
        ].compactMap(\.self)
    }

    // MARK: Forms

    private static func fields(
        _ typed: PersonTermsForm?, _ problem: HoursProblem?, _ state: HoursOfPerson
    ) -> TermsFields {
        let form = typed ?? PersonTermsForm(from: state.nextMonth)
        let (inherited, none) = (state.inherited, localized("terms.none"))
        let inherit = TermsText.inherited(by: .person(state.person.userName))
        func modes(_ chosen: String?, _ value: String, nothing: String) -> [Choice] {
            [
                Choice(value: "", name: localized("personHours.unchanged"), isChosen: chosen == nil),
                Choice(
                    value: PersonTermsForm.Mode.inherit.rawValue,
                    name: localized("office.setting", ["name": inherit, "value": value]),
                    isChosen: chosen == PersonTermsForm.Mode.inherit.rawValue),
                Choice(
                    value: PersonTermsForm.Mode.nothing.rawValue, name: nothing,
                    isChosen: chosen == PersonTermsForm.Mode.nothing.rawValue),
            ]
        }
        let ways = modes(form.schedule, TermsText.version(inherited.schedule.value), nothing: none)
        let named = state.common.scheduleNames.map { name in
            Choice(
                value: PersonTermsForm.named + name, name: name, isChosen: form.schedule == PersonTermsForm.named + name)
        }
        return TermsFields(
            frame: Frame(
                form.id, HoursForms.termsDays(state.today), reason: form.reason, wasSent: typed != nil, problem),
            from: form.from, schedules: ways.prefix(1) + named + ways.dropFirst(),
            calendarModes: modes(form.calendarMode, TermsText.calendars(inherited.calendars.value), nothing: none),
            calendars: state.common.calendarNames.map { name in
                Choice(value: PersonTermsForm.calendar + name, name: name, isChosen: form.calendars.contains(name))
            },
            ruleModes: modes(form.ruleMode, TermsText.rules(inherited.rules.value), nothing: none),
            rules: RuleSet.allCases.map { rules in
                Choice(
                    value: PersonTermsForm.ruleSet + rules.rawValue, name: TermsText.rule(rules),
                    isChosen: form.rules.contains(rules.rawValue))
            },
            carryFields: CarryFields(
                form.carry,
                after: modes(nil, TermsText.carry(inherited.carry.value), nothing: none).prefix(2).map { ($0.value, $0.name) },
                problem: problem?.field == .carry ? problem?.error.sentence : nil), hasMore: form.hasMore)
    }

    private static func fields(_ typed: WeekForm?, _ problem: HoursProblem?, _ state: HoursOfPerson) -> WeekFields {
        let form = typed ?? WeekForm(from: state.nextMonth)
        return WeekFields(
            frame: Frame(
                form.id, HoursForms.termsDays(state.today), reason: form.reason, wasSent: typed != nil, problem),
            from: form.from, hours: form.week.hours, weekdays: form.week.weekdays)
    }

    private static func fields(
        _ typed: TransferForm?, _ problem: HoursProblem?, _ state: HoursOfPerson, _ places: [TransferForm.Place]
    ) -> TransferFields {
        let days = state.employmentDays
        let form = typed ?? TransferForm(from: min(max(state.nextMonth, days.lowerBound), days.upperBound))
        return TransferFields(
            frame: Frame(form.id, days, reason: form.reason, wasSent: typed != nil, problem), from: form.from,
            places: places.map { place in
                Choice(
                    value: place.text, name: state.place(place.employment(of: state.person.id, from: state.today)),
                    isChosen: form.place == place.text)
            })
    }

    private static func fields(
        _ typed: AdjustmentForm?, _ problem: HoursProblem?, _ state: HoursOfPerson
    ) -> AdjustmentFields {
        let hasOpening = state.hours.facts.adjustments.contains { $0.value.reason == .opening }
        let form = typed ?? AdjustmentForm(on: state.hours.days.through, hasOpening: hasOpening)
        return AdjustmentFields(
            frame: Frame(
                form.id, HoursForms.adjustmentDays(state.today), reason: form.reason, wasSent: typed != nil, problem),
            date: form.date, amount: form.amount ?? "",
            kinds: AdjustmentForm.reasons.map { reason in
                Choice(
                    value: reason.rawValue, name: localized("recordHours.adjustment.\(reason.rawValue)"),
                    isChosen: form.kind == reason.rawValue)
            })
    }
}
