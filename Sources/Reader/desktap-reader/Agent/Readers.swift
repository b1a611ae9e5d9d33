import ArgumentParser
import Foundation
import PCSC
import ReaderAgent

struct Readers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the NFC readers.",
        discussion: """
            With --json the output is one line: the readers, each with its name and whether DeskTap uses it. Readers for SAM
            cards are not used.

            Exit statuses: 0 done; 69 no reader or no pcscd.
            """)
    @Flag(help: "Print one line of JSON.") var json = false

    private struct Reader: Encodable {
        let name: String
        let isUsable: Bool

        enum CodingKeys: String, CodingKey {
            case name
            case isUsable = "usable"
        }
    }

    private struct Failure: Encodable {
        let error: String
        let status: Int32
    }

    func run() async throws {
        do {
            let names = try await ReaderWatch.readers()
            guard !names.isEmpty else { throw PCSCError.noReader }
            let readers = names.map { Reader(name: $0, isUsable: PCSCReaders.isUsable($0)) }
            if json { return try show(["readers": readers]) }
            for reader in readers { print(reader.name + (reader.isUsable ? "" : "\t(not used: it is for SAM cards)")) }
        } catch let error as PCSCError {
            if json {
                try show(Failure(error: "\(error)", status: EX_UNAVAILABLE))
            } else {
                FileHandle.standardError.write(Data("desktap-reader: \(error)\n".utf8))
            }
            throw ExitCode(EX_UNAVAILABLE)
        }
    }

    private func show(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try FileHandle.standardOutput.write(contentsOf: encoder.encode(value) + Data("\n".utf8))
    }
}
