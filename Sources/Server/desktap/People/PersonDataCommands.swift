import ArgumentParser
import Attendance
import AttendanceStore
import Foundation

extension PersonCommand {
    struct Data: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print all data about a person as JSON, to hand it over to that person.",
            discussion: "The access is logged. The next output contains it.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var reason: ExportCommand.Reason
        @Argument(help: "The person's user name.") var user: String

        func run(_ program: Program) async throws {
            let (store, now, zones) = (program.store, Program.now(), try Program.zones())
            let person = try await store.people.formerOrPresentPerson(userName: user)
            let data = try await store.personData.data(of: person, asOf: now, zones: zones)
            let today = CivilDate(daysSince1970: now.seconds / 86_400)
            let days = data.record.rows.map(\.key.date)
            try await reason.log(
                .person(person.id), (days.first ?? today)...max(days.last ?? today, today), program)
            try FileHandle.standardOutput.write(contentsOf: try data.json() + [UInt8(ascii: "\n")])
        }
    }

    struct Erase: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase personal data on request, as far as the law allows.",
            discussion: """
                Location data can be erased at any time, names and badges after the person left. Hours stay as long as the law
                requires and are then erased automatically ('desktap retention').
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String
        @Flag(help: "Erase the desks and readers of the taps.") var place = false
        @Flag(help: "Replace the names by a pseudonym.") var name = false
        @Flag(help: "Erase the hours: always refused, with the reason.") var time = false

        func validate() throws {
            guard place || name || time else { throw ValidationError("Specify --place, --name or both.") }
        }

        func run(_ program: Program) async throws {
            let (store, now) = (program.store, Program.now())
            let person = try await store.people.formerOrPresentPerson(userName: user)
            if time { throw CommandError(try await Self.refusal(person, store)) }
            if let hold = try await store.legalHolds.legalHolds().first(where: { $0.person == person.id }) {
                throw CommandError("\(person.displayName) is on legal hold: \(hold.reason). Nothing was erased.")
            }
            if place {
                let count = try await store.retention.erasePlaces(of: person.id, before: now, by: nil, now: now)
                print("Erased location data. Records: \(count).")
            }
            if name {
                guard let pseudonym = try await store.retention.eraseName(of: person.id, now: now) else {
                    throw CommandError(
                        "\(person.displayName) still works here. Mark the person as a former employee first (/admin/people).")
                }
                print("Renamed \(user) to \(pseudonym).")
            }
        }

        /// Why hours are not erased.
        private static func refusal(_ person: Person, _ store: AttendanceStore) async throws -> String {
            let retention = try await store.retention.retentions().first { $0.office == person.office }
            let until =
                retention?.timeMonths.map { "each month's for \($0) months after its end. Then they are erased automatically" }
                ?? "and the period is not configured yet (/admin/retention, or 'desktap retention set')"
            return "The hours of \(person.displayName) were not erased. The employer has to keep records of working time, "
                + "\(until). The right to erasure does not apply to data that the law requires (GDPR, Article 17(3)(b))."
        }
    }
}
