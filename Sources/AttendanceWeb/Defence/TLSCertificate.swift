import Glibc
package import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL
import ServiceLifecycle

/// The server's certificate and key, and the authorities of its clients' certificates, read from their files again whenever these
/// change: new connections take the new ones, and those that are open go on. Files that are no good are told in the log, and the
/// old ones stay.
package final class TLSCertificate: Service {
    private struct Loaded {
        var context: NIOSSLContext
        var stamps: [Stamp]
    }

    /// By what a file is known to have changed.
    private struct Stamp: Equatable {
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
    ///   - certificateFile: PEM; the server's own certificate first, then those between it and the root.
    ///   - keyFile: PEM, closed to all but the server's user and group.
    ///   - clientAuthorityFile: PEM; who may have signed a certificate that a client shows. None is asked for where this is nil.
    ///   - interval: how often the files are looked at.
    /// - Throws: ``TLSProblem``.
    package init(
        certificateFile: String, keyFile: String, clientAuthorityFile: String? = nil, interval: Duration = .seconds(60),
        logger: Logger
    ) throws(TLSProblem) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.clientAuthorityFile = clientAuthorityFile
        self.interval = interval
        self.logger = logger
        loaded = NIOLockedValueBox(try Self.load(certificateFile, keyFile, clientAuthorityFile))
    }

    var context: NIOSSLContext { loaded.withLockedValue { $0.context } }

    /// Looks at the files again and again, until the server stops.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown { [self] in
            while true {
                try await Task.sleep(for: interval)
                reload(always: false)
            }
        }
    }

    /// Takes what the files hold now.
    /// - Parameter always: also where the files look unchanged.
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
    ) throws(TLSProblem) -> Loaded {
        // Taken first: what changes while it is read is seen as changed the next time.
        let stamps = stamps([certificateFile, keyFile, clientAuthorityFile])
        let certificates = try certificates(certificateFile)
        let keyBytes = try bytes(keyFile, isSecret: true)
        guard let key = try? NIOSSLPrivateKey(bytes: keyBytes, format: .pem) else {
            throw TLSProblem("The file \(keyFile) holds no key in PEM that can be used without a password.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = .seconds(1)
        if let clientAuthorityFile {
            // Who shows none goes on without. One that none of these has signed, or that is over, fails the handshake.
            configuration.certificateVerification = .optionalVerification
            configuration.trustRoots = .certificates(try Self.certificates(clientAuthorityFile))
            // By their names browsers know that none of their certificates is meant, and ask nobody which to show.
            configuration.sendCANameList = true
        }
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw TLSProblem("The key in \(keyFile) is not that of the certificate in \(certificateFile).")
        }
        return Loaded(context: context, stamps: stamps)
    }

    private static func stamps(_ files: [String?]) -> [Stamp] {
        files.compactMap(\.self).map { file in
            var status = stat()
            guard stat(file, &status) == 0 else { return Stamp(inode: 0, size: -1, seconds: 0, nanoseconds: 0) }
            return Stamp(
                inode: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec,
                nanoseconds: status.st_mtim.tv_nsec)
        }
    }

    /// All certificates in a file, at least one.
    static func certificates(_ file: String) throws(TLSProblem) -> [NIOSSLCertificate] {
        let bytes = try bytes(file)
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw TLSProblem("The file \(file) holds no certificate in PEM.")
        }
        return certificates
    }

    private static func bytes(_ file: String, isSecret: Bool = false) throws(TLSProblem) -> [UInt8] {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TLSProblem("The file \(file) cannot be read (\(String(cString: strerror(errno)))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
            throw TLSProblem("The file \(file) is no file of a certificate or key.")
        }
        guard !isSecret || status.st_mode & 0o007 == 0 else {
            throw TLSProblem("The key in \(file) can be read by everybody on this machine. Please close it: chmod o= \(file)")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count else {
            throw TLSProblem("The file \(file) cannot be read whole.")
        }
        return bytes
    }
}

/// What is wrong with a certificate or its key, in a sentence for the administrator.
package struct TLSProblem: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
