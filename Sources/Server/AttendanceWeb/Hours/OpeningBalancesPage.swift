import Attendance
import AttendanceStore
import Hours
import Localization

/// The opening balances of the people of an office.
struct OpeningBalancesPage: Page {
    static let template = "pages/Hours/opening-balances"

    struct Row: Sendable {
        let name, user, address: String
        /// The name of the field, and what was typed; `field` is nil for a person with an opening balance.
        let field: String?
        let typed: String
        /// Such as `+12:00 on 31 Oct 2026`; nil: there is none.
        let opening: String?
        let rowProblem: String?
    }

    /// A person for whom a schedule applies, with the opening balance.
    struct Member: Sendable {
        let person: Person
        let opening: OpeningBalance?
    }

    let navigation: Navigation
    let office: String
    let officeID: String
    /// Empty: there is no choice.
    let offices: [Link]
    let address: String
    let id, date, firstDay, lastDay: String
    let problem, dateProblem: String?
    let rows: [Row]
    /// Whether a person has no opening balance.
    let hasFields: Bool

    init(
        navigation: Navigation, _ office: Office, of offices: [Office], _ members: [Member], _ form: OpeningBalancesForm,
        today: CivilDate, problems: OpeningBalancesForm.Problems = OpeningBalancesForm.Problems()
    ) {
        self.navigation = navigation
        (self.office, officeID) = (office.name, "\(office.id)")
        self.offices =
            offices.count < 2
            ? []
            : offices.map {
                Link(name: $0.name, address: Address.openingBalances(of: $0.name), isCurrent: $0.id == office.id)
            }
        address = Address.openingBalances
        let days = HoursForms.adjustmentDays(today)
        (id, date) = (form.id.uuidString.lowercased(), form.date)
        (firstDay, lastDay) = (days.lowerBound.description, days.upperBound.description)
        (problem, dateProblem) = (problems.form?.sentence, problems.date?.sentence)
        rows = members.map { member in
            let person = member.person
            let problem = problems.people[person.id]?.sentence
            return Row(
                name: person.displayName, user: person.userName, address: Address.personHours(person.userName),
                field: member.opening == nil ? OpeningBalancesForm.balance + "\(person.id)" : nil,
                typed: form.amounts[person.id] ?? "",
                opening: member.opening.map { opening in
                    localized(
                        "personHours.openings.known",
                        [
                            "time": WorkedTime.signedHoursAndMinutes(opening.balance),
                            "day": opening.fact.value.date.short,
                        ])
                }, rowProblem: problem)
        }
        hasFields = members.contains { $0.opening == nil }
    }
}
