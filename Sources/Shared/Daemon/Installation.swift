import Foundation

/// The files and the systemd service of an installed program.
package struct Installation: Sendable {
    /// What happened, then what to do.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The name of the program, its service and its folders.
    package let name: String
    package let folder: String

    /// - Parameter folder: nil: `/etc` and the name, where the service reads its files.
    package init(_ name: String, folder: String? = nil) {
        self.name = name
        self.folder = folder ?? "/etc/" + name
    }

    package var settingsFile: String { folder + "/settings.json" }
    /// systemd's `StateDirectory` of the service.
    package var stateFolder: String { "/var/lib/" + name }

    package func file(_ name: String) -> String { folder + "/" + name }

    /// - Throws: ``Problem`` if this user cannot write the files.
    package func prepareFolder() throws(Problem) {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        guard access(folder, W_OK) == 0 else {
            throw Problem(
                description: "The folder \(folder) cannot be written. Run the command with sudo, or choose another folder with "
                    + "--folder.")
        }
    }

    /// Writes settings, closed to other users.
    /// - Parameter file: nil: ``settingsFile``.
    package func save(_ values: [String: some Encodable], to file: String? = nil) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try Self.writePrivate(String(decoding: encoder.encode(values), as: UTF8.self) + "\n", to: file ?? settingsFile)
    }

    /// Checks that the service's user can read a file.
    /// - Throws: ``Problem`` with the command that lets it. Only root can find out, so other users get no error.
    package func checkReadable(_ path: String) throws {
        guard geteuid() == 0, getpwnam(name) != nil else { return }
        guard try ProgramRun(["runuser", "-u", name, "--", "test", "-r", path]).status == 0 else {
            throw Problem(
                description: "The user \(name), who runs the service, cannot read \(path). Run "
                    + "'chgrp \(name) \(path) && chmod 640 \(path)', and check its folders.")
        }
    }

    /// Replaces a file that only this user can read.
    package static func writePrivate(_ text: String, to path: String) throws(Problem) {
        do {
            try DurableFile.write(Data(text.utf8), to: path)
        } catch {
            throw Problem(description: "\(error)")
        }
    }

    /// Starts the service, now and at each boot.
    /// - Returns: false if systemd does not run on this machine, or if the files are in another folder than the service's.
    package func startService() throws -> Bool {
        // sd_booted(3)
        guard folder == "/etc/" + name, access("/run/systemd/system", F_OK) == 0 else { return false }
        for command in [["daemon-reload"], ["enable", name], ["restart", name]] {
            let run = try ProgramRun(["systemctl"] + command)
            guard run.status == 0 else {
                throw Problem(
                    description: "The service does not start: 'journalctl -u \(name)' has the reason. Correct it, then run "
                        + "'systemctl restart \(name)'.")
            }
        }
        return true
    }
}
