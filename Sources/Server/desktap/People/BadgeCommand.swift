import ArgumentParser
import Attendance
import AttendanceStore
import Foundation
import Logging
import Postgres
import ServiceLifecycle

struct BadgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badge", abstract: "Enrol, list and remove badges.",
        subcommands: [Enrol.self, List.self, Remove.self])

    struct Enrol: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Enrol the next unknown badge at a reader for a person.",
            discussion: "Ctrl-C cancels. A badge that already belongs to a person keeps its owner.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String
        @Option(help: "The name of the reader, as in 'desktap reader list'.") var reader: String
        @Option(help: "Seconds to wait, 5 to 3600.") var timeout: Int64 = 120

        func validate() throws {
            guard (5...3600).contains(timeout) else { throw ValidationError("--timeout must be from 5 to 3600 seconds.") }
        }

        func run() async throws {
            try await Program.run(common) { program in
                let service = EnrolmentService(
                    program: program, person: try await program.store.people.person(userName: user), reader: reader,
                    limit: .seconds(timeout))
                var configuration = ServiceGroupConfiguration(
                    services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
                    gracefulShutdownSignals: [.sigterm, .sigint], logger: program.logger)
                configuration.maximumGracefulShutdownDuration = .seconds(10)
                try await ServiceGroup(configuration: configuration).run()
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the badges.", discussion: "The numbers are DeskTap's own: card numbers are stored only as hashes.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for badge in try await program.store.badges.badges() {
                    print(
                        "\(badge.id)\t\(badge.userName)\t\(badge.displayName)\t\(badge.kind.rawValue)\t"
                            + "enrolled \(badge.enrolledAt.rfc3339())" + (badge.reader.map { " at \($0)" } ?? ""))
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a badge from its owner.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The badge's number in 'desktap badge list'.") var number: BadgeID

        func run() async throws {
            try await Program.run(common) { program in
                guard try await program.store.badges.removeBadge(number, now: Program.now()) else {
                    throw CommandError("There is no badge \(number). See 'desktap badge list'.")
                }
                print("Removed badge \(number).")
            }
        }
    }
}

/// Enrols a badge. Ends with the enrolment, the timeout or a signal.
private struct EnrolmentService: Service {
    let program: Program
    let person: Person
    let reader: String
    let limit: Duration

    func run() async throws {
        let enrolment = BadgeEnrolment(program.store.badges, program.database, queries: program.folder.queries)
        try await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        try await enrolment.wait(for: person, at: reader, within: limit, now: Program.now, report)
                    } catch  where Task.isCancelled {
                        throw CommandError("The enrolment was cancelled. Nothing was changed.")
                    }
                }
                group.addTask {
                    guard (try? await Task.sleep(for: limit)) != nil else { return }
                    throw CommandError(
                        "No unknown badge was tapped within \(limit.components.seconds) seconds. Nothing was changed.")
                }
                for try await _ in group { group.cancelAll() }
            }
        }
    }

    @Sendable private func report(_ event: BadgeEnrolment.Event) async {
        switch event {
        case .waiting:
            print(
                "Waiting for \(person.displayName)'s badge at the reader '\(reader)' for \(limit.components.seconds) seconds. "
                    + "Ctrl-C cancels.")
        case .owned(let owner) where owner.id == person.id:
            print("This badge already belongs to \(owner.displayName). Its tap was recorded. Waiting for another badge.")
        case .owned(let owner):
            print("This badge belongs to \(owner.displayName). A tap of this person was recorded. Waiting for another badge.")
        case .enrolled: print("The badge now belongs to \(person.displayName).")
        }
        fflush(nil)
    }
}

extension Identifier: ExpressibleByArgument {}
