import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `My data` {
    @Test(arguments: ["/me/data.json", "/me/data.csv", "/me/data.csv?of=rows"])
    func `A personal data download contains no other person's data`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            _ = try await web.send(.post, "/t?event=start&desk=6F-A4", as: "bo")
            let response = try await web.send(.get, address, as: "ada")
            #expect(response.status == .ok)
            #expect(response.text.contains("ada") && !response.text.contains("bo,") && !response.text.contains("6F-A4"))
            #expect(response.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"record-ada") == true)
            #expect(response.headers[.cacheControl] == "no-store")
            let key = try await web.office.store.readers.addReader(name: "front door")
            #expect(try await web.send(.get, address, key: key).status == .unauthorized)
        }
    }

    @Test func `A personal data download of an unknown kind is a bad request`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await web.send(.get, "/me/data.csv?of=shoes", as: "ada").status == .badRequest)
        }
    }
}
