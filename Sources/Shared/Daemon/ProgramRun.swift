import Foundation

/// A run of another program to its end.
package struct ProgramRun {
    package let status: Int32
    /// Standard output.
    package let output: String
    /// The first line of standard error.
    package let error: String

    /// - Parameters:
    ///   - arguments: the program, which is searched in PATH, and its arguments.
    ///   - input: standard input. It and the outputs must fit into a pipe, 64 KiB each.
    package init(_ arguments: [String], input: String = "") throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        process.standardError = standardError
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        func text(_ pipe: Pipe) throws -> String {
            String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        output = try text(standardOutput)
        error = try text(standardError).split(separator: "\n").first.map(String.init) ?? ""
        process.waitUntilExit()
        status = process.terminationStatus
    }
}
