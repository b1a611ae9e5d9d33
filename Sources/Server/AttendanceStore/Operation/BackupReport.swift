package import Attendance
import Daemon
package import Foundation

/// The result of a backup check.
package struct BackupReport: Sendable, Codable {
    package let passed: Bool
    /// The ledger head of the anchor.
    package let anchor: String
    /// When the anchor was made, in RFC 3339.
    private let anchoredAt: String
    package let findings: [BackupCheck.Finding]

    package init(_ findings: [BackupCheck.Finding], against anchor: LedgerAnchor) {
        passed = findings.allSatisfy { [.passed, .skipped].contains($0.result) }
        self.anchor = anchor.head.text
        anchoredAt = anchor.madeAt.rfc3339()
        self.findings = findings
    }

    /// The time up to which the record in the backup is complete and unchanged; nil: it is not proven.
    package var provenUntil: Instant? { passed ? Instant(rfc3339: anchoredAt) : nil }

    /// One line.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}

/// The report of the latest backup check, from which a server knows how old the proof is.
package struct BackupReportFile: Sendable {
    private let path: String

    /// - Parameter stateFolder: of the server.
    package init(stateFolder: String) { path = stateFolder + "/backup-check.json" }

    /// nil: there is none, or it is damaged.
    package var report: BackupReport? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(BackupReport.self, from: $0) }
    }

    /// The time up to which a backup is proven; nil: the latest check failed, or there was none.
    package var provenUntil: Instant? { report?.provenUntil }
}
