import Foundation

/// Reads QR codes with zbar, independently of the code under test.
package enum QRCodeReader {
    private static let program = "/usr/bin/zbarimg"
    package static let isAvailable = FileManager.default.isExecutableFile(atPath: program)
    package static let help: String = "install zbar-tools, or run scripts/test, to have QR codes read"

    struct Unreadable: Error { let what: String }

    /// Draws the runs of the SVG's path and reads the result.
    package static func text(ofSVG svg: String, in folder: String) async throws -> String {
        guard let box = svg.firstMatch(of: /viewBox="0 0 (\d+) \d+"/), let side = Int(box.output.1) else {
            throw Unreadable(what: svg)
        }
        var rows = Array(repeating: Array(repeating: false, count: side), count: side)
        for run in svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-\d+z/) {
            guard let x = Int(run.output.1), let y = Int(run.output.2), let length = Int(run.output.3) else { continue }
            for column in x..<x + length { rows[y][column] = true }
        }
        return try await text(of: rows, in: folder)
    }

    package static func text(ofLines lines: [String], in folder: String) async throws -> String {
        try await text(
            of: lines.flatMap { line in
                let blocks = line.replacing("\u{1B}[30;107m", with: "").replacing("\u{1B}[0m", with: "")
                return [blocks.map { "█▀".contains($0) }, blocks.map { "█▄".contains($0) }]
            }, in: folder)
    }

    /// - Parameter rows: modules; true is dark.
    private static func text(of rows: [[Bool]], in folder: String) async throws -> String {
        // A plain PBM with six dots per module.
        let dots = rows.flatMap { row in
            Array(repeating: row.flatMap { Array(repeating: $0 ? "1" : "0", count: 6) }.joined(separator: " "), count: 6)
        }
        let picture = "P1\n\((rows.first?.count ?? 0) * 6) \(dots.count)\n" + dots.joined(separator: "\n") + "\n"
        let file = folder + "/code.pbm"
        try picture.write(toFile: file, atomically: true, encoding: .utf8)
        return try await ChildProcess.run(
            [program, "--raw", "--quiet", "--nodbus", "-Sbinary", file], in: folder, environment: [:])
    }
}
