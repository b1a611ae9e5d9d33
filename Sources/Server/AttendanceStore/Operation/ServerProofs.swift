/// What proves the record of a server outside its database: anchors of the ledger, and checked backups.
package struct ServerProofs: Sendable {
    /// An older latest anchor is late: the server makes one each day.
    package static let anchorAge = Duration.seconds(26 * 3600)
    /// An older proof of a backup is late: a check each month is enough.
    package static let backupAge = Duration.seconds(35 * 86_400)

    /// nil: the server makes no anchors.
    package let anchors: AnchorFolder?
    package let backup: BackupReportFile

    package init(stateFolder: String, makesAnchors: Bool) {
        anchors = makesAnchors ? AnchorFolder(stateFolder: stateFolder) : nil
        backup = BackupReportFile(stateFolder: stateFolder)
    }
}
