import ArgumentParser
import Attendance
import AttendanceStore
import Foundation
import Logging
import Postgres
import ServiceLifecycle

struct BadgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badge", abstract: "Let people tap with the badges they have.",
        subcommands: [Enrol.self, List.self, Remove.self])

    struct Enrol: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Wait for the next unknown badge at a reader, and make it somebody's.",
            discussion: "Ctrl-C ends the waiting. A badge that somebody has already stays theirs.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String
        @Option(help: "The reader at which the badge will be tapped, as in 'desktap reader list'.") var reader: String
        @Option(help: "Seconds to wait, 5 to 3600.") var timeout: Int64 = 120

        func validate() throws {
            guard (5...3600).contains(timeout) else { throw ValidationError("--timeout is from 5 to 3600 seconds.") }
        }

        func run() async throws {
            try await Program.run(common) { program in
                let waiting = Waiting(
                    program: program, person: try await program.store.people.person(userName: user), reader: reader,
                    seconds: timeout)
                var configuration = ServiceGroupConfiguration(
                    services: [.init(service: waiting, successTerminationBehavior: .gracefullyShutdownGroup)],
                    gracefulShutdownSignals: [.sigterm, .sigint], logger: program.logger)
                configuration.maximumGracefulShutdownDuration = .seconds(10)
                try await ServiceGroup(configuration: configuration).run()
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List whose badges there are.", discussion: "What a badge is read by is not known; its number is ours.")
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
        static let configuration = CommandConfiguration(abstract: "Take a badge away from whoever has it.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its number, as in 'desktap badge list'.") var number: Int64

        func run() async throws {
            try await Program.run(common) { program in
                guard try await program.store.badges.removeBadge(number, now: Program.now()) else {
                    throw CommandProblem("There is no badge \(number). See 'desktap badge list'.")
                }
                print("The badge \(number) is nobody's from now on.")
            }
        }
    }
}

/// Waits for a badge until it came, the time is over, or somebody says that it is enough.
private struct Waiting: Service {
    let program: Program
    let person: Person
    let reader: String
    let seconds: Int64

    func run() async throws {
        let enrolment = BadgeEnrolment(program.store, program.database, queries: program.folder.queries)
        try await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        try await enrolment.wait(for: person, at: reader, seconds: seconds, now: Program.now, tell)
                    } catch  where Task.isCancelled {
                        throw CommandProblem("Nobody is waited for any more. Nothing was changed.")
                    }
                }
                group.addTask {
                    guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                    throw CommandProblem("No unknown badge came within \(seconds) seconds. Nothing was changed.")
                }
                for try await _ in group { group.cancelAll() }
            }
        }
    }

    @Sendable private func tell(_ event: BadgeEnrolment.Event) async {
        switch event {
        case .waiting:
            print(
                "Waiting for \(person.displayName)'s badge at the reader '\(reader)', for \(seconds) seconds. Ctrl-C ends it.")
        case .somebodys(let owner) where owner.id == person.id:
            print("That badge is \(owner.displayName)'s already, and its tap counted. Waiting for another one.")
        case .somebodys(let owner):
            print("That badge is \(owner.displayName)'s, whose tap counted. It stays theirs; waiting for another one.")
        case .enrolled: print("The badge is \(person.displayName)'s now.")
        }
        fflush(nil)
    }
}
