@testable import AttendanceWeb

import Foundation
import HummingbirdTesting
import NIOSSL
import TestClients
import TestOffice
import TestServers
import Testing
import WebServer

extension TestCertificate {
    /// A client that trusts only this certificate.
    func client(port: Int, _ change: (inout TLSConfiguration) -> Void = { _ in }) throws -> TestClient {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(certificateFile))
        change(&configuration)
        let client = TestClient(
            host: "127.0.0.1", port: port,
            configuration: .init(tlsConfiguration: configuration, timeout: .seconds(60), serverName: "localhost"))
        client.connect()
        return client
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `TLS` {
    private static func with(
        hasRSAKey: Bool = false,
        _ body: (_ server: TestWebServer, _ pair: TestCertificate, _ certificate: TLSCertificate, _ folder: String) async throws
            -> Void
    ) async throws {
        try await TestFolder.with { folder in
            let pair = try await TestCertificate.make("server", hasRSAKey: hasRSAKey, in: folder)
            let certificate = try TLSCertificate(
                certificateFile: pair.certificateFile, keyFile: pair.keyFile, interval: .milliseconds(20),
                logger: TestOffice.logger)
            var security = SecuritySettings()
            security.certificate = certificate
            security.connections.headers = .seconds(3)
            try await TestWeb.with(security: security) { (web) async throws in
                try await TestWebServer.with(web) { (server) async throws in try await body(server, pair, certificate, folder) }
            }
        }
    }

    private static func isLive(_ client: TestClient) async throws -> Bool {
        try await client.ask(.get, "/health/live").status == .ok
    }

    /// Whether a new client gets a response.
    private static func reaches(_ pair: TestCertificate, port: Int, _ change: (inout TLSConfiguration) -> Void = { _ in })
        async throws -> Bool
    {
        let client = try pair.client(port: port, change)
        let isLive = (try? await Self.isLive(client)) ?? false
        try? await client.shutdown()
        return isLive
    }

    @Test func `The server speaks TLS in safe versions only`() async throws {
        try await Self.with { server, pair, _, folder in
            #expect(try await Self.reaches(pair, port: server.port))
            #expect(try await Self.reaches(pair, port: server.port) { $0.maximumTLSVersion = .tlsv12 })
            let isOldTaken = try await Self.reaches(pair, port: server.port) {
                $0.minimumTLSVersion = .tlsv1
                $0.maximumTLSVersion = .tlsv11
            }
            #expect(!isOldTaken)
            let other = try await TestCertificate.make("other", in: folder)
            #expect(try await !Self.reaches(other, port: server.port))
            // An unfinished handshake has the same time limit as a request.
            let silent = RawConnection(port: server.port)
            try silent.send("\u{16}\u{3}\u{1}")
            _ = try await silent.readToEnd()
            let plain = RawConnection(port: server.port)
            try plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await !plain.readToEnd().contains("HTTP/1.1"))
        }
    }

    @Test(
        arguments: [
            (.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, false, true), (.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, false, true),
            (.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, false, true), (.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, true, true),
            (.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, true, true), (.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, true, true),
            (.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, false, false), (.TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA, true, false),
            (.TLS_RSA_WITH_AES_128_GCM_SHA256, true, false), (.TLS_RSA_WITH_AES_128_CBC_SHA, true, false),
        ] as [(NIOTLSCipher, Bool, Bool)])
    func `With TLS 1.2 only suites with forward secrecy and authenticated encryption are accepted`(
        suite: NIOTLSCipher, hasRSAKey: Bool, isAccepted: Bool
    ) async throws {
        try await Self.with(hasRSAKey: hasRSAKey) { server, pair, _, _ in
            let reaches = try await Self.reaches(pair, port: server.port) {
                $0.maximumTLSVersion = .tlsv12
                $0.cipherSuiteValues = [suite]
            }
            #expect(reaches == isAccepted)
        }
    }

    @Test func `A renewed TLS certificate applies to new connections and leaves open ones unchanged`() async throws {
        try await Self.with { server, pair, certificate, folder in
            let old = TestCertificate(certificateFile: folder + "/old.pem", keyFile: "")
            try FileManager.default.copyItem(atPath: pair.certificateFile, toPath: old.certificateFile)
            let open = try old.client(port: server.port)
            #expect(try await Self.isLive(open))

            // Half of a new pair and an invalid file change nothing.
            let new = try await TestCertificate.make("new", in: folder)
            try FileManager.default.removeItem(atPath: pair.certificateFile)
            try FileManager.default.copyItem(atPath: new.certificateFile, toPath: pair.certificateFile)
            certificate.reload(always: true)
            #expect(try await Self.reaches(old, port: server.port))
            try "nothing".write(toFile: pair.certificateFile, atomically: true, encoding: .utf8)
            certificate.reload(always: true)
            #expect(try await Self.reaches(old, port: server.port))

            try new.replace(pair)
            certificate.reload(always: false)
            #expect(try await Self.reaches(pair, port: server.port))
            #expect(try await !Self.reaches(old, port: server.port))
            #expect(try await Self.isLive(open))
            try await open.shutdown()
        }
    }

    @Test func `TLS is set up by settings, and its certificate is reloaded on SIGHUP`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let pair = try await TestCertificate.make("server", in: folder)
                let server = try await ServerProcess.start(
                    database: office.database.connectionString, in: folder, "--tls-certificate-file", pair.certificateFile,
                    "--tls-key-file", pair.keyFile)
                #expect(try await Self.reaches(pair, port: server.port))
                let client = try pair.client(port: server.port)
                let strict = try await client.ask(.get, "/health/live").head.headerFields[
                    try #require(.init("Strict-Transport-Security"))]
                #expect(strict == "max-age=31536000")
                try await client.shutdown()
                let new = try await TestCertificate.make("new", in: folder)
                try new.replace(pair)
                server.process.signal(SIGHUP)
                try await server.process.waitForOutput("took the certificate")
                #expect(try await Self.reaches(pair, port: server.port))
                #expect(await server.stop() == 0)
            }
        }
    }
}
