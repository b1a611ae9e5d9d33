import Foundation

/// A real SMTP server (aiosmtpd) on a free port for one test. It accepts every message except those to `refuse@…` (550),
/// `later@…` (451), `protocol@…` (503), `hello@…` (550 about the name in EHLO), `syntax@…` (501), `reject@…` (554 after the
/// text) and the other names in `smtp_server.py`. To `silent@…` it never answers.
package struct SMTPServer: Sendable {
    /// An accepted message.
    package struct Message: Decodable, Sendable {
        /// The sender and the recipients for the transport.
        package let from: String
        package let to: [String]
        /// Decoded.
        package let headers: [String: String]
        package let body: String
        /// The message as it arrived, a character for each byte.
        package let raw: String
        package let isEncrypted: Bool
        /// The authenticated user.
        package let user: String?
        /// The name in EHLO.
        package let clientName: String
    }

    package enum Encryption: Sendable {
        case none
        case startTLS(TestCertificate)
        case implicit(TestCertificate)
    }

    package let port: Int
    private let process: ChildProcess

    /// Why tests are skipped without the server.
    package static let help = "needs aiosmtpd: apt-get install --no-install-recommends python3-aiosmtpd"
    package static var isAvailable: Bool {
        [python, "/usr/lib/python3/dist-packages/aiosmtpd"].allSatisfy(FileManager.default.fileExists)
    }

    /// The system's, which has Debian's packages.
    private static let python = "/usr/bin/python3"

    /// Lends a server that listens.
    /// - Parameters:
    ///   - host: an address of this machine.
    ///   - account: the user and password that it demands; nil: none.
    ///   - demandsFullName: whether it refuses clients whose name in EHLO has no dot (504, in the answer to RCPT).
    package static func with<Value>(
        host: String = "127.0.0.1", encryption: Encryption = .none, account: (user: String, password: String)? = nil,
        demandsFullName: Bool = false, _ body: (SMTPServer) async throws -> Value
    ) async throws -> Value {
        try await TestFolder.with { folder in
            let program = URL(filePath: #filePath).deletingLastPathComponent().path + "/smtp_server.py"
            var arguments = [python, program, "--host", host]
            switch encryption {
            case .none: break
            case .startTLS(let pair): arguments += ["--certificate", pair.certificateFile, "--key", pair.keyFile]
            case .implicit(let pair):
                arguments += ["--implicit", "--certificate", pair.certificateFile, "--key", pair.keyFile]
            }
            if let account { arguments += ["--user", account.user, "--password", account.password] }
            if demandsFullName { arguments.append("--full-name") }
            let process = try ChildProcess(arguments, in: folder)
            let line = try await process.waitForOutput(#"listening on \d+\n"#)
            let port = Int(line.dropFirst("listening on ".count).dropLast()) ?? 0
            let server = SMTPServer(port: port, process: process)
            do {
                let value = try await body(server)
                await server.stop()
                return value
            } catch {
                await server.stop()
                throw error
            }
        }
    }

    /// The accepted messages in order. A message is in the list before its sender gets the answer.
    package var messages: [Message] {
        get throws {
            try process.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
                try JSONDecoder().decode(Message.self, from: Data($0.utf8))
            }
        }
    }

    /// Waits until a recipient `silent@…` was named.
    package func waitUntilSilent() async throws { try await process.waitForOutput("(?m)^silent$") }

    /// Ends it; also at the end of ``with(host:encryption:account:demandsFullName:_:)``.
    package func stop() async {
        process.signal(SIGKILL)
        _ = await process.wait()
    }
}
