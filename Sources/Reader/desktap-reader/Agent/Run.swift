import ArgumentParser
import Daemon
import Foundation
import Logging
import ReaderAgent
import ServiceLifecycle

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wait for desk tags or badges and send the taps to the server, until SIGTERM or Ctrl-C.",
        discussion: """
            With --user the reader accepts desk tags, which contain desk and event. All taps belong to that person. With --desk
            it accepts badges, which identify the person. The event is --event, or the choice that --choose allows.

              desktap-reader run --user ada                               desk tags, on Ada's own computer
              desktap-reader run --desk 6F-A3                             badges at a desk: start
              desktap-reader run --event end --office Tokyo               badges at the exit
              desktap-reader run --desk 6F-A3 --choose                    s, p or e, then the badge

            --choose reads the keys s, p and e from the terminal. If standard input is a pipe, it reads lines: start, pause or
            end. A choice applies to one badge and expires after \(BadgeSettings.choiceTimeout.components.seconds) s. Choices
            need a single reader: if several are connected, select one with --reader.

            Readers with a buzzer have different sounds for successful and failed taps: ACR122U, and, if the driver supports
            escape commands, ACR1252U, ACR1255U, ACR1281U and ACR1552U.

            --on-result runs a command with /bin/sh for each result, for example for a lamp or a display. Its environment:
              DESKTAP_OUTCOME   kept when the tap is on disk; then the server's outcome: accepted, duplicate, quarantined,
                                conflict or rejected; enrolled if the badge was linked to a person; not_taken if no tap was
                                made; lying if the tag was not removed
              DESKTAP_MESSAGE   the message for the person
              DESKTAP_USER, DESKTAP_DESK, DESKTAP_EVENT    user, desk and event of the tap; empty if unknown
              DESKTAP_WAITING   the number of taps that wait for the server
            Commands run one at a time and are killed after \(ResultCommand.timeLimit.components.seconds) s. Taps never wait for them.

            A settings file has the options' names as keys:

              {"server": "https://desk.example.com", "key-file": "/etc/desktap-reader/key"}

            A key file is read again before each attempt to send, so a new key needs no restart.

            The proxy to the server is taken from https_proxy or all_proxy, unless no_proxy contains the server.

            A tap is on disk before 'taken' is printed. Taps are sent in order, with growing pauses while the server is not
            available, and the server's responses are printed. A tag that stays on the reader makes one tap. If the program is
            stopped at any moment and started again, no tap is lost or recorded twice. Only the user who runs the program can
            read the queue. Person and place of a tap are deleted from the queue \(QueueRetention.days) days after the server's
            response.
            """)

    @OptionGroup var options: RunOptions
    @Option(help: "A JSON file with settings. Its keys are the options' names.") var config: String?

    func run() async throws {
        let settings = try options.settings(file: config)
        let (address, mode, key, tls) = (
            try settings.confidentialServer, try settings.mode, try settings.key, try settings.tls
        )
        var logger = Logger(label: "desktap-reader") { StreamLogHandler.oneLine(label: $0) }
        logger.logLevel = try settings.logLevel
        do {
            let queue = try TapQueue(folder: settings.queue)
            let input = try settings.allowsChoice ? EventInput() : nil
            defer { input?.end() }
            let signals = ReaderSignals()
            let command = settings.onResult.map { [logger] in ResultCommand($0) { logger.warning("\($0)") } }
            let report: @Sendable (AgentReport) -> Void = { report in
                Self.show(report)
                guard let feedback = report.feedback else { return }
                signals.enqueue(feedback)
                command?.enqueue(feedback)
            }
            let reading = TagReaderService(
                readers: PCSCReaders(named: settings.readerName), queue: queue, mode: mode, hosts: try settings.tagHosts,
                choices: input?.choices ?? AsyncStream { $0.finish() }, report: report)
            let retention = QueueRetention(queue: queue) { [logger] in logger.warning("\($0)") }
            try await ServerConnection.with(server: address, key: key, version: programVersion, tls: tls) { connection in
                let clock = ClockDriftMonitor { [logger] in logger.warning("\($0)") }
                let poster = TapPoster(queue: queue, server: HTTPTapServer(connection, clock: clock), report: report)
                // The group stops services in reverse order: reading tags first, then sending, then feedback.
                let services: [any Service] = (command.map { [$0] } ?? []) + [signals, retention, poster, reading]
                let group = ServiceGroup(
                    services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
                ServiceManager().notify(.ready)
                try await group.run()
            }
        } catch let error as TapQueueError {
            throw Self.end(with: "\(error)")
        } catch let error as ConnectionSetupError {
            // Caused by the environment, because the settings are already checked.
            throw Self.end(with: "\(error)", EX_USAGE)
        }
    }

    /// Prints an error.
    /// - Returns: the exit status to throw.
    private static func end(with sentence: String, _ status: Int32 = EXIT_FAILURE) -> ExitCode {
        FileHandle.standardError.write(Data("desktap-reader: \(sentence)\n".utf8))
        return ExitCode(status)
    }

    /// Whether systemd sends the output to its journal.
    private static let isLogged: Bool = {
        // Device and inode of the journal's socket. A program in a terminal may have inherited the variable.
        var output = stat()
        let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
        return fstat(STDOUT_FILENO, &output) == 0 && stream == "\(output.st_dev):\(output.st_ino)"
    }()

    /// Prints a report as one line with the local date and time. The line is flushed immediately, also if the output is a
    /// file.
    @Sendable private static func show(_ report: AgentReport) {
        let time = AgentClock.systemTime()
        let local = time.instant.rfc3339(offset: time.offset).prefix(19).replacing("T", with: " ")
        FileHandle.standardOutput.write(Data("\(local) \(isLogged ? report.logText : report.description)\n".utf8))
    }
}
