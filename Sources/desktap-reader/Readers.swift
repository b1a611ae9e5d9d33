import ArgumentParser
import Foundation
import PCSC
import ReaderAgent

struct Readers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the NFC readers.", discussion: "Ends with status 1 where there is none.")

    func run() async throws {
        do {
            let readers = try await ReaderWatch.readers()
            guard !readers.isEmpty else { throw PCSCError.noReader }
            for reader in readers { print(reader + (PCSCReaders.isUsable(reader) ? "" : "\t(not used: it is for SAM cards)")) }
        } catch let error as PCSCError {
            FileHandle.standardError.write(Data("desktap-reader: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }
}
