import ArgumentParser
import Foundation
import VirtualReader

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a reader and obey commands on a Unix socket, until SIGTERM.",
        discussion: """
            A command is one line, and so is its answer, 'ok' or 'error' and a sentence:
              tap KIND ADDRESS      lay a tag with this address on the reader, until it was read
              tap badge-a:04A1B2C3  lay a badge with this number on it, until it was asked for
              insert …              lay it there and let it lie
              remove                take it away
            Kinds: \(TagName.all).
            """)

    @Option(help: "The port of pcscd's virtual driver.") var vpcdPort: UInt16 = 35963
    @Option(help: "The path of the socket to obey on.") var socket: String
    @Option(help: "What the reader can do: full, small, without-frames, frames-only or sony.") var profile = Profile.full

    @Flag(help: "Print what the driver says as it comes: the monotonic clock's nanoseconds, and bytes.") var trace = false

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
        var hand = Hand(reader: reader)
        print("virtual-reader: ready")
        fflush(nil)
        while true {
            let client = try await listener.accepted()
            if let line = try await client.line(within: .seconds(2)) { client.send(line: await hand.obey(line)) }
            client.close()
        }
    }

    @Sendable private static func show(_ message: [UInt8]) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let bytes = message.map { String(format: "%02X", $0) }.joined()
        print(time.tv_sec * 1_000_000_000 + time.tv_nsec, bytes)
        fflush(nil)
    }
}
