import Attendance
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Reads the validity period of a server's certificate. A TLS error only says that the certificate is not trusted.
enum CertificateProbe {
    struct Validity: Sendable, Equatable {
        let from: Instant
        let until: Instant
    }

    /// Starts a TLS handshake and ends it when the server's certificate arrives. No application data is sent.
    /// - Returns: nil if no certificate arrives within `limit`.
    static func validity(of server: URL, within limit: TimeAmount) async -> Validity? {
        guard let host = server.host()?.trimmingCharacters(in: ["[", "]"]),
            let context = try? NIOSSLContext(configuration: .makeClientConfiguration())
        else { return nil }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let found = loop.makePromise(of: Validity?.self)
        let channel = ClientBootstrap(group: loop).connectTimeout(limit).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let handler = try NIOSSLClientHandler(
                    context: context, serverHostname: nil,
                    customVerificationCallback: { certificates, verified in
                        found.succeed(certificates.first.map { Validity($0) })
                        verified.succeed(NIOSSLVerificationResult.failed)
                    })
                try channel.pipeline.syncOperations.addHandler(handler)
            }
        }.connect(host: host, port: server.port ?? 443)
        let timeout = loop.scheduleTask(in: limit) { found.succeed(Validity?.none) }
        channel.flatMap(\.closeFuture).whenComplete { _ in found.succeed(nil) }
        let validity = try? await found.futureResult.get()
        timeout.cancel()
        channel.whenSuccess { $0.close(promise: nil) }
        return validity
    }
}

extension CertificateProbe.Validity {
    fileprivate init(_ certificate: NIOSSLCertificate) {
        from = Instant(millisecondsSince1970: Int64(certificate.notValidBefore) * 1000)
        until = Instant(millisecondsSince1970: Int64(certificate.notValidAfter) * 1000)
    }
}
