import ArgumentParser
import Attendance
import Foundation
import NFCTag
import VirtualReader

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a virtual reader that takes commands on a Unix socket, until SIGTERM.",
        discussion: """
            A command is one line. The response is one line: 'ok', or 'error' and a sentence. Commands:
              tap KIND ADDRESS      place a tag with this address on the reader until it is read
              tap badge-a:04A1B2C3  place a badge with this UID on the reader until it is read
              insert …              place a tag or badge on the reader and leave it there
              remove                remove the tag or badge
            Kinds: \(TagName.all).
            """)

    @Option(help: "The port of pcscd's virtual driver.") var vpcdPort: UInt16 = 35963
    @Option(help: "The path of the socket for commands.") var socket: String
    @Option(help: "The reader's capabilities: full, small, without-frames, frames-only or sony.") var profile = Profile.full

    @Flag(help: "Print each message of the driver: nanoseconds of the monotonic clock, then bytes.") var trace = false

    enum Profile: String, ExpressibleByArgument, CaseIterable {
        case full, small, sony
        case withoutFrames = "without-frames"
        case framesOnly = "frames-only"

        var profile: ReaderProfile {
            switch self {
            case .full: .full
            case .small: .small
            case .sony: .sony
            case .withoutFrames: .withoutFrames
            case .framesOnly: .framesOnly
            }
        }
    }

    func run() async throws {
        let listener = try LocalSocket.listening(at: socket)
        let reader = VirtualReader(port: vpcdPort, profile: profile.profile, trace: trace ? Self.show : nil)
        var handler = TagHandler(reader: reader)
        print("virtual-reader: ready")
        fflush(nil)
        while true {
            let client = try await listener.accepted()
            if let line = try await client.line(within: .seconds(2)) { client.send(line: await handler.execute(line)) }
            client.close()
        }
    }

    @Sendable private static func show(_ message: [UInt8]) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        print(time.tv_sec * 1_000_000_000 + time.tv_nsec, message.hexadecimal)
        fflush(nil)
    }
}
