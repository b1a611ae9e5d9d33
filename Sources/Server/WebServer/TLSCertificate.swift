package import Attendance
import Glibc
package import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL
import ServiceLifecycle

/// The server's certificate, its key, and the authorities for client certificates.
///
/// The files are read again when they change. New connections use the new certificate; open connections keep theirs. If the new
/// files are invalid, the error is logged and the previous certificate stays in use.
package final class TLSCertificate: Service {
    private struct Loaded {
        var context: NIOSSLContext
        var stamps: [FileStamp]
        /// In seconds since 1970.
        var end: Int64
    }

    /// The attributes that reveal a change of a file.
    private struct FileStamp: Equatable {
        var inode: ino_t
        var size: off_t
        var seconds: Int
        var nanoseconds: Int
    }

    private let certificateFile: String
    private let keyFile: String
    private let clientAuthorityFile: String?
    private let interval: Duration
    private let logger: Logger
    private let loaded: NIOLockedValueBox<Loaded>

    /// - Parameters:
    ///   - certificateFile: PEM; the server's certificate first, then the intermediate certificates.
    ///   - keyFile: PEM, not readable by other users.
    ///   - clientAuthorityFile: PEM; the authorities for client certificates. nil: the server requests no client certificate.
    ///   - interval: the time between two checks of the files.
    /// - Throws: ``TLSCertificateError``.
    package init(
        certificateFile: String, keyFile: String, clientAuthorityFile: String? = nil, interval: Duration = .seconds(60),
        logger: Logger
    ) throws(TLSCertificateError) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.clientAuthorityFile = clientAuthorityFile
        self.interval = interval
        self.logger = logger
        loaded = NIOLockedValueBox(try Self.load(certificateFile, keyFile, clientAuthorityFile))
    }

    var context: NIOSSLContext { loaded.withLockedValue { $0.context } }
    /// When the first of the certificates expires.
    package var end: Instant { Instant(millisecondsSince1970: loaded.withLockedValue { $0.end } * 1000) }

    /// Checks the files periodically until graceful shutdown.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown { [self] in
            while true {
                try await Task.sleep(for: interval)
                reload(always: false)
            }
        }
    }

    /// Loads the files if they changed.
    /// - Parameter always: load them even if they look unchanged.
    package func reload(always: Bool) {
        let known = loaded.withLockedValue { $0.stamps }
        guard always || Self.stamps([certificateFile, keyFile, clientAuthorityFile]) != known else { return }
        do {
            let new = try Self.load(certificateFile, keyFile, clientAuthorityFile)
            loaded.withLockedValue { $0 = new }
            logger.notice("took the certificate in \(certificateFile) for new connections")
        } catch {
            logger.error("the certificate stays as it was: \(error)")
        }
    }

    private static func load(
        _ certificateFile: String, _ keyFile: String, _ clientAuthorityFile: String?
    ) throws(TLSCertificateError) -> Loaded {
        // Before reading, so that a change during the reading is detected by the next check.
        let stamps = stamps([certificateFile, keyFile, clientAuthorityFile])
        let certificates = try certificates(certificateFile)
        let keyBytes = try bytes(keyFile, isSecret: true)
        guard let key = try? NIOSSLPrivateKey(bytes: keyBytes, format: .pem) else {
            throw TLSCertificateError("The file \(keyFile) holds no key in PEM that can be used without a password.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = cipherSuites
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = .seconds(1)
        if let clientAuthorityFile {
            // A client may show none. An unknown authority or an expired certificate fails the handshake.
            configuration.certificateVerification = .optionalVerification
            configuration.trustRoots = .certificates(try Self.certificates(clientAuthorityFile))
            // Browsers with certificates of other authorities then do not ask their user to choose one.
            configuration.sendCANameList = true
        }
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw TLSCertificateError("The key in \(keyFile) is not that of the certificate in \(certificateFile).")
        }
        return Loaded(
            context: context, stamps: stamps, end: certificates.map { Int64($0.notValidAfter) }.min() ?? 0)
    }

    /// For TLS 1.2, in order of preference: only those with forward secrecy and authenticated encryption (RFC 9325, 4.2). All
    /// suites of TLS 1.3 have both.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func stamps(_ files: [String?]) -> [FileStamp] {
        files.compactMap(\.self).map { file in
            var status = stat()
            guard stat(file, &status) == 0 else { return FileStamp(inode: 0, size: -1, seconds: 0, nanoseconds: 0) }
            return FileStamp(
                inode: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec,
                nanoseconds: status.st_mtim.tv_nsec)
        }
    }

    /// All certificates in a file, at least one.
    static func certificates(_ file: String) throws(TLSCertificateError) -> [NIOSSLCertificate] {
        let bytes = try bytes(file)
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw TLSCertificateError("The file \(file) holds no certificate in PEM.")
        }
        return certificates
    }

    private static func bytes(_ file: String, isSecret: Bool = false) throws(TLSCertificateError) -> [UInt8] {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TLSCertificateError("The file \(file) cannot be read (\(String(cString: strerror(errno)))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
            throw TLSCertificateError("The file \(file) is no file of a certificate or key.")
        }
        guard !isSecret || status.st_mode & 0o007 == 0 else {
            throw TLSCertificateError(
                "The key in \(file) can be read by everybody on this machine. Please close it: chmod o= \(file)")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count else {
            throw TLSCertificateError("The file \(file) cannot be read whole.")
        }
        return bytes
    }
}
