import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization
import WebServer

/// The form for the opening balances of an office's people, as typed.
struct OpeningBalancesForm: Sendable {
    static let balance = "balance-"

    var id = UUID()
    var date: String
    /// The typed amounts of people. Blank ones are left out.
    var amounts: [PersonID: String] = [:]

    /// The form for the end of yesterday.
    init(today: CivilDate) { date = today.adding(days: -1).description }

    /// - Throws: ``WebError`` if the hidden id is malformed.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        date = fields.trimmed("date")
        for name in fields.values.keys where name.hasPrefix(Self.balance) {
            if let person = PersonID(name.dropFirst(Self.balance.count)), let text = fields[name] { amounts[person] = text }
        }
    }

    /// What is wrong with a form.
    struct Problems: Error {
        /// Above the form.
        var form: WebError?
        var date: WebError?
        var people: [PersonID: WebError] = [:]

        var first: WebError? { form ?? date ?? people.min { $0.key < $1.key }?.value }
    }

    func day(_ today: CivilDate) throws(HoursProblem) -> CivilDate {
        try HoursForms.day(date, .date, in: HoursForms.adjustmentDays(today))
    }

    /// An adjustment for each person with an amount, by which the balance at the end of the day becomes that amount.
    /// - Parameters:
    ///   - people: those who can get one, with the one that they have.
    ///   - carried: the balances at the end of the day; 0 if there is none.
    func facts(
        for people: [(person: PersonID, opening: OpeningBalance?)], today: CivilDate, carried: [PersonID: Int64]
    ) throws(Problems) -> [NewFact] {
        var problems = Problems()
        var day: CivilDate?
        do throws(HoursProblem) { day = try self.day(today) } catch { problems.date = error.error }
        var facts: [NewFact] = []
        for (person, opening) in people {
            guard let text = amounts[person] else { continue }
            let id = id.derived(for: person)
            do throws(HoursProblem) {
                guard let balance = HoursField.signed(text) else { throw HoursForms.badAmount(.amount) }
                if let opening {
                    // A form that is sent twice adds none.
                    if UUID(uuidString: opening.fact.id) == id, opening.balance == balance { continue }
                    throw HoursProblem.known(opening.fact)
                }
                let seconds = balance - carried[person, default: 0]
                if let day, seconds != 0 {
                    facts.append(OpeningBalance.newFact(id, of: person, balance, on: day, adding: seconds))
                }
            } catch {
                problems.people[person] = error.error
            }
        }
        if problems.first != nil { throw problems }
        return facts
    }
}

extension UUID {
    /// The id of a person's fact among those of a form: the form's id with the person's number in its last 48 bits.
    fileprivate func derived(for person: PersonID) -> UUID {
        var bytes = uuid
        let number = UInt64(bitPattern: person.rawValue)
        bytes.10 ^= UInt8(truncatingIfNeeded: number >> 40)
        bytes.11 ^= UInt8(truncatingIfNeeded: number >> 32)
        bytes.12 ^= UInt8(truncatingIfNeeded: number >> 24)
        bytes.13 ^= UInt8(truncatingIfNeeded: number >> 16)
        bytes.14 ^= UInt8(truncatingIfNeeded: number >> 8)
        bytes.15 ^= UInt8(truncatingIfNeeded: number)
        return UUID(uuid: bytes)
    }
}
