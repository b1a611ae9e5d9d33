import ArgumentParser
import Attendance
import AttendanceStore
import Foundation

extension PersonCommand {
    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Note that somebody leaves.",
            discussion: """
                Their taps are refused, they are signed out, their badges are nobody's and their keys open nothing. Their record \
                stays for as long as it has to be kept.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String
        @Option(help: "When they left, such as 2026-11-30T18:00:00+09:00 (now).") var at: String?

        func run() async throws {
            let left = try at.map { text in
                guard let instant = Instant(rfc3339: text) else {
                    throw ValidationError("'\(text)' is not an instant such as 2026-11-30T18:00:00+09:00.")
                }
                return instant
            }
            let now = Program.now()
            guard left ?? now <= now else { throw ValidationError("That is still to come. Please come back then.") }
            try await Program.run(common) { program in
                try await program.store.people.setLeft(userName: user, at: left ?? now, now: now)
                print("\(user) does not work here any more.")
            }
        }
    }

    struct Data: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print everything the record holds of a person, for that person, as JSON.",
            discussion: "That it was read is noted, and stands in it the next time.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var reason: ExportCommand.Reason
        @Argument(help: "Their user name.") var user: String

        func run() async throws {
            try await Program.run(common) { program in
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
    }

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Carry out a person's wish to be forgotten, as far as the law lets.",
            discussion: """
                Where somebody was can go at once. The name can go when they have left, and their badges with it. Hours stay for as long as the law asks
                to keep them, and go by themselves afterwards ('desktap retention').
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String
        @Flag(help: "Erase at which desks and readers they tapped.") var place = false
        @Flag(help: "Put a pseudonym in the place of their names.") var name = false
        @Flag(help: "Erase their hours: refused, with the reason.") var time = false

        func validate() throws {
            guard place || name || time else { throw ValidationError("Please give --place, --name or both.") }
        }

        func run() async throws {
            try await Program.run(common) { program in
                let (store, now) = (program.store, Program.now())
                let person = try await store.people.formerOrPresentPerson(userName: user)
                if time { throw CommandProblem(try await Self.refusal(person, store)) }
                if let hold = try await store.legalHolds.legalHolds().first(where: { $0.person == person.id }) {
                    throw CommandProblem("All of \(person.displayName) is kept: \(hold.reason). Nothing was erased.")
                }
                if place {
                    let count = try await store.retention.erasePlaces(of: person.id, before: now, by: nil, now: now)
                    print("Erased the places of \(count) records.")
                }
                if name {
                    guard let pseudonym = try await store.retention.eraseName(of: person.id, now: now) else {
                        throw CommandProblem(
                            "\(person.displayName) works here, and is known by name until 'desktap person leave \(user)'.")
                    }
                    print("\(user) is \(pseudonym) from now on.")
                }
            }
        }

        /// Why hours stay, for whoever asked.
        private static func refusal(_ person: Person, _ store: AttendanceStore) async throws -> String {
            let retention = try await store.retention.retentions().first { $0.office == person.office }
            let until =
                retention?.timeMonths.map { "each month's for \($0) months after its end, and they go by themselves then" }
                ?? "and for how long has not been set yet ('desktap retention set')"
            return "The hours of \(person.displayName) were not erased. The employer has to keep records of working time, "
                + "\(until). The right to erasure does not apply to what the law says is to be kept (GDPR, Article 17(3)(b))."
        }
    }
}
