import ArgumentParser
import Foundation
import NFCTag
import PCSC
import ReaderAgent

/// What all commands on tags can be told.
struct TagOptions: ParsableArguments {
    @Option(help: "Use only readers with this in their name.") var reader: String?
    @Option(help: "How many seconds to wait for a tag, and for each answer of the reader.") var timeout = 30
    @Option(help: "Work on the tag with this UID only (hexadecimal digits).") var uid: TagUID?
    @Flag(help: "Answer with one line of JSON.") var json = false

    func validate() throws {
        guard (1...86400).contains(timeout) else { throw ValidationError("--timeout takes 1 to 86400 seconds.") }
    }

    /// Where to look for tags.
    var next: NextTag { NextTag(on: reader, within: .seconds(timeout)) }

    /// Waits for a tag, lends it, and prints what `body` has to say of it.
    func work(
        _ body: (_ reader: String, _ tag: inout TagWriter<CardTransport>) async throws -> TagAnswer
    ) async throws {
        do {
            announce("Lay the tag on the reader, or let it lie there.")
            print(try await next.with(body))
        } catch {
            throw fail(error)
        }
    }

    /// One answer, written at once also where the output is a file.
    func print(_ answer: TagAnswer) {
        FileHandle.standardOutput.write(Data("\(json ? answer.json : answer.text)\n".utf8))
    }

    /// Says what is waited for, where a person looks on.
    func announce(_ sentence: String) {
        if !json { FileHandle.standardError.write(Data("\(sentence)\n".utf8)) }
    }

    /// Says what went wrong.
    /// - Parameter advice: what to do where doing the same again helps.
    /// - Returns: the exit status to end with.
    func fail(_ error: any Error, again advice: String = "Then give the same command again.") -> any Error {
        guard let failure = TagFailure(error) else { return error }
        let sentence = failure.sentence + (failure.status == EX_TEMPFAIL ? " " + advice : "")
        if json {
            print(TagAnswer([("error", .text(sentence)), ("status", .number(Int(failure.status)))]))
        } else {
            FileHandle.standardError.write(Data("desktap-reader: \(sentence)\n".utf8))
        }
        return ExitCode(failure.status)
    }
}

extension TagUID: ExpressibleByArgument {
    public init?(argument: String) {
        let digits = argument.filter { !": -".contains($0) }
        guard digits.count % 2 == 0, (8...20).contains(digits.count) else { return nil }
        guard let bytes = [UInt8](hexadecimal: digits) else { return nil }
        self.init(bytes)
    }
}
