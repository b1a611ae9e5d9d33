@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSON
import TestOffice
import Testing

extension TestWeb {
    /// Facts in one request.
    static func factList(_ facts: [JSONValue], reason: String? = "As agreed") -> String {
        var body: [String: JSONValue] = ["facts": .array(facts)]
        body["reason"] = reason.map(JSONValue.string)
        return String(decoding: JSONWriter(.object(body)).bytes, as: UTF8.self)
    }

    /// Sends facts of hours in one request. Each gets an id if it has none.
    func sendFacts(
        _ facts: [JSONValue], as user: String? = nil, key: String? = nil, reason: String? = "As agreed"
    ) async throws -> TestResponse {
        let facts = facts.map { fact in
            var members = fact.object ?? [:]
            if members["id"] == nil { members["id"] = .string(UUID().uuidString.lowercased()) }
            return JSONValue.object(members)
        }
        return try await send(
            .post, Address.hoursFacts, as: user, key: key, headers: [.contentType: "application/json"],
            body: Self.factList(facts, reason: reason))
    }

    /// Records facts as the administrator.
    func record(_ facts: [JSONValue]) async throws {
        let answer = try await sendFacts(facts, as: "lea")
        try #require(answer.status == .created, "\(answer.text)")
    }

    /// The elements of a list about hours.
    func hours(_ list: HoursList, _ query: String, as user: String) async throws -> [JSONValue] {
        let answer = try await send(.get, Address.hours(list.rawValue) + "?" + query, as: user)
        try #require(answer.status == .ok, "\(answer.text)")
        return try #require(try JSONValue(parsing: answer.text.utf8)[list.rawValue]?.array)
    }

    /// An employment in the office from March 2026 on.
    static func employment(of user: String, office: String = "Harbour Office", team: String? = nil) -> JSONValue {
        [
            "type": "employment", "user": .string(user), "from": "2026-03-01", "office": .string(office),
            "team": team.map(JSONValue.string) ?? .null,
        ]
    }

    /// A schedule with this many seconds from Monday to Friday.
    static func schedule(_ name: String, _ seconds: Int64) -> JSONValue {
        let day = JSONValue.integer(seconds)
        return [
            "type": "schedule", "name": .string(name), "from": "2026-01-01", "anchor": "2024-01-01",
            "days": [day, day, day, day, day, 0, 0],
        ]
    }

    static func adjustment(of user: String, _ seconds: Int64 = 3600) -> JSONValue {
        ["type": "adjustment", "user": .string(user), "date": "2026-03-10", "s": .integer(seconds)]
    }
}
