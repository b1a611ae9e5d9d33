import Foundation

/// Files that systemd passes to a service (systemd.exec, "Credentials"): copies that only the service can read.
package enum Credential {
    /// The file in the installation's folder that a path of a credential is a copy of; nil: the path is of another file.
    package static func original(_ path: String) -> String? {
        guard let folder = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"], path.hasPrefix(folder + "/") else {
            return nil
        }
        // systemd names the folder after the unit.
        let name = URL(filePath: folder).lastPathComponent.replacing(/\.service$/, with: "")
        return Installation(name).file(String(path.dropFirst(folder.utf8.count + 1)))
    }
}
