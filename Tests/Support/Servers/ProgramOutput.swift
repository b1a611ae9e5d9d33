import Foundation

/// Runs a program to its end and returns its output.
package func output(of program: String, _ arguments: [String], input: String = "") async throws -> (
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
