import Attendance
import AttendanceStore

/// Checks how old the latest anchor and the latest proof of a backup are.
struct ProofCheckup {
    let stateFolder: String
    /// Whether the server makes anchors.
    let makesAnchors: Bool
    let now: Instant

    func findings() -> [Finding] { [anchor(), backup()] }

    private func anchor() -> Finding {
        guard makesAnchors else { return .skipped(.anchor, "The setting 'anchors' is 'no'.") }
        let folder = AnchorFolder(stateFolder: stateFolder)
        do {
            guard let madeAt = try folder.latest()?.anchor.madeAt else {
                return .warning(.anchor, "There is no anchor in \(folder.path). The server makes one soon after its start.")
            }
            return now - madeAt > ServerProofs.anchorAge
                ? .warning(
                    .anchor, "The latest anchor is of \(madeAt.rfc3339()). The server's log says why there is no later one.")
                : .ok(.anchor, "The latest anchor is of \(madeAt.rfc3339()).")
        } catch {
            return .failed(
                .anchor,
                "The latest anchor in \(folder.path) cannot be read (\(error)). Move it away; the server then makes another one."
            )
        }
    }

    private func backup() -> Finding {
        let advice = "Restore a backup into another database, and run 'desktap backup-check' with --report."
        guard let report = BackupReportFile(stateFolder: stateFolder).report else {
            return .warning(.backup, "No backup is proven. " + advice)
        }
        guard let until = report.provenUntil else {
            let failed = report.findings.filter { ![.passed, .skipped].contains($0.result) }.map(\.check.rawValue)
            return .failed(
                .backup,
                "The latest check of a backup did not pass: \(failed.joined(separator: ", ")). Repeat it to see the reasons.")
        }
        return now - until > ServerProofs.backupAge
            ? .warning(.backup, "The latest backup is proven up to \(until.rfc3339()). " + advice)
            : .ok(.backup, "A backup is proven up to \(until.rfc3339()).")
    }
}
