import Daemon
import Foundation
import NIOSSL

/// The PEM files for TLS between reader and server.
package struct TLSFiles: Sendable {
    /// The file with the authorities that may sign the server's certificate; nil for the system's authorities.
    private let serverAuthority: String?
    private let certificate: String?
    private let key: String?

    package init() { (serverAuthority, certificate, key) = (nil, nil, nil) }

    /// - Parameters:
    ///   - serverAuthority: a file with authorities, used instead of the system's.
    ///   - certificate: a file with the reader's certificate, then its intermediate certificates.
    ///   - key: a file with the certificate's private key, without a password.
    /// - Throws: ``ConnectionSetupError`` if only one of certificate and key is given.
    package init(serverAuthority: String?, certificate: String?, key: String?) throws(ConnectionSetupError) {
        guard (certificate == nil) == (key == nil) else {
            throw ConnectionSetupError("The settings 'client-certificate' and 'client-key' belong together. Set both.")
        }
        (self.serverAuthority, self.certificate, self.key) = (serverAuthority, certificate, key)
    }

    /// Checks that the files are usable.
    /// - Throws: ``ConnectionSetupError``.
    package func check() throws(ConnectionSetupError) {
        do {
            _ = try NIOSSLContext(configuration: try configuration())
        } catch let problem as ConnectionSetupError {
            throw problem
        } catch {
            throw ConnectionSetupError("The TLS files cannot be used: \(ConnectionFailure(error)).")
        }
    }

    /// The TLS configuration from the current content of the files.
    /// - Throws: ``ConnectionSetupError``.
    func configuration() throws(ConnectionSetupError) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let serverAuthority { configuration.trustRoots = .certificates(try Self.certificates(serverAuthority)) }
        if let certificate, let key {
            configuration.certificateChain = try Self.certificates(certificate).map { .certificate($0) }
            let bytes = try SecretFile.key(key)
            guard let privateKey = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
                throw ConnectionSetupError("The file \(key) contains no PEM key that is usable without a password.")
            }
            configuration.privateKey = .privateKey(privateKey)
        }
        return configuration
    }

    private static func certificates(_ file: String) throws(ConnectionSetupError) -> [NIOSSLCertificate] {
        let bytes = try bytes(file)
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw ConnectionSetupError("The file \(file) contains no PEM certificate.")
        }
        return certificates
    }

    private static func bytes(_ file: String) throws(ConnectionSetupError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw ConnectionSetupError("The file \(file) cannot be read: \(error.localizedDescription)")
        }
    }
}
