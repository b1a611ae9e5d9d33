import Foundation

/// A certificate authority for one test, with openssl.
package struct TestAuthority: Sendable {
    /// A certificate and its key in PEM.
    package struct Pair: Sendable {
        package let certificateFile: String
        package let keyFile: String
    }

    package enum Purpose: String, Sendable {
        case client = "extendedKeyUsage=clientAuth"
        /// A certificate for `localhost`.
        case server = "extendedKeyUsage=serverAuth\nsubjectAltName=DNS:localhost"
    }

    package let certificateFile: String
    private let keyFile: String
    private let folder: String

    package static func make(_ name: String, in folder: String) async throws -> TestAuthority {
        let made = TestAuthority(
            certificateFile: "\(folder)/\(name).pem", keyFile: "\(folder)/\(name).key", folder: folder)
        try await ChildProcess.run(
            ["openssl", "req", "-x509"] + newKey + ["-days", "2", "-subj", "/CN=\(name)"]
                + ["-keyout", made.keyFile, "-out", made.certificateFile], in: folder)
        return made
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

    /// - Parameter isOver: true for an expired certificate.
    package func issue(_ name: String, for purpose: Purpose = .client, isOver: Bool = false) async throws -> Pair {
        let path = "\(folder)/\(name)"
        let made = Pair(certificateFile: path + ".pem", keyFile: path + ".key")
        try await ChildProcess.run(
            ["openssl", "req", "-new"] + Self.newKey + [
                "-subj", "/CN=\(name)", "-keyout", made.keyFile, "-out", path + ".csr",
            ],
            in: folder)
        try "basicConstraints=critical,CA:FALSE\n\(purpose.rawValue)\n"
            .write(toFile: path + ".extensions", atomically: true, encoding: .utf8)
        try await ChildProcess.run(
            [
                "openssl", "x509", "-req", "-in", path + ".csr", "-CA", certificateFile, "-CAkey", keyFile, "-days",
                isOver ? "-1" : "2", "-extfile", path + ".extensions", "-out", made.certificateFile,
            ], in: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: made.keyFile)
        return made
    }
}
