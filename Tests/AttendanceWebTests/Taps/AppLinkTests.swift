@testable import AttendanceWeb

import Foundation
import HTTPTypes
import NIOCore
import TestServers
import Testing

@Suite struct `App links` {
    private static let fingerprint = (0..<32).map { _ in "aB" }.joined(separator: ":")

    @Test(arguments: [
        "ABCDE12345", "ABCDE12345.", "abcde12345.com.example", "ABCDE1234.com.example", "ABCDE12345.com..example",
        "ABCDE12345.com/example", "ABCDE12345.com.exämple", "ABCDE12345.com.example.*",
    ])
    func `A malformed app id of Apple is refused`(id: String) {
        #expect(throws: AppLinks.Malformed.self) { try AppLinks(apple: "ABCDE12345.com.example, \(id)", android: "") }
    }

    @Test(arguments: [
        "com.example", "com.example=", "com.example=AB:CD", "example=\(fingerprint)", "com.1example=\(fingerprint)",
        "com.example=\(fingerprint):AB", "com.example=\(fingerprint.replacing("aB", with: "aG"))", "=\(fingerprint)",
        "com.example=\(fingerprint.replacing(":", with: ""))",
    ])
    func `A malformed app of Android is refused`(app: String) {
        #expect(throws: AppLinks.Malformed.self) { try AppLinks(apple: "", android: app) }
    }

    @Test(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
    func `App links are served to phones without a sign-in`() async throws {
        var security = SecuritySettings()
        let other = Self.fingerprint.replacing("aB", with: "09")
        security.appLinks = try AppLinks(
            apple: "ABCDE12345.com.example.desk", android: "com.example.desk=\(Self.fingerprint),com.example.desk=\(other)")
        try await TestWeb.with(security: security) { (web) async throws in
            let apple = try await web.send(.get, "/.well-known/apple-app-site-association")
            #expect(apple.status == .ok)
            #expect(apple.headers[.contentType] == "application/json")
            let association = try JSONSerialization.jsonObject(with: Data(apple.body.readableBytesView)) as? [String: Any]
            let details = try #require((association?["applinks"] as? [String: Any])?["details"] as? [[String: Any]])
            #expect(details.count == 1)
            #expect(details[0]["appIDs"] as? [String] == ["ABCDE12345.com.example.desk"])
            #expect(details[0]["components"] as? [[String: String]] == [["/": "/t"]])
            let android = try await web.send(.get, "/.well-known/assetlinks.json")
            #expect(android.headers[.contentType] == "application/json")
            let statements = try JSONSerialization.jsonObject(with: Data(android.body.readableBytesView)) as? [[String: Any]]
            let target = try #require(statements?.first?["target"] as? [String: Any])
            #expect(statements?.count == 1)
            #expect(statements?.first?["relation"] as? [String] == ["delegate_permission/common.handle_all_urls"])
            #expect(target["namespace"] as? String == "android_app")
            #expect(target["package_name"] as? String == "com.example.desk")
            #expect(target["sha256_cert_fingerprints"] as? [String] == [Self.fingerprint.uppercased(), other])
        }
    }

    @Test(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
    func `App links are not found unless they are configured`() async throws {
        try await TestWeb.with { (web) async throws in
            for address in [Address.appleAppSiteAssociation, Address.assetLinks] {
                #expect(try await web.send(.get, address).status == .notFound)
            }
        }
    }
}
