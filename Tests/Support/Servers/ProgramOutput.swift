import Foundation
import TestServers

/// Runs a program to its end and returns its output.
func output(of program: String, _ arguments: [String], input: String = "") async throws -> (
    text: String, errors: String, status: Int32
) {
    try await TestFolder.with { folder in
        try input.write(toFile: folder + "/in", atomically: false, encoding: .utf8)
        let process = try ChildProcess(
            ["sh", "-c", #"exec "$@" <"$0/in" 2>"$0/errors""#, folder, program] + arguments, in: folder)
        let status = await process.wait()
        return (process.output, try String(contentsOfFile: folder + "/errors", encoding: .utf8), status)
    }
}

/// Python, in which the independent implementations are written.
enum Python {
    static let path = "/usr/bin/python3"
    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
