import ArgumentParser
import Attendance
import AttendanceStore

struct AccessLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access-log", abstract: "List who read whose record, and what for.",
        discussion: "The latest come first. Days begin at midnight UTC. Whoever's record it is sees the same on their own page."
    )
    @OptionGroup var common: CommonOptions
    @Option(help: "Whose record, by their user name.") var subject: String?
    @Option(help: "Who read, by their user name.") var viewer: String?
    @Option(help: "The first day, such as 2026-11-01.") var from: CivilDate?
    @Option(help: "The last day.") var to: CivilDate?
    @Option(help: "How many to list at most.") var limit: Int64 = 1000

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit is from 1 to 1000000.") }
    }

    func run() async throws {
        try await Program.run(common) { program in
            func number(_ user: String) async throws -> Int64 {
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
        let whose =
            switch access.whose {
            case .person(let user, _): user
            case .office(let name): "everybody of \(name)"
            case .everybody: "everybody"
            }
        let period = "\(access.period.lowerBound) to \(access.period.upperBound)"
        return [access.at.rfc3339(), access.viewerUser, whose, period, access.purpose].joined(separator: "\t")
    }
}
