import Attendance
import AttendanceStore
import Hours
import Localization

/// The terms of offices and teams: what applies today and since when, and what is planned.
struct TermsListPage: Page {
    static let template = "pages/Hours/terms"

    /// The value of a field.
    struct Cell: Sendable {
        let value: String
        /// Such as `since 1 Apr 2026`; nil: it is inherited or the default.
        let since: String?
        /// Such as `From 1 Apr 2026: Part time`.
        let later: [String]
    }

    /// An office or a team.
    struct Row: Sendable {
        let name, address: String
        let isTeam: Bool
        let schedule, calendars, rules, carry: Cell
    }

    struct Group: Sendable {
        let officeName: String
        /// The office, then its teams with values of their own.
        let rows: [Row]
        /// The forms for teams without values of their own; none for HR, which only reads.
        let others: [Link]
    }

    let navigation: Navigation
    let groups: [Group]

    init(navigation: Navigation, _ offices: [Office], _ teams: [Team], _ time: WorkingTime) {
        self.navigation = navigation
        let (overview, today) = (time.overview, time.today)
        groups = offices.map { office in
            let teams = teams.filter { $0.office == office.id }
            let (own, others) = (
                teams.filter { overview[$0.terms].hasOwnValues(since: today) },
                teams.filter { !overview[$0.terms].hasOwnValues(since: today) }
            )
            return Group(
                officeName: office.name,
                rows: [Self.row(office.name, Address.terms(of: office.id), overview[office.terms], overview, today)]
                    + own.map { Self.row($0.name, Address.terms(of: $0.id), overview[$0.terms], overview, today) },
                others: time.mayChange ? others.map { Link(name: $0.name, address: Address.terms(of: $0.id)) } : [])
        }
    }

    private static func row(
        _ name: String, _ address: String, _ terms: ScopeTerms, _ overview: TermsOverview, _ today: CivilDate
    ) -> Row {
        let isTeam = if case .team = terms.scope { true } else { false }
        func cell<Value>(_ values: DatedValues<Terms.Setting<Value>>, _ none: Value, _ words: (Value) -> String) -> Cell {
            func text(_ value: Terms.Setting<Value>) -> String {
                if case .own(let own) = value { words(own) } else { isTeam ? localized("terms.asOffice") : words(none) }
            }
            let current = values.entry(on: today)
            return Cell(
                value: text(current?.value ?? .inherit),
                since: current.map { localized("terms.since", ["day": $0.from.short]) },
                later: values.later(than: today).map { entry in
                    localized("workingTime.later", ["day": entry.from.short, "value": text(entry.value)])
                })
        }
        /// With a remark if the schedule has no hours today: then no time is owed.
        func schedule(_ name: String?) -> String {
            guard let name, overview.schedule(named: name)?.version(on: today) == nil else { return TermsText.schedule(name) }
            return localized("terms.noHoursYet", ["schedule": name])
        }
        return Row(
            name: name, address: address, isTeam: isTeam, schedule: cell(terms.schedule, nil, schedule),
            calendars: cell(terms.calendars, [], TermsText.calendars), rules: cell(terms.rules, [], TermsText.rules),
            carry: cell(terms.carry, nil, TermsText.carry))
    }
}

extension Office {
    /// The scope of its terms.
    var terms: Terms.Scope { .office("\(id)") }
}

extension Team {
    /// The scope of its terms.
    var terms: Terms.Scope { .team("\(id)") }
}
