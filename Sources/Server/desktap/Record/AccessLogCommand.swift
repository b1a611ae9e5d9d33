import ArgumentParser
import Attendance
import AttendanceStore

struct AccessLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access-log", abstract: "List accesses to attendance records: time, viewer, person, period and purpose.",
        discussion: "The latest access comes first. Days begin at midnight UTC. People see the accesses to their own record."
    )
    @OptionGroup var common: CommonOptions
    @Option(help: "Only accesses to the record of this person: a user name.") var subject: String?
    @Option(help: "Only accesses by this person: a user name.") var viewer: String?
    @Option(help: "The first day, such as 2026-11-01.") var from: CivilDate?
    @Option(help: "The last day.") var to: CivilDate?
    @Option(help: "The maximum number of accesses to list.") var limit: Int64 = 1000

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000000.") }
    }

    func run() async throws {
        try await Program.run(common) { program in
            func number(_ user: String) async throws -> PersonID {
                try await program.store.people.formerOrPresentPerson(userName: user).id
            }
            var filter = AccessFilter(
                from: from.map { Instant(millisecondsSince1970: $0.daysSince1970 * 86_400_000) },
                before: to.map { Instant(millisecondsSince1970: ($0.daysSince1970 + 1) * 86_400_000) })
            if let subject { filter.subject = try await number(subject) }
            if let viewer { filter.viewer = try await number(viewer) }
            for access in try await program.store.audit.accesses(filter, limit: limit) { print(Self.line(access)) }
        }
    }

    private static func line(_ access: ListedAccess) -> String {
        let subject =
            switch access.subject {
            case .person(let user, _): user
            case .office(let name): "all people of \(name)"
            case .everybody: "all people"
            }
        let period = "\(access.period.lowerBound) to \(access.period.upperBound)"
        return [access.at.rfc3339(), access.viewerUser, subject, period, access.purpose].joined(separator: "\t")
    }
}
