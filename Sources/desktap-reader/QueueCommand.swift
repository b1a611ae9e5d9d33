import ArgumentParser
import Foundation
import ReaderAgent

/// `desktap-reader queue`: the taps on disk that the server does not hold.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Show the taps that wait for the server or were refused, and send refused ones again.",
        discussion: """
            Both subcommands work beside a running 'desktap-reader run'. They need the rights of the user that runs it. Seven
            days after a refusal the queue forgets whose tap it was, and where; it forgets a badge's number at the refusal. Such
            taps cannot be sent again.

            Exit statuses: 0 done; 64 wrong usage; 66 there is no queue in the folder; 1 the queue cannot be used.
            """,
        subcommands: [Show.self, Retry.self], defaultSubcommand: Show.self)

    /// Where the queue is.
    struct Place: ParsableArguments {
        @Option(help: "The folder of the queue (DESKTAP_READER_QUEUE).") var queue: String?
        @Option(help: "A JSON file with settings, the options of 'run' as keys.") var config: String?

        func lend<Value>(_ body: (QueueOverview) async throws -> Value) async throws -> Value {
            let folder = try Settings(["queue": queue], file: config).queue
            do {
                return try await body(try QueueOverview(folder: folder))
            } catch let error as TapQueueError {
                FileHandle.standardError.write(Data("desktap-reader: \(error)\n".utf8))
                throw ExitCode(error == .missing(folder) ? EX_NOINPUT : EXIT_FAILURE)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show the taps that wait or were refused, oldest first.")
        @OptionGroup var place: Place
        @Flag(help: "Answer with one line of JSON.") var json = false

        func run() async throws {
            let taps = try await place.lend { try await $0.taps() }
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
            abstract: "Have refused taps wait again.",
            discussion: "A running 'desktap-reader run' sends them within a minute, and prints what the server says.")
        @OptionGroup var place: Place

        func run() async throws {
            let (again, forgotten) = try await place.lend { try await $0.retry() }
            print("\(again) \(again == 1 ? "tap waits" : "taps wait") again.")
            if forgotten > 0 {
                print(
                    "\(forgotten) cannot be sent again: the queue has forgotten whose \(forgotten == 1 ? "it is" : "they are")."
                )
            }
        }
    }
}

extension KeptTap {
    /// Columns with tabs between: state, time, event, desk, person, and why it was refused.
    fileprivate var line: String {
        let person = user ?? badge.map { "\($0) badge" } ?? "forgotten"
        let why = [message?.printable, reason.map { "(\($0.printable))" }].compactMap(\.self).joined(separator: " ")
        return [state.rawValue, at, event, desk ?? "-", person].joined(separator: "\t") + (why.isEmpty ? "" : "\t" + why)
    }
}
