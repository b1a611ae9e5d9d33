@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOSSL
import TestClients
import TestOffice
import TestServers
import Testing
import WebServer

/// Readers with certificates of the company's authority, and with others.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Reader certificates` {
    /// A TLS server that trusts an authority for reader certificates.
    private struct Place {
        let web: TestWeb
        let port: Int
        let log: CapturedLog
        let folder: String
        let authority: TestAuthority
        let certificate: TLSCertificate
        private let server: TestCertificate

        static func with(_ body: (Place) async throws -> Void) async throws {
            try await TestFolder.with { folder in
                let server = try await TestCertificate.make("server", in: folder)
                let authority = try await TestAuthority.make("readers", in: folder)
                let certificate = try TLSCertificate(
                    certificateFile: server.certificateFile, keyFile: server.keyFile,
                    clientAuthorityFile: authority.certificateFile, logger: TestOffice.logger)
                var security = SecuritySettings()
                security.certificate = certificate
                let log = CapturedLog()
                // Certificates expire by the machine's clock.
                let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
                try await TestWeb.with(security: security, clock: TickingClock(now), logger: log.logger) { (web) async throws in
                    try await TestWebServer.with(web) { (running) async throws in
                        try await body(
                            Place(
                                web: web, port: running.port, log: log, folder: folder, authority: authority,
                                certificate: certificate, server: server))
                    }
                }
            }
        }

        /// Passes a client that presents this certificate.
        func client<Value>(
            showing pair: TestAuthority.Pair?, _ version: TLSVersion = .tlsv13, _ body: (TestClient) async throws -> Value
        ) async throws -> Value {
            let client = try server.client(port: port) { configuration in
                configuration.maximumTLSVersion = version
                guard let pair, let key = try? NIOSSLPrivateKey(file: pair.keyFile, format: .pem) else { return }
                let certificates = (try? NIOSSLCertificate.fromPEMFile(pair.certificateFile)) ?? []
                configuration.certificateChain = certificates.map { .certificate($0) }
                configuration.privateKey = .privateKey(key)
            }
            do {
                let value = try await body(client)
                try? await client.shutdown()
                return value
            } catch {
                try? await client.shutdown()
                throw error
            }
        }

        /// The status and reason of the response to an empty list of taps; nil: no connection.
        func answer(
            showing pair: TestAuthority.Pair?, key: String, _ version: TLSVersion = .tlsv13, headers: HTTPFields = [:]
        ) async throws -> String? {
            try await client(showing: pair, version) { client in
                try? await `Reader certificates`.answer(client, key: key, headers: headers)
            }
        }

        /// Polls until this is the response, because servers learn of a change by a notification.
        func wait(for expected: String, showing pair: TestAuthority.Pair?, key: String) async throws {
            let deadline = ContinuousClock.now + .seconds(120)
            while try await answer(showing: pair, key: key) != expected {
                guard .now < deadline else {
                    Issue.record("never \(expected)")
                    return
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        func fingerprint(_ pair: TestAuthority.Pair) throws -> CertificateFingerprint {
            try ClientCertificate(file: pair.certificateFile).fingerprint
        }
    }

    private static func answer(_ client: TestClient, key: String, headers: HTTPFields = [:]) async throws -> String {
        var headers = headers
        headers[.authorization] = "Bearer \(key)"
        let response = try await client.execute(
            TestClient.Request(
                "/api/taps", method: .post, authority: "localhost", headers: headers, body: ByteBuffer(string: "[]")))
        let body = response.body.map { Data($0.readableBytesView) } ?? Data()
        let problem = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
        return "\(response.status.code)" + ((problem?["reason"] as? String).map { " \($0)" } ?? "")
    }

    @Test(arguments: [TLSVersion.tlsv12, .tlsv13])
    func `A reader bound to a certificate needs exactly this one, other readers need none`(version: TLSVersion) async throws {
        try await Place.with { place in
            let stranger = try await TestAuthority.make("strangers", in: place.folder)
            let (own, other) = (try await place.authority.issue("own"), try await place.authority.issue("other"))
            let refused = [
                try await stranger.issue("strange"), try await place.authority.issue("over", isOver: true),
                try await place.authority.issue("web", for: .server),
            ]
            let store = place.web.office.store
            let (bound, free) = (
                try await store.readers.addReader(name: "front door"), try await store.readers.addReader(name: "hall")
            )
            try await store.readers.bindReader(name: "front door", to: try place.fingerprint(own))

            let missing = "401 certificate_missing"
            let cases: [(TestAuthority.Pair?, key: String, expected: String)] = [
                (own, bound, "200"), (nil, bound, missing), (other, bound, "401 wrong_certificate"), (nil, free, "200"),
                (other, free, "200"), (own, "unknown", "401 unknown_key"),
            ]
            for (pair, key, expected) in cases {
                #expect(try await place.answer(showing: pair, key: key, version) == expected)
            }
            // With an invalid certificate there is no connection at all, whatever the key.
            for pair in refused { #expect(try await place.answer(showing: pair, key: free, version) == nil) }
            // No header can replace the certificate.
            let text = try String(contentsOfFile: own.certificateFile, encoding: .utf8)
            let (line, hash) = (text.replacing("\n", with: ""), "\(try place.fingerprint(own))")
            for (name, value) in [
                ("X-Client-Cert", line), ("X-SSL-Client-Cert", line), ("X-SSL-Client-Fingerprint", hash),
                ("SSL-Client-Verify", "SUCCESS"),
                ("X-Forwarded-Client-Cert", "Hash=\(hash)"), ("Client-Cert", ":\(line):"),
            ] {
                var headers: HTTPFields = [:]
                headers.set(name, to: value)
                #expect(try await place.answer(showing: nil, key: bound, version, headers: headers) == missing)
            }
            try await place.client(showing: nil, version) { (client) async throws in
                #expect(try await client.ask(.get, Address.signIn, headers: .page).status == .ok)
            }
            // The server names its authority, so that a browser with other certificates does not ask for one.
            let handshake = try await ChildProcess.run(
                ["openssl", "s_client", "-connect", "127.0.0.1:\(place.port)"], in: place.folder)
            #expect(handshake.contains(/client certificate CA names\nCN ?= ?readers\n/), "\(handshake)")
            let refusal = "warning refused the key of the reader number 1: "
            #expect(
                Set(place.log.lines.filter { $0.hasPrefix("warning refused") }) == [
                    refusal + "no client certificate",
                    refusal + "wrong client certificate \(try place.fingerprint(other))",
                ])
            #expect(!place.log.lines.contains { $0.contains(bound) })
        }
    }

    @Test func `A reader's certificate can be replaced and removed at once`() async throws {
        try await Place.with { place in
            let (first, second) = (try await place.authority.issue("first"), try await place.authority.issue("second"))
            let store = place.web.office.store
            let key = try await store.readers.addReader(name: "front door")
            try await store.readers.bindReader(name: "front door", to: try place.fingerprint(first))
            try await place.client(showing: first) { open in
                #expect(try await Self.answer(open, key: key) == "200")
                try await store.readers.bindReader(name: "front door", to: try place.fingerprint(second))
                try await place.wait(for: "200", showing: second, key: key)
                // Also on a connection that was open before.
                #expect(try await Self.answer(open, key: key) == "401 wrong_certificate")
            }
            let rotated = try await store.readers.rotateReader(name: "front door", now: place.web.clock.now())
            #expect(try await place.answer(showing: nil, key: rotated) == "401 certificate_missing")
            try await store.readers.bindReader(name: "front door", to: nil)
            try await place.wait(for: "200", showing: nil, key: rotated)
            await #expect(throws: StoreError.unknownReader("nobody")) {
                try await store.readers.bindReader(name: "nobody", to: nil)
            }
        }
    }

    @Test func `A reader's certificate is checked without the database and expires on an open connection`() async throws {
        try await Place.with { place in
            let (own, office) = (try await place.authority.issue("own"), place.web.office)
            let key = try await office.store.readers.addReader(name: "front door")
            try await office.store.readers.bindReader(name: "front door", to: try place.fingerprint(own))
            #expect(try await place.answer(showing: nil, key: key) == "401 certificate_missing")
            await LastUseWriter(access: place.web.services.access, store: office.store, logger: TestOffice.logger).write()
            // A key without its certificate does not count as a request of the reader.
            #expect(try await office.store.readers.readers().map(\.lastSeenAt) == [nil])
            try await place.client(showing: own) { open in
                let access = place.web.services.access
                var (generation, answer) = (0, "")
                // The notification of the binding may arrive meanwhile and invalidate what is cached. Then it tries again.
                repeat {
                    generation = access.generation
                    #expect(try await Self.answer(open, key: key) == "200")
                    try await office.execute("alter table reader rename to reader_away")
                    answer = try await Self.answer(open, key: key)
                    try await office.execute("alter table reader_away rename to reader")
                } while access.generation != generation
                #expect(answer == "200")
                place.web.clock.advance(by: .seconds(3 * 86_400))
                #expect(try await Self.answer(open, key: key) == "401 wrong_certificate")
            }
            #expect(place.log.lines.contains { $0.contains("the reader number 1: its certificate expired at 2") })
            await LastUseWriter(access: place.web.services.access, store: office.store, logger: TestOffice.logger).write()
            #expect(try await office.store.readers.readers().first?.lastSeenAt != nil)
        }
    }

    @Test func `A reader's certificate can be of an authority that was added while the server runs`() async throws {
        try await Place.with { place in
            let second = try await TestAuthority.make("second", in: place.folder)
            let reader = try await second.issue("own")
            let key = try await place.web.office.store.readers.addReader(name: "front door")
            #expect(try await place.answer(showing: reader, key: key) == nil)
            let (old, new) = (place.authority.certificateFile, second.certificateFile)
            let both = try [old, new].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
            try "nothing".write(toFile: old, atomically: true, encoding: .utf8)
            place.certificate.reload(always: false)
            #expect(try await place.answer(showing: reader, key: key) == nil)
            try both.write(toFile: old, atomically: true, encoding: .utf8)
            place.certificate.reload(always: false)
            #expect(try await place.answer(showing: reader, key: key) == "200")
        }
    }

    @Test func `The administration page shows the certificate that a reader is bound to`() async throws {
        try await TestWeb.with { web in
            _ = try await web.office.store.readers.addReader(name: "front door")
            let fingerprint = CertificateFingerprint(ofDER: [1])
            try await web.office.store.readers.bindReader(name: "front door", to: fingerprint)
            let page = try await web.send(.get, Address.adminReaders, as: "lea", headers: .page).text
            #expect(page.contains(#"<span class="hash">only with certificate \#(fingerprint)</span>"#))
        }
    }

    @Test(arguments: ["", "0A", String(repeating: "0G", count: 32), String(repeating: "0A", count: 33)])
    func `A certificate's fingerprint has 64 hexadecimal digits`(text: String) {
        #expect(CertificateFingerprint(text) == nil)
        let whole = CertificateFingerprint(ofDER: [1, 2, 3])
        let hex = whole.description.replacing(":", with: "").lowercased()
        for text in [whole.description, hex, "sha256 Fingerprint=\(whole)"] { #expect(CertificateFingerprint(text) == whole) }
    }
}
