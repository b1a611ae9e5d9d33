import Foundation
import FoundationNetworking
import TestServers
import Testing

/// A correction on the phones of the employee, the manager and HR.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `A correction, end to end` {
    @Test func `A forgotten end is requested, approved and shown with author and reason`() async throws {
        try await RunningOffice.with { office in
            try await office.office.addTeam("Harbour", of: ["ada"], managedBy: "bo")
            // A session that has ended automatically, and a tap old enough to be quarantined.
            let (day, longAgo) = (Self.day(hoursAgo: 36), Self.day(hoursAgo: 40 * 24))
            let (first, second) = (Self.day(hoursAgo: 84), Self.day(hoursAgo: 60))
            try await send(
                [
                    ("ada", "\(day)T10:00:00+09:00", "6F-A3"), ("ada", "\(longAgo)T09:00:00+09:00", "6F-A5"),
                    ("bo", "\(first)T10:00:00+09:00", "6F-A5"), ("bo", "\(second)T10:00:00+09:00", "6F-A5"),
                ], office)

            let seen = try await office.browse(
                "record", office.url, longAgo, try await office.link(for: "ada"), try await office.link(for: "bo"),
                try await office.link(for: "cy"), try await office.link(for: "ada"))
            let text = #"Add a clock-out on \w+day \d+ \w+, 18:20\.\s+“I forgot to clock out\.”"#
            for line in [
                #"tapped: Clocked in\s+\d\d:\d\d"#, "undone: You are not at work.", "asked: \(text).*Waiting",
                "done: Request sent. Nothing changes until it is approved.",
                "kept: 07:40 6F-A3 I came in by the back door.",
                #"team: .*Ada Lindqvist.*clock-out missing.*Send request"#, "drawn: work 10:00 – 18:20",
                "solved: Saved.*worked 0:00 → 7:30", "waits: Ada Lindqvist.*\(text)",
                #"aside: Ada Lindqvist\s+Clock in 09:00:00 6F-A5.*If released: worked 0:00 → 0:00"#,
                #"yesterday: .*Clock in\s+10:00:00.*Clock out\s+18:20:00\s+added by Bo Nakamura"#,
                #"Bo Nakamura added this, as Ada Lindqvist requested .*I forgot to clock out\."#,
                "fate: .*Approved.*Bo Nakamura", #"Cy Okonkwo released this .*Her laptop was offline\."#,
                #"long ago: .*Clock in\s+09:10:00\s+6F-A5.*Original tap: Clock in 09:00:00 at 6F-A5"#,
                #"Cy Okonkwo changed the time from 09:00:00 to 09:10:00 .*The lift was stuck\."#,
            ] {
                #expect(seen.range(of: "(?s)" + line, options: .regularExpression) != nil, "\(line): \(seen)")
            }
        }
    }

    /// The date in the office, whose offset is always +09:00.
    private static func day(hoursAgo: Double) -> String {
        Date(timeIntervalSinceNow: (9 - hoursAgo) * 3600).ISO8601Format(.iso8601.year().month().day())
    }

    /// Sends clock-ins, like a reader that was offline.
    private func send(_ taps: [(user: String, at: String, desk: String)], _ office: RunningOffice) async throws {
        var request = URLRequest(url: try #require(URL(string: office.url + "/api/taps")))
        request.httpMethod = "POST"
        request.setValue("Bearer \(try await office.desktap("reader", "add", "desk box"))", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(
            taps.map { ["id": UUID().uuidString, "user": $0.user, "kind": "start", "at": $0.at, "desk": $0.desk] })
        let (answer, _) = try await URLSession.shared.data(for: request)
        let text = String(decoding: answer, as: UTF8.self)
        try #require(text.contains("accepted") && text.contains("quarantined"), "\(text)")
    }
}
