@testable import Messaging

import AsyncHTTPClient
import Foundation
import NIOSSL
import TestServers
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Sending push messages` {
    private static let noon: Int64 = 1_795_780_800
    private static let payload = Array(#"{"title": "退勤の打刻がありません"}"#.utf8)

    /// Lends a push service, and a sender that trusts and allows it.
    private static func with(_ body: (PushService, PushSender) async throws -> Void) async throws {
        try await PushService.with { (service) async throws in
            var configuration = PushSender.clientConfiguration
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(service.certificate.certificateFile)
            configuration.tlsConfiguration = tls
            try await HTTPClient.withHTTPClient(configuration: configuration) { client in
                let sender = PushSender(
                    key: PushKey(seed: [UInt8](repeating: 1, count: 32)), contact: "mailto:desk@office.example",
                    services: PushServices(hosts: [service.host]), client: client)
                try await body(service, sender)
            }
        }
    }

    /// The error of sending; nil: sent.
    private static func failure(
        _ sender: PushSender, _ payload: [UInt8] = payload, to endpoint: String
    ) async throws -> DeliveryError? {
        let subscription = try TestBrowser().subscription(at: endpoint)
        do {
            try await sender.send(payload, to: subscription, topic: "reminder-7", lifetime: .seconds(3600), at: noon)
            return nil
        } catch {
            return error
        }
    }

    @Test func `The browser gets what was sent, and the service the headers of its standards`() async throws {
        try await Self.with { (service, sender) async throws in
            let browser = TestBrowser()
            let subscription = try browser.subscription(at: service.endpoint(answering: 201))
            for topic in ["reminder-7", "reminder-7", "another topic, longer than thirty-two characters"] {
                try await sender.send(
                    Self.payload, to: subscription, topic: topic, lifetime: .seconds(90_000), at: Self.noon)
            }
            let requests = try service.requests
            try #require(requests.count == 3)
            for request in requests { #expect(try browser.decrypted(Array(request.body)) == Self.payload) }
            // A new key and salt for each message.
            #expect(Set(requests.map { $0.body.prefix(86) }).count == 3)
            let headers = requests[0].headers
            #expect(headers["content-encoding"] == "aes128gcm" && headers["ttl"] == "90000" && headers["urgency"] == "normal")
            #expect(headers["authorization"]?.hasPrefix("vapid t=") == true)
            #expect(headers["authorization"]?.hasSuffix(", k=\(sender.publicKey)") == true)
            let topics = requests.compactMap { $0.headers["topic"] }
            #expect(topics.count == 3 && topics[0] == topics[1] && topics[0] != topics[2])
            #expect(topics.allSatisfy { $0.count == 32 && bytes($0).count == 24 })
        }
    }

    @Test func `The service's answer decides whether a message is tried again`() async throws {
        try await Self.with { (service, sender) async throws in
            for status in [200, 201, 202] {
                #expect(try await Self.failure(sender, to: service.endpoint(answering: status)) == nil, "\(status)")
            }
            for status in [404, 410] {
                #expect(try await Self.failure(sender, to: service.endpoint(answering: status)) == .gone, "\(status)")
            }
            for status in [307, 401, 403, 408, 429, 500, 503] {
                #expect(
                    try await Self.failure(sender, to: service.endpoint(answering: status))
                        == .unavailable("localhost answered with status \(status)"))
            }
            for status in [400, 413] {
                #expect(
                    try await Self.failure(sender, to: service.endpoint(answering: status))
                        == .refused("localhost answered with status \(status)"))
            }
            let paths = try service.requests.map(\.path)
            #expect(!paths.contains("/201/redirected"))
        }
    }

    @Test func `A longest payload is sent, and a longer one is not`() async throws {
        try await Self.with { (service, sender) async throws in
            let endpoint = service.endpoint(answering: 201)
            #expect(try await Self.failure(sender, [UInt8](repeating: 7, count: 3_900), to: endpoint) == nil)
            #expect(
                try await Self.failure(sender, [UInt8](repeating: 7, count: 3_901), to: endpoint)
                    == .refused("the payload has 3901 bytes, more than 3900"))
            let lengths = try service.requests.map(\.body.count)
            #expect(lengths == [4_003])
        }
    }

    @Test func `No request goes to a host that is not allowed`() async throws {
        try await Self.with { (service, sender) async throws in
            #expect(
                try await Self.failure(sender, to: "https://127.0.0.1:\(service.port)/201/device")
                    == .refused("the endpoint is at no known push service"))
            #expect(try service.requests.isEmpty)
        }
    }

    @Test func `A message to a service that is down can be sent later`() async throws {
        try await Self.with { (service, sender) async throws in
            await service.stop()
            let error = try await Self.failure(sender, to: service.endpoint(answering: 201))
            guard case .unavailable(let text)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.hasPrefix("localhost: "), "\(text)")
        }
    }
}
