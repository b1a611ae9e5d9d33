import Foundation
import NIOSSL

/// The files by which the reader and its server know each other over TLS, all PEM.
package struct TLSFiles: Sendable {
    /// Who may have signed the server's certificate; nil is whom the system trusts.
    private let serverAuthority: String?
    private let certificate: String?
    private let key: String?

    package init() { (serverAuthority, certificate, key) = (nil, nil, nil) }

    /// - Parameters:
    ///   - serverAuthority: in place of whom the system trusts.
    ///   - certificate: what the reader shows, its own first, then those between it and its root.
    ///   - key: the certificate's, not under a password.
    /// - Throws: ``ConnectionProblem`` where there is one of certificate and key alone.
    package init(serverAuthority: String?, certificate: String?, key: String?) throws(ConnectionProblem) {
        guard (certificate == nil) == (key == nil) else {
            throw ConnectionProblem("The settings 'client-certificate' and 'client-key' go together. Please set both.")
        }
        (self.serverAuthority, self.certificate, self.key) = (serverAuthority, certificate, key)
    }

    /// Proves that the files can be used.
    package func check() throws(ConnectionProblem) {
        do {
            _ = try NIOSSLContext(configuration: try configuration())
        } catch let problem as ConnectionProblem {
            throw problem
        } catch {
            throw ConnectionProblem("The files of TLS cannot be used: \(ConnectionFailure(error)).")
        }
    }

    /// What the files hold now.
    func configuration() throws(ConnectionProblem) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let serverAuthority { configuration.trustRoots = .certificates(try Self.certificates(serverAuthority)) }
        if let certificate, let key {
            configuration.certificateChain = try Self.certificates(certificate).map { .certificate($0) }
            let bytes = try SecretFile.read(key)
            guard let privateKey = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
                throw ConnectionProblem("The file \(key) holds no key in PEM that can be used without a password.")
            }
            configuration.privateKey = .privateKey(privateKey)
        }
        return configuration
    }

    private static func certificates(_ file: String) throws(ConnectionProblem) -> [NIOSSLCertificate] {
        let bytes = try bytes(file)
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw ConnectionProblem("The file \(file) holds no certificate in PEM.")
        }
        return certificates
    }

    private static func bytes(_ file: String) throws(ConnectionProblem) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw ConnectionProblem("The file \(file) cannot be read: \(error.localizedDescription)")
        }
    }
}

/// Why there is no connection to a server, in a sentence for whoever sets the reader up.
package struct ConnectionProblem: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
