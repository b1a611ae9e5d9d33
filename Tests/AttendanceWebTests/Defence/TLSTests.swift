@testable import AttendanceWeb

import Foundation
import HummingbirdTesting
import NIOSSL
import TestOffice
import TestServers
import Testing

/// A certificate that signs itself, for this machine.
struct TestCertificate {
    let certificateFile: String
    let keyFile: String

    static func make(_ name: String, in folder: String) async throws -> TestCertificate {
        let made = TestCertificate(certificateFile: "\(folder)/\(name).pem", keyFile: "\(folder)/\(name).key")
        try await ChildProcess.run(
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", made.keyFile, "-out",
                made.certificateFile,
            ], in: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: made.keyFile)
        return made
    }

    /// Puts this pair where another stands.
    func replace(_ other: TestCertificate) throws {
        for (new, old) in [(keyFile, other.keyFile), (certificateFile, other.certificateFile)] {
            guard rename(new, old) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    /// A client that trusts this certificate alone.
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
        _ body: (_ server: WebServer, _ pair: TestCertificate, _ certificate: TLSCertificate, _ folder: String) async throws
            -> Void
    ) async throws {
        try await TestFolder.with { folder in
            let pair = try await TestCertificate.make("server", in: folder)
            let certificate = try TLSCertificate(
                certificateFile: pair.certificateFile, keyFile: pair.keyFile, interval: .milliseconds(20),
                logger: TestOffice.logger)
            var defence = WebDefence()
            defence.certificate = certificate
            defence.connections.headers = .seconds(3)
            try await TestWeb.with(defence: defence) { (web) async throws in
                try await WebServer.with(web) { (server) async throws in try await body(server, pair, certificate, folder) }
            }
        }
    }

    private static func isLive(_ client: TestClient) async throws -> Bool {
        try await client.ask(.get, "/health/live").status == .ok
    }

    /// Whether a client of its own gets an answer.
    private static func reaches(_ pair: TestCertificate, port: Int, _ change: (inout TLSConfiguration) -> Void = { _ in })
        async throws -> Bool
    {
        let client = try pair.client(port: port, change)
        let isLive = (try? await Self.isLive(client)) ?? false
        try? await client.shutdown()
        return isLive
    }

    @Test func `is spoken by the server itself, in versions that are safe`() async throws {
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
            // Who does not even shake hands has no more time than others.
            let silent = try RawConnection(port: server.port)
            try silent.send("\u{16}\u{3}\u{1}")
            _ = try await silent.readToEnd()
            let plain = try RawConnection(port: server.port)
            try plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await !plain.readToEnd().contains("HTTP/1.1"))
        }
    }

    @Test func `takes a new certificate for new connections, and leaves the others be`() async throws {
        try await Self.with { server, pair, certificate, folder in
            let old = TestCertificate(certificateFile: folder + "/old.pem", keyFile: "")
            try FileManager.default.copyItem(atPath: pair.certificateFile, toPath: old.certificateFile)
            let open = try old.client(port: server.port)
            #expect(try await Self.isLive(open))

            // Half of a new pair, and no pair at all, change nothing.
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

    @Test func `refuses what is no pair, with a sentence`() async throws {
        try await TestFolder.with { folder in
            let pair = try await TestCertificate.make("one", in: folder)
            let other = try await TestCertificate.make("other", in: folder)
            func problem(_ certificate: String, _ key: String) -> String {
                do throws(TLSProblem) {
                    _ = try TLSCertificate(certificateFile: certificate, keyFile: key, logger: TestOffice.logger)
                    return "none"
                } catch {
                    return error.description
                }
            }
            #expect(problem(pair.certificateFile, pair.keyFile) == "none")
            #expect(problem(folder + "/missing", pair.keyFile).contains("cannot be read"))
            #expect(problem(folder, pair.keyFile).contains("no file of a certificate"))
            #expect(problem(pair.keyFile, pair.keyFile).contains("holds no certificate"))
            #expect(problem(pair.certificateFile, pair.certificateFile).contains("can be read by everybody"))
            #expect(problem(pair.certificateFile, other.keyFile).contains("is not that of the certificate"))
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: pair.keyFile)
            #expect(problem(pair.certificateFile, pair.keyFile) == "none")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: pair.keyFile)
            #expect(problem(pair.certificateFile, pair.keyFile).contains("can be read by everybody"))
        }
    }

    @Test func `is set up by settings, and renewed on SIGHUP`() async throws {
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
