import ArgumentParser
import Foundation
import VirtualReader

struct TapOnce: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Lay a tag with an address on the virtual reader until it was read.")

    @Option(help: "The socket of 'virtual-reader serve'.") var socket: String
    @Option(help: "The kind of tag.") var kind = TagModel.ntag213
    @Argument(help: "The address on the tag, such as https://desk.example.com/t?event=start&desk=6F-A3.") var address: String

    func run() async throws {
        let server = try LocalSocket.connected(to: socket)
        defer { server.close() }
        server.send(line: "tap \(kind.rawValue) \(address)")
        guard let answer = try await server.line(within: .seconds(30)) else {
            throw ValidationError("The virtual reader did not answer.")
        }
        guard answer == "ok" else {
            FileHandle.standardError.write(Data("virtual-reader: \(answer.trimmingPrefix("error "))\n".utf8))
            throw ExitCode.failure
        }
    }
}

extension TagModel: ExpressibleByArgument {}
