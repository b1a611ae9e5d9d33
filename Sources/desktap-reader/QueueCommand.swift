import ArgumentParser
import Foundation
import ReaderAgent

/// `desktap-reader queue`: the queued taps that the server has not recorded.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Show the taps that wait for the server or were refused, and retry refused taps.",
        discussion: """
            Both subcommands can be used while 'desktap-reader run' is running. They need the permissions of its user. A badge's
            UID is deleted from the queue when the server refuses its tap, and the person and place of any refused tap after \
            \(TapQueue.retentionDays) days. Such taps cannot be sent again.

            Exit statuses: 0 done; 64 wrong usage; 66 there is no queue in the folder; 1 the queue cannot be used.
            """,
        subcommands: [Show.self, Retry.self], defaultSubcommand: Show.self)

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
            print("\(waiting) \(waiting == 1 ? "tap waits" : "taps wait"), \(taps.count - waiting) refused.")
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retry refused taps.",
            discussion: "A running 'desktap-reader run' sends them within 60 s and prints the server's response.")
        @OptionGroup var queue: Location

        func run() async throws {
            let (retried, notRetryable) = try await queue.withQueue { try await $0.retry() }
            print("\(retried) \(retried == 1 ? "tap waits" : "taps wait") again.")
            if notRetryable > 0 { print("\(notRetryable) cannot be sent again: the person was deleted from the queue.") }
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
