import ArgumentParser
import Attendance
import Foundation
import ReaderAgent

/// `desktap-reader queue`: the taps that the server has not recorded, or has lost.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Show the taps that wait for the server or were refused, and send taps again.",
        discussion: """
            The subcommands can be used while 'desktap-reader run' is running. They need the permissions of its user. A badge's
            UID is deleted from the queue when the server refuses its tap, and the person and place of any tap \
            \(QueueRetention.days) days after the server's response. Such taps cannot be sent again.

            Exit statuses: 0 done; 64 wrong usage; 66 there is no queue in the folder; 1 the queue cannot be used.
            """,
        subcommands: [Show.self, Retry.self, Replay.self], defaultSubcommand: Show.self)

    /// The options that select the queue.
    struct Location: ParsableArguments {
        @Option(help: "The folder of the queue (DESKTAP_READER_QUEUE).") var queue: String?
        @Option(help: "A JSON file with settings. Its keys are the options of 'run'.") var config: String?

        func withQueue<Value>(_ body: (QueueInspector) async throws -> Value) async throws -> Value {
            let folder = try Settings(["queue": queue], file: config).queue
            do {
                return try await body(try QueueInspector(folder: folder))
            } catch let error as TapQueueError {
                FileHandle.standardError.write(Data("desktap-reader: \(error)\n".utf8))
                throw ExitCode(error == .missing(folder) ? EX_NOINPUT : EXIT_FAILURE)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show the waiting and refused taps, oldest first.")
        @OptionGroup var queue: Location
        @Flag(help: "Print one line of JSON.") var json = false

        func run() async throws {
            let taps = try await queue.withQueue { try await $0.taps() }
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                try FileHandle.standardOutput.write(contentsOf: encoder.encode(["taps": taps]) + Data("\n".utf8))
                return
            }
            for tap in taps { print(tap.line) }
            let waiting = taps.count { $0.state == .waiting }
            print("Waiting: \(waiting). Refused: \(taps.count - waiting).")
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retry refused taps.",
            discussion: "A running 'desktap-reader run' sends them within 60 s and prints the server's response.")
        @OptionGroup var queue: Location

        func run() async throws {
            QueueCommand.report(try await queue.withQueue { try await $0.retry() })
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send recorded taps again, after the server's database was restored to an earlier state.",
            discussion: """
                The server records the taps that its database lost, with their own times, and recognizes the others. Taps of the
                last \(QueueRetention.days) days can be sent again. A running 'desktap-reader run' sends them within 60 s.
                """)
        @OptionGroup var queue: Location
        @Option(
            help: ArgumentHelp(
                "Only taps that were recorded from this time on, such as 2026-11-26T10:00:00+09:00: the time to which the database was restored.",
                valueName: "time"))
        var since: String?

        func run() async throws {
            guard let instant = since.map({ Instant(rfc3339: $0) }) ?? Instant(millisecondsSince1970: 0) else {
                throw ValidationError("--since is not a time with an offset, such as 2026-11-26T10:00:00+09:00.")
            }
            QueueCommand.report(try await queue.withQueue { try await $0.replay(since: instant) })
        }
    }

    private static func report(_ taps: (sent: Int, unsendable: Int)) {
        print("Waiting again: \(taps.sent).")
        if taps.unsendable > 0 {
            print("Cannot be sent again, because the person was deleted from the queue: \(taps.unsendable).")
        }
    }
}

extension UndeliveredTap {
    /// Columns separated by tabs: state, time, event, desk, person, and the reason of a refusal.
    fileprivate var line: String {
        let person = user ?? badge.map { "\($0) badge" } ?? "deleted"
        let why = [message?.printable, reason.map { "(\($0.printable))" }].compactMap(\.self).joined(separator: " ")
        return [state.rawValue, at, event, desk ?? "-", person].joined(separator: "\t") + (why.isEmpty ? "" : "\t" + why)
    }
}
