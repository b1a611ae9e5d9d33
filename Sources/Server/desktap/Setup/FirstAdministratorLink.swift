import Attendance
import AttendanceStore
import Foundation
import Glibc
import Logging

/// Publishes the first administrator's link to the person who starts the server, never to a log. A terminal shows the link.
/// Standard output without a terminal ends in a log, so the link goes to a file that only the server's user can read.
struct FirstAdministratorLink {
    let path: String
    private let logger: Logger
    private let announce: (String) -> Void

    /// - Parameters:
    ///   - folder: the folder of the file.
    ///   - announce: prints a line without a link.
    init(folder: String, logger: Logger, announce: @escaping (String) -> Void) {
        path = Self.file(in: folder)
        self.logger = logger
        self.announce = announce
    }

    static func file(in folder: String) -> String { folder + "/first-administrator-link" }

    /// - Parameter link: nil if an administrator exists. The file of an earlier link is deleted in any case.
    func publish(_ link: String?) {
        unlink(path)
        guard let link else { return }
        if isatty(STDOUT_FILENO) == 1 {
            print(
                """
                desktap: There is no administrator yet. The person who opens this link within \(SignInLinkStore.lifetime.hours) hours becomes the first one:
                \(link)
                """)
            fflush(nil)
        } else if write(link + "\n") {
            announce(
                "There is no administrator yet. The link for the first one, valid for \(SignInLinkStore.lifetime.hours) hours, is in \(path)"
            )
        } else {
            logger.error(
                "the first administrator's link could not be written: start 'desktap serve' in a terminal to see it",
                metadata: ["file": "\(path)", "error": "\(String(cString: strerror(errno)))"])
        }
    }

    private func write(_ text: String) -> Bool {
        // The folder is otherwise created with the secret, at its first use.
        try? FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return text.withCString { Glibc.write(descriptor, $0, text.utf8.count) } == text.utf8.count
    }
}
