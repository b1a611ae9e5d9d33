import ArgumentParser
import Attendance
import AttendanceStore
import Daemon
import Foundation

struct BackupCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup-check", abstract: "Prove that the record in a restored database is complete and unchanged.",
        discussion: """
            Restore the backup into another database and name it here. The anchor is a file that the server writes every night to
            the folder 'anchors' of its state folder, or that 'desktap ledger anchor' prints. It proves the record up to its time.

            Checks the secret, the schema, the ledger, the hours of the anchor's month and of the one before with the sessions
            that were open, and the indexes. Writes nothing to the database. 'desktap help ledger verify' says what the ledger
            does not cover.

            Exit statuses: 0 all checks passed; 1 a check failed or could not be made.
            """)
    @Argument(
        help: """
            The restored database as a libpq connection string or URL, or by its name if it is in the same PostgreSQL as the
            database of the settings.
            """)
    var database: String
    @Option(help: ArgumentHelp("The anchor.", valueName: "file")) var anchor: String
    @Flag(help: "Print one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "Also write the JSON object to this file. The server reads 'backup-check.json' in its state folder for its metrics.",
            valueName: "file"))
    var report: String?
    @Flag(help: "Do not check the indexes, which needs a superuser and PostgreSQL's extension amcheck.") var skipIndexes = false
    @Option(help: "A JSON file with settings.") var config: String?
    @Option(help: "The folder that holds sql/ and web/ (DESKTAP_RESOURCES).") var resources: String?
    @Option(help: "The secret that the database's servers share (DESKTAP_SECRET_FILE).") var secretFile: String?

    func run() async throws {
        try await Program.explainingErrors {
            let anchor = try anchorOfFile()
            let program = try Program(try await settings())
            let findings = try await program.closingPool {
                // Fails at once if the database cannot be reached, which is no finding about the backup.
                try await program.withDatabase { _ in }
                let check = BackupCheck(program.store, schemas: program.folder.schemas, zones: try Program.zones())
                return await check.run(against: anchor, skipping: skipIndexes ? [.indexes] : []) { finding in
                    if !json { print("\(finding.result.rawValue)\t\(finding.check.rawValue)\t\(finding.detail)") }
                }
            }
            let result = BackupReport(findings, against: anchor)
            if json {
                try FileHandle.standardOutput.write(contentsOf: result.json())
            } else {
                print(result.provenUntil.map { "The record is proven up to \($0.rfc3339())." } ?? "The record is not proven.")
            }
            if let report {
                do {
                    // The server reads it as another user.
                    try DurableFile.write(try result.json(), to: report, mode: 0o644)
                } catch let problem as DurableFile.Problem {
                    throw CommandError("\(problem)")
                }
            }
            if !result.passed { throw ExitCode.failure }
        }
    }

    private func settings() async throws -> Settings {
        let given = ["config": config, "resources": resources, "secret-file": secretFile].compactMapValues { $0 }
        func settings(_ database: [String]) async throws -> Settings {
            try await Settings(try CommonOptions.parse(given.flatMap { ["--\($0.key)", $0.value] } + database))
        }
        if database.contains(where: { "=:/".contains($0) }) { return try await settings(["--database", database]) }
        let original = try await settings([]).database
        guard original.contains("="), !original.contains("://") else {
            throw CommandError("The settings name the database by a URL. Name the restored one by a URL too.")
        }
        // The last value of a keyword holds.
        let name = Escapes(["\\": "\\\\", "'": "\\'"]).escape(database)
        return try await settings(["--database", original + " dbname='\(name)'"])
    }

    private func anchorOfFile() throws -> LedgerAnchor {
        guard let content = FileManager.default.contents(atPath: anchor) else {
            throw CommandError("The anchor \(anchor) cannot be read.")
        }
        do {
            return try LedgerAnchor(json: content)
        } catch {
            throw CommandError("The file \(anchor) is not an anchor, or that of a later version of DeskTap.")
        }
    }
}
