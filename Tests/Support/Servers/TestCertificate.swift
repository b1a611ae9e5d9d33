import Foundation

/// A self-signed certificate for localhost.
package struct TestCertificate: Sendable {
    package let certificateFile: String
    package let keyFile: String

    package init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    /// - Parameter hasRSAKey: has a key for RSA instead of ECDSA.
    package static func make(_ name: String, hasRSAKey: Bool = false, in folder: String) async throws -> TestCertificate {
        let key = hasRSAKey ? ["rsa:2048"] : ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        let made = TestCertificate(certificateFile: "\(folder)/\(name).pem", keyFile: "\(folder)/\(name).key")
        try await ChildProcess.run(
            ["openssl", "req", "-x509", "-newkey"] + key + [
                "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                made.keyFile, "-out", made.certificateFile,
            ], in: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: made.keyFile)
        return made
    }

    /// Renames the files of this pair to those of `other`, which they replace.
    package func replace(_ other: TestCertificate) throws {
        for (new, old) in [(keyFile, other.keyFile), (certificateFile, other.certificateFile)] {
            guard rename(new, old) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
    }
}
