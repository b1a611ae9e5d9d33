import ArgumentParser
import Foundation
import Logging
import ReaderAgent
import ServiceLifecycle

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wait for desk tags or badges and report the taps, until SIGTERM or Ctrl-C.",
        discussion: """
            With --user it takes desk tags, which say where and which event; all taps are that person's. With --desk it takes
            badges, which say who: the place is the desk, and the event is --event, or what was chosen before with --choose.

              desktap-reader run --user ada                               desk tags, on Ada's own computer
              desktap-reader run --desk 6F-A3                             badges at a desk: start
              desktap-reader run --event end --office Tokyo               badges at the way out
              desktap-reader run --desk 6F-A3 --choose                    s, p or e, then the badge

            --choose takes the keys s, p and e of the terminal. Where standard input is a pipe it takes lines instead: start,
            pause or end. A choice is for one badge, and forgotten after 30 seconds. It is for one reader, too: with several
            connected, name one with --reader.

            Readers that can sound tell a tap that counts from one that does not: ACR122U, and where their driver passes escape
            commands on ACR1252U, ACR1255U, ACR1281U and ACR1552U.

            --on-result runs a command of yours by /bin/sh with each result, for a lamp or a display. In its environment stand:
              DESKTAP_OUTCOME   kept, when the tap is on disk; then what the server said: accepted, duplicate, quarantined,
                                conflict, rejected, or enrolled for a badge that is somebody's now. not_taken where there was no
                                tap, lying where a tag was not lifted.
              DESKTAP_MESSAGE   the sentence for the person
              DESKTAP_USER, DESKTAP_DESK, DESKTAP_EVENT    whose tap, where and what; empty where that is not known
              DESKTAP_WAITING   how many taps wait for the server
            One runs at a time, and is killed after 5 seconds; taps never wait for it.

            A settings file has the options' names as keys: {"server": "https://desk.example.com", "key-file": "/etc/desktap/key"}.
            A key that is in a file is read again before each try to send: a new one needs no restart.

            A proxy on the way to the server is the one that https_proxy or all_proxy names, unless no_proxy names the server.

            A tap is on disk before 'taken' is said. It is sent in order, with pauses that grow while the server is away, and
            the server's answer is printed. A tag left lying is taken once. Stopped at any moment and started again, nothing is
            lost and nothing counted twice. The queue is for the eyes of the user that runs this; seven days after the server
            has answered, a tap on disk says no more whose it was, or where.
            """)

    @Option(help: "The server, such as https://desk.example.com (DESKTAP_READER_SERVER).") var server: String?
    @Option(help: "Whose taps these are, by user name (DESKTAP_READER_USER).") var user: String?
    @Option(help: "For badges: the desk that this reader stands at (DESKTAP_READER_DESK).") var desk: String?
    @Option(help: "For badges: start, pause or end (DESKTAP_READER_EVENT).") var event: String?
    @Option(help: "For badges: the office, where there are several (DESKTAP_READER_OFFICE).") var office: String?
    @Flag(help: "For badges: people choose the event first (DESKTAP_READER_CHOOSE).") var choose = false
    @Option(help: "A file with this reader's key (DESKTAP_READER_KEY_FILE); or set DESKTAP_READER_KEY to the key.")
    var keyFile: String?
    @OptionGroup var tls: TLSOptions
    @Option(help: "The folder that keeps taps until they are sent (DESKTAP_READER_QUEUE).") var queue: String?
    @Option(help: "A command to run with each result, see above (DESKTAP_READER_ON_RESULT).") var onResult: String?
    @Option(help: "Use only readers with this in their name (DESKTAP_READER_READER).") var reader: String?
    @Option(help: "More hosts whose tags are ours, with commas between (DESKTAP_READER_TAG_HOSTS).") var tagHosts: String?
    @Option(help: "A JSON file with settings, the options' names as keys.") var config: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical (DESKTAP_READER_LOG_LEVEL).") var logLevel: String?

    func run() async throws {
        let settings = try Settings(
            [
                "server": server, "user": user, "key-file": keyFile, "queue": queue, "reader": reader, "tag-hosts": tagHosts,
                "log-level": logLevel, "desk": desk, "event": event, "office": office, "on-result": onResult,
            ].merging(tls.values) { first, _ in first }, flags: tls.flags.merging(["choose": choose]) { first, _ in first },
            file: config)
        let (address, duty, key, tls) = (
            try settings.confidentialServer, try settings.duty, try settings.key, try settings.tls
        )
        var logger = Logger(label: "desktap-reader") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = try settings.logLevel
        do {
            let queue = try TapQueue(folder: settings.queue)
            let keys = try settings.takesChoices ? EventKeys() : nil
            defer { keys?.end() }
            let signals = ReaderSignals()
            let command = settings.onResult.map { [logger] in ResultCommand($0) { logger.warning("\($0)") } }
            let report: @Sendable (AgentReport) -> Void = { report in
                Self.show(report)
                guard let feedback = report.feedback else { return }
                signals.give(feedback)
                command?.give(feedback)
            }
            let taker = TagTaker(
                readers: PCSCReaders(named: settings.readerName), queue: queue, duty: duty, hosts: try settings.tagHosts,
                choices: keys?.choices ?? AsyncStream { $0.finish() }, report: report)
            let trail = TrailKeeper(queue: queue) { [logger] in logger.warning("\($0)") }
            try await ServerConnection.with(server: address, key: key, version: programVersion, tls: tls) { connection in
                let clock = ClockWatch { [logger] in logger.warning("\($0)") }
                let poster = TapPoster(queue: queue, server: HTTPTapServer(connection, clock: clock), report: report)
                // Stopped from right to left: no tag is taken any more, then sending ends, then what tells of it.
                let services: [any Service] = (command.map { [$0] } ?? []) + [signals, trail, poster, taker]
                let group = ServiceGroup(
                    services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
                try await group.run()
            }
        } catch let error as TapQueueError {
            throw Self.end(with: "\(error)")
        } catch let error as ConnectionProblem {
            // Of the environment: the settings were checked before.
            throw Self.end(with: "\(error)", EX_USAGE)
        }
    }

    /// - Returns: the exit status, after a sentence of why.
    private static func end(with sentence: String, _ status: Int32 = EXIT_FAILURE) -> ExitCode {
        FileHandle.standardError.write(Data("desktap-reader: \(sentence)\n".utf8))
        return ExitCode(status)
    }

    /// One line a report with the local date and time, written at once also where the output is a file.
    @Sendable private static func show(_ report: AgentReport) {
        let time = AgentClock.systemTime()
        let local = time.instant.rfc3339(offset: time.offset).prefix(19).replacing("T", with: " ")
        FileHandle.standardOutput.write(Data("\(local) \(report)\n".utf8))
    }
}
