import Foundation
import Glibc
import Logging

/// Hands the first administrator's link to the person who starts the server, and to no log: a terminal shows it. Standard output
/// that is no terminal is kept in a log, so the link goes into a file beside the servers' secret that only the server's user can
/// read.
struct FirstAdministratorLink {
    let path: String
    private let logger: Logger

    init(secretFile: String, logger: Logger) {
        path = URL(filePath: secretFile).deletingLastPathComponent().path + "/first-administrator-link"
        self.logger = logger
    }

    /// - Parameter link: nil: there is an administrator; the file of an earlier link is deleted.
    func publish(_ link: String?) {
        unlink(path)
        guard let link else { return }
        if isatty(STDOUT_FILENO) == 1 {
            print(
                """
                desktap: There is no administrator yet. The person who opens this link within 24 hours becomes the first one:
                \(link)
                """)
        } else if write(link + "\n") {
            print("desktap: There is no administrator yet. The link for the first one, valid for 24 hours, is in \(path)")
        } else {
            logger.error(
                "the first administrator's link could not be written: start 'desktap serve' in a terminal to see it",
                metadata: ["file": "\(path)", "error": "\(String(cString: strerror(errno)))"])
        }
    }

    private func write(_ text: String) -> Bool {
        // The secret's folder is made with the secret, which may be needed only later.
        try? FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return text.withCString { Glibc.write(descriptor, $0, text.utf8.count) } == text.utf8.count
    }
}
