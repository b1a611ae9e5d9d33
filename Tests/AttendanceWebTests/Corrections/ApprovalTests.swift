@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Approvals` {
    /// Passes three open requests of Ada: to delete a held tap, and to add the start and the end of Thursday 19 November.
    private func withRequests(_ body: (TestWeb, _ ids: [UUID]) async throws -> Void) async throws {
        try await Authorization.withPeople { web, _, request in
            let (start, end) = (UUID(), UUID())
            for (id, kind, time, desk) in [(start, "start", "09:00", "6F-A1"), (end, "end", "17:00", "")] {
                web.clock.advance(by: .seconds(1))
                let fields = [
                    "id": "\(id)", "kind": kind, "date": "2026-11-19", "time": time, "desk": desk, "reason": "Forgot",
                    "sure": "yes",
                ]
                let sent = try await web.sendForm(Address.myAsk, as: "ada", fields)
                #expect(sent.status == .seeOther, "\(sent.text)")
            }
            try await body(web, [request, start, end])
        }
    }

    private func fields(_ ids: [UUID]) -> [String: String] {
        Dictionary(ids.map { ("request-\($0.uuidString.lowercased())", "yes") }) { first, _ in first }
    }

    private func openRequests(_ web: TestWeb) async throws -> String? {
        try await web.office.value("select count(*)::text from correction_request where state = 'open'")
    }

    @Test func `Only a rejection asks for a comment`() async throws {
        try await Authorization.withPeople { web, _, request in
            let page = try await web.send(.get, Address.requests, as: "cy", headers: .page).text
            let reject = "<details>\n      <summary class=\"button small-button second\">Reject</summary>"
            #expect(page.contains(reject) && page.count(of: "name=\"comment\"") == 1)
            #expect(page.count(of: ">Reject<") == 1 && page.count(of: ">Send rejection</button>") == 1)
            let approve = try #require(page.split(separator: "/approve\">").last?.split(separator: "</form>").first)
            #expect(approve.contains(">Approve</button>") && !approve.contains("<input"))
            #expect(!page.contains("requests of"))
            let silent = try await web.sendForm(Address.refuse("\(request)"), as: "cy", ["comment": " "]).text
            #expect(silent.contains("<details open>") && silent.contains("aria-invalid=\"true\""))
        }
    }

    @Test func `All requests of a person are approved with one button`() async throws {
        try await withRequests { (web, ids) async throws in
            for (address, user) in [(Address.requests, "cy"), (Address.team, "bo")] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.count(of: ">Approve all 3 requests of Ada Lindqvist</button>") == 1, "\(address)")
                for id in ids {
                    #expect(page.count(of: "name=\"request-\(id.uuidString.lowercased())\" value=\"yes\"") == 1)
                }
            }
            let done = try await web.sendForm(Address.requests, as: "bo", fields(ids))
            #expect(done.status == .seeOther && done.headers[.location] == Address.team + "#requests")
            #expect(try await openRequests(web) == "0")
            let record = try await web.send(.get, "/people/ada?day=2026-11-19", as: "bo", headers: .page).text
            #expect(record.contains("8:00"))
        }
    }

    @Test func `If one of several requests cannot be approved, the others are, and the page says why`() async throws {
        try await withRequests { (web, ids) async throws in
            let stale = try await web.sendForm(Address.refuse("\(ids[1])"), as: "cy", ["comment": "No"])
            #expect(stale.status == .seeOther)
            let some = try await web.sendForm(
                Address.requests, as: "bo", fields([ids[0], ids[1]]).merging(["back": Address.team]) { $1 })
            #expect(some.status == .conflict && some.text.contains("<h1>My team"))
            #expect(some.text.contains("role=\"alert\">Cy Okonkwo has already rejected this request.</p>"))
            #expect(try await openRequests(web) == "1")
        }
    }

    @Test func `Requests of other teams are not approved, and an empty choice is refused`() async throws {
        try await withRequests { (web, ids) async throws in
            #expect(try await web.sendForm(Address.requests, as: "flo", fields(ids)).status == .notFound)
            #expect(try await web.sendForm(Address.requests, as: "bo", fields([UUID()])).status == .notFound)
            #expect(try await web.sendForm(Address.requests, as: "bo", fields(ids + [UUID()])).status == .notFound)
            #expect(try await web.sendForm(Address.requests, as: "bo", [:]).status == .badRequest)
            #expect(try await openRequests(web) == "3")
        }
    }
}
