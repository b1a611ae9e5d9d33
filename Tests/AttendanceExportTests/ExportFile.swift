import Foundation
import TestServers

/// Reads export files with independent programs.
enum ExportFile {
    static let python = ProcessInfo.processInfo.environment["DESKTAP_TEST_PYTHON"]
    private static let reader = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "read_table.py").path

    private static let office = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "sum_in_libreoffice.py").path

    /// The first sheet as LibreOffice shows it. Below a spreadsheet it has the sum of a column.
    static func inLibreOffice(_ path: String, summing column: String = "A", in folder: String) async throws -> String {
        try await ChildProcess.run([python ?? "python3", office, path, folder, column], in: folder)
    }

    private static let formulas = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "formulas_in_libreoffice.py").path

    /// The formulas that LibreOffice finds in a CSV file, as a JSON list.
    static func formulas(_ path: String, separatedBy separator: Character, in folder: String) async throws -> String {
        let number = "\(separator.asciiValue ?? 0)"
        return try await ChildProcess.run([python ?? "python3", formulas, path, folder, number], in: folder)
    }

    private static let calculator = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "calculated_by_libreoffice.py").path

    /// A sheet of a spreadsheet with the results of its formulas as LibreOffice calculates them, as CSV.
    static func calculated(_ path: String, sheet: String, in folder: String) async throws -> String {
        try await ChildProcess.run([python ?? "python3", calculator, path, folder, sheet], in: folder)
    }

    static func read(_ kind: String, _ bytes: [UInt8]) async throws -> Any {
        try await TestFolder.with { folder in
            let path = folder + "/table.\(kind)"
            try Data(bytes).write(to: URL(filePath: path))
            let answer = try await ChildProcess.run([python ?? "python3", reader, kind, path], in: folder)
            return try JSONSerialization.jsonObject(with: Data(answer.utf8))
        }
    }
}
