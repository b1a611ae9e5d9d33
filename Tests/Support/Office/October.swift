@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HummingbirdTesting
import TestOffice
import TestServers

/// A past October. Three people with difficult names worked twenty days, from 09:00:00 to 18:00:30.
enum October {
    static let period = "from=2026-10-01&to=2026-10-31"
    private static let names = ["aoyama": "青山 愛子", "evil": "=HYPERLINK(\"http://x\")", "jg": "Jürgen Groß"]
    /// The people of the office without a tap.
    static let others = ["ada", "bo", "cy", "lea"]
    static let othersByName: Set = ["Ada Lindqvist", "Bo Nakamura", "Cy Okonkwo", "Lea Root"]

    static func with<Value: Sendable>(_ body: (TestWeb) async throws -> Value) async throws -> Value {
        try await TestWeb.with { (web) async throws in
            let first = CivilDate(text: "2026-10-05")?.daysSince1970 ?? 0
            for (user, name) in names.sorted(by: { $0.key < $1.key }) {
                try await web.office.store.people.addPerson(
                    userName: user, displayName: name, role: .employee, office: web.office.office)
                // 09:00 in Tokyo is midnight UTC.
                let taps = (0..<Int64(20)).flatMap { day in
                    let nine = Instant(millisecondsSince1970: (first + day) * 86_400_000)
                    return [
                        TestOffice.submission(user, .start, at: nine, desk: "6F-A1"),
                        TestOffice.submission(user, .end, at: nine + .seconds(9 * 3600 + 30)),
                    ]
                }
                _ = try await TapRecorder.recordAlone(taps, pool: web.office.pool)
            }
            return try await body(web)
        }
    }
}

extension TestWeb {
    struct Refused: Error { let answer: String }

    /// The bytes that a browser gets.
    func exported(_ address: String, as user: String = "cy") async throws -> [UInt8] {
        let response = try await send(.get, "/api/export/" + address, as: user)
        guard response.status == .ok else { throw Refused(answer: response.text) }
        return Array(response.body.readableBytesView)
    }

    /// Runs a command of `desktap` on this office's database.
    /// - Parameter onTerminal: whether it runs on a terminal. The output is then what the terminal shows.
    func command(
        _ arguments: [String], in folder: String, onTerminal: Bool = false
    ) async throws -> (status: Int32, output: String) {
        let plain = [ServerProcess.program] + arguments
        let process = try ChildProcess(
            onTerminal
                ? ["/usr/bin/script", "-qec", plain.map { "'\($0)'" }.joined(separator: " "), "/dev/null"] : plain, in: folder,
            environment: [
                "DESKTAP_DATABASE": office.database.connectionString, "DESKTAP_RESOURCES": TestOffice.checkout,
            ])
        let status = await process.wait()
        return (status, process.output)
    }
}
