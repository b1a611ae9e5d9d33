import Daemon
import Foundation

/// The connection of the database's owner, for commands only. Its file lies beside the settings, and the server never gets it: a
/// process with the owner's rights could delete records.
struct OwnerSettings {
    /// In the settings of version 0.1.0.
    static let formerNames = (database: "owner-database", role: "server-role")

    /// A libpq connection string or URL.
    var database: String?
    /// The role of the servers, which gets its rights at each migration.
    var serverRole: String?

    static func file(beside settings: String) -> String {
        URL(filePath: settings).deletingLastPathComponent().appending(path: "owner.json").path
    }

    /// - Parameter settings: the values of the settings file, which can contain those of an earlier version.
    init(beside path: String, _ settings: [String: String]) throws {
        let file = Self.file(beside: path)
        var values: [String: String] = [:]
        if access(file, F_OK) == 0 {
            var status = stat()
            guard stat(file, &status) == 0, status.st_mode & 0o077 == 0 else {
                throw CommandError(
                    "The file \(file) has the connection of the database's owner, and other users can read it. Run 'chmod 600 \(file)'."
                )
            }
            values = try Settings.values(ofFile: file)
        }
        database = values["database"] ?? settings[Self.formerNames.database]
        serverRole = values["server-role"] ?? settings[Self.formerNames.role]
    }

    /// Writes the file, closed to other users, then the settings without the values of earlier versions.
    func save(with settings: [String: String], _ installation: Installation) throws {
        if let database {
            let values = ["database": database, "server-role": serverRole].compactMapValues { $0 }
            try installation.save(values, to: Self.file(beside: installation.settingsFile))
        }
        var settings = settings
        settings[Self.formerNames.database] = nil
        settings[Self.formerNames.role] = nil
        try installation.save(settings)
    }

    /// Moves the values of an earlier version out of the settings.
    static func separate(_ path: String) throws {
        let settings = try Settings.values(ofFile: path)
        guard settings[formerNames.database] != nil else { return }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try OwnerSettings(beside: path, settings).save(with: settings, Installation("desktap", folder: folder))
        print("Moved the connection of the database's owner to \(file(beside: path)), which the server cannot read.")
    }
}
