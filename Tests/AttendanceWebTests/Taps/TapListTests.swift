@testable import AttendanceWeb

import Foundation
import HTTPTypes
import HummingbirdTesting
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Tap lists` {
    /// Ada's start at 6F-A1 at noon, with other JSON for one of its members.
    private static func item(_ member: String = "type", _ json: String = #""tap""#, id: UUID = UUID()) -> String {
        var members = [
            "id": "\"\(id)\"", "user": #""ada""#, "kind": #""start""#, "at": #""2026-11-20T12:00:00+09:00""#,
            "desk": #""6F-A1""#,
        ]
        members[member] = json
        return "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }

    @Test func `A tap list has an outcome for each item, and a wrong item fails alone`() async throws {
        try await withReader { (web, key) async throws in
            let id = UUID()
            let items = [
                Self.item(id: id), Self.item(id: id), Self.item("kind", #""pause""#, id: id), "5", "null", "{}", "[]",
                Self.item("id", #""\ud800""#), Self.item("type", #""amend""#), Self.item("type", "5"), Self.item("at", "5"),
                Self.item("kind", #""toggle""#), Self.item("desk", "5"), Self.item("desk", "null"),
                Self.item("desk", #""\u00006F-A1""#), Self.item("office", "5"), Self.item("user", #""nobody""#),
                Self.item("user", #""\u0000""#), Self.item("user", "null"),
                Self.item("desk", #""\#(String(repeating: "A", count: 100_000))""#),
                Self.item("at", #""2026-11-20T12:00:00.\#(String(repeating: "0", count: 100_000))+09:00""#),
                Self.item("at", #""2036-11-20T12:00:00+09:00""#),
            ]
            let response = try await web.send(.post, "/api/taps", key: key, body: "[\(items.joined(separator: ","))]")
            #expect(response.status == .ok)
            #expect(
                response.jsonList.map { $0["reason"] ?? $0["outcome"] } == [
                    "accepted", "duplicate", "conflict", "bad_id", "bad_id", "bad_id", "bad_id", "bad_id",
                    "bad_type", "bad_type",
                    "bad_time", "bad_kind", "bad_desk", "desk_required", "accepted", "bad_office", "unknown_person",
                    "bad_user", "bad_user", "bad_desk", "bad_time", "future",
                ])
            #expect(try await web.recorded() == 3)
        }
    }

    @Test(arguments: [
        "", " ", "{", "[", "{}", "[1,", "nonsense", "\"text\"", "5", "[{\"id\": }]", String(repeating: "[", count: 20_000),
    ])
    func `A tap list that is not a JSON list is refused as a whole`(body: String) async throws {
        try await withReader { (web, key) async throws in
            let response = try await web.send(.post, "/api/taps", key: key, body: body)
            #expect(response.status == .badRequest)
            #expect(response.json["reason"] == "bad_json")
        }
    }

    @Test(
        arguments: [
            ("text/plain", nil, 415), ("multipart/form-data; boundary=x", nil, 415), ("application/json", "gzip", 415),
            ("application/json; charset=utf-8", "identity", 200), ("application/x-www-form-urlencoded", nil, 200),
        ] as [(String, String?, Int)])
    func `A tap list must be JSON and not compressed`(type: String, encoding: String?, status: Int) async throws {
        try await withReader { (web, key) async throws in
            var headers: HTTPFields = [.contentType: type]
            headers[.contentEncoding] = encoding
            let response = try await web.send(.post, "/api/taps", key: key, headers: headers, body: "[\(Self.item())]")
            #expect(response.status.code == status)
            #expect(response.json["reason"] == (status == 200 ? nil : encoding == nil ? "bad_type_of_body" : "compressed_body"))
        }
    }

    @Test func `A tap list may be empty`() async throws {
        try await withReader { (web, key) async throws in
            let response = try await web.send(.post, "/api/taps", key: key, body: "[]")
            #expect(response.status == .ok)
            #expect(response.text == "[]")
        }
    }

    @Test func `A tap list has at most ten thousand items`() async throws {
        try await withReader { (web, key) async throws in
            func list(_ count: Int) -> String {
                "[" + (0..<count).map { _ in Self.item() }.joined(separator: ",") + "]"
            }
            let response = try await web.send(.post, "/api/taps", key: key, body: list(10_001))
            #expect(response.status == .contentTooLarge)
            #expect(response.json["reason"] == "too_many_items")
            #expect(try await web.recorded() == 0)
            #expect(try await web.send(.post, "/api/taps", key: key, body: list(10_000)).jsonList.count == 10_000)
            #expect(try await web.recorded() == 10_000)
        }
    }

    @Test func `A tap list of ten megabytes is too long`() async throws {
        try await withReader { (web, key) async throws in
            let body = "[" + String(repeating: " ", count: 10 * 1024 * 1024) + "]"
            let response = try await web.send(.post, "/api/taps", key: key, body: body)
            #expect(response.status == .contentTooLarge)
            #expect(response.json["reason"] == "too_many_bytes")
        }
    }

    @Test func `A tap list needs a known key`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await web.send(.post, "/api/taps", body: "[]").json["reason"] == "sign_in_needed")
            #expect(try await web.send(.post, "/api/taps", key: "wrong", body: "[]").json["reason"] == "unknown_key")
            #expect(try await web.send(.get, "/api/taps", headers: .page).status == .methodNotAllowed)
        }
    }

    @Test func `A tap list from a person may have only the person's own taps`() async throws {
        try await TestWeb.with { (web) async throws in
            let items = [Self.item("user", #""bo""#), Self.item("user", #""Ada""#), Self.item("user", "null")]
            let response = try await web.send(.post, "/api/taps", as: "ada", body: "[\(items.joined(separator: ","))]")
            #expect(response.status == .ok)
            #expect(response.jsonList.map { $0["reason"] ?? $0["outcome"] } == ["other_person", "accepted", "accepted"])
            #expect(
                try await web.office.value(
                    "select string_agg(distinct user_name, ' ') from event join person on person.id = person_id") == "ada")
        }
    }

    private func withReader(_ body: (TestWeb, String) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            try await body(web, try await web.office.store.readers.addReader(name: "front door"))
        }
    }
}
