import ArgumentParser
import Attendance
import Foundation
import NFCTag
import PCSC
import ReaderAgent

/// The options of all tag commands.
struct TagOptions: ParsableArguments {
    @Option(help: "Use only readers whose name contains this text.") var reader: String?
    @Option(help: "The time limit in seconds for a tag, and for each response of the reader.") var timeout = 30
    @Option(help: "Accept only the tag with this UID (hexadecimal digits).") var uid: UID?
    @Flag(help: "Print one line of JSON.") var json = false

    func validate() throws {
        guard (1...86400).contains(timeout) else { throw ValidationError("--timeout takes 1 to 86400 seconds.") }
    }

    /// The source of tags.
    var next: TagSession { TagSession(on: reader, within: .seconds(timeout)) }

    /// Waits for a tag, runs `body` with it, and prints the result.
    func work(
        _ body: (_ reader: String, _ tag: inout TagWriter<CardTransport>) async throws -> TagOutput
    ) async throws {
        do {
            announce("Place the tag on the reader, or leave it there.")
            print(try await next.with(body))
        } catch {
            throw fail(error)
        }
    }

    /// Prints a result. It is flushed immediately, also if the output is a file.
    func print(_ answer: TagOutput) {
        FileHandle.standardOutput.write(Data("\(json ? answer.json : answer.text)\n".utf8))
    }

    /// Prints an instruction for a person on standard error; nothing with --json.
    func announce(_ sentence: String) {
        if !json { FileHandle.standardError.write(Data("\(sentence)\n".utf8)) }
    }

    /// Prints an error.
    /// - Parameter advice: the advice if repeating the command may help.
    /// - Returns: the error to throw, with the exit status.
    func fail(_ error: any Error, again advice: String = "Then run the same command again.") -> any Error {
        guard let failure = TagFailure(error) else { return error }
        let sentence = failure.sentence + (failure.status == EX_TEMPFAIL ? " " + advice : "")
        if json {
            print(TagOutput([("error", .text(sentence)), ("status", .number(Int(failure.status)))]))
        } else {
            FileHandle.standardError.write(Data("desktap-reader: \(sentence)\n".utf8))
        }
        return ExitCode(failure.status)
    }
}

extension UID: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(hex: argument.filter { !": -".contains($0) })
    }
}
