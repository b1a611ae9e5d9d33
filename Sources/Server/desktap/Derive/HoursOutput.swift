import Attendance
import Hours
import JSON

/// The output of `desktap hours`: what follows from the facts and the work, by person.
struct HoursOutput {
    private let input: HoursInput
    private let book: FactBook
    /// All people whom facts or work name, ordered by name, by code point.
    private let people: [Person]

    private struct Person {
        let user: String
        let facts: PersonFacts
        let days: PersonDays
        let balances: LeaveBalances
    }

    init(_ input: HoursInput) {
        let book = FactBook(input.facts)
        (self.input, self.book) = (input, book)
        let users = Set(book.people.keys).union(input.work.keys).sorted { $0.precedesByCodePoint($1) }
        people = users.map { user in
            let facts = book.people[user] ?? PersonFacts()
            let days = PersonDays(
                of: facts, book.common, work: input.work[user] ?? [], through: input.through,
                to: max(input.to, input.through), periods: input.periods)
            return Person(
                user: user, facts: facts, days: days,
                balances: LeaveBalances(of: days, facts, book.common, to: input.to))
        }
    }

    /// The names of all members are in the order of code points.
    func json() -> JSONWriter {
        let (from, to) = (input.from, input.to)
        var json = JSONWriter()
        json.object { json in
            list("accounts", \.balances.accounts, in: &json) { $0.put($1, $2) }
            if let batch = input.batch {
                list("batch", { $0.days.handOver($0.facts, batch, to: to) }, in: &json) { $0.put($1, $2) }
            }
            list("days", { $0.days[from, to].lazy.filter(\.isListed) }, in: &json) { $0.put($1, $2) }
            list("obligations", \.balances.obligations, in: &json) { $0.put($1, $2) }
            list("periods", { $0.days.periods($0.facts, from: from, to: to) }, in: &json) { $0.put($1, $2) }
            json.name("rejected")
            json.array { json in
                for (id, reason) in book.rejected {
                    json.object {
                        $0.put("id", id)
                        $0.put("reason", reason.rawValue)
                    }
                }
            }
            list("warnings", { $0.days.warnings(from: from, to: to) }, in: &json) { $0.put($1, $2) }
            list("weeks", { $0.days.weeks(from: from, to: to) }, in: &json) { $0.put($1, $2) }
        }
        return json
    }

    /// Writes a member with the elements of all people, one person after another.
    private func list<Elements: Sequence>(
        _ name: String, _ elements: (Person) -> Elements, in json: inout JSONWriter,
        _ put: (inout JSONWriter, Elements.Element, ListNames) -> Void
    ) {
        json.name(name)
        json.array { json in
            for person in people {
                let names = ListNames(user: person.user)
                for element in elements(person) { put(&json, element, names) }
            }
        }
    }
}
