import ArgumentParser
import Foundation
import VirtualReader

struct TapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Place a tag with an address, or a badge, on the virtual reader until it is read.",
        discussion: "Kinds: \(TagName.all).")

    @Option(help: "The socket of 'virtual-reader serve'.") var socket: String
    @Option(help: "The kind of tag, or a badge with its UID.") var kind = "ntag213"
    @Argument(help: "The address on the tag, such as https://desk.example.com/t?event=start&desk=6F-A3. Not for badges.")
    var address: String?

    func run() async throws {
        let server = try LocalSocket.connected(to: socket)
        defer { server.close() }
        server.send(line: (["tap", kind] + (address.map { [$0] } ?? [])).joined(separator: " "))
        guard let answer = try await server.line(within: .seconds(30)) else {
            throw ValidationError("The virtual reader did not respond.")
        }
        guard answer == "ok" else {
            FileHandle.standardError.write(Data("virtual-reader: \(answer.trimmingPrefix("error "))\n".utf8))
            throw ExitCode.failure
        }
    }
}
