import Foundation

/// Runs a program to its end and returns its output.
func output(of program: String, _ arguments: [String], input: String = "") throws -> (
    text: String, errors: String, status: Int32
) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let folder = FileManager.default.temporaryDirectory.appending(path: "attendance-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes, so that neither side blocks on a full pipe.
    let files = ["in", "out", "err"].map { folder.appending(path: $0) }
    try Data(input.utf8).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return (
        String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
        String(decoding: try Data(contentsOf: files[2]), as: UTF8.self), process.terminationStatus
    )
}

/// Python, in which the independent implementations are written.
enum Python {
    static let path = "/usr/bin/python3"
    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
