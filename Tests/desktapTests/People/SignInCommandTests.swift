@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Sign-in commands` {
    @Test func `The person command shows a link as a QR code, sets a password and ends sessions`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let database = office.database.connectionString
                func person(_ arguments: String..., input: String? = nil) async throws -> (status: Int32, output: String) {
                    var command = [ServerProcess.program, "person"] + arguments + ["--database", database]
                    // The password is a line of standard input, so no list of processes shows it.
                    if let input {
                        try input.write(toFile: folder + "/input", atomically: true, encoding: .utf8)
                        command = ["/bin/sh", "-c", "exec \"$@\" < \(folder)/input", "sh"] + command
                    }
                    let process = try ChildProcess(
                        command, in: folder, environment: ["DESKTAP_DATABASE": "", "DESKTAP_RESOURCES": TestOffice.checkout])
                    let status = await process.wait()
                    return (status, process.output)
                }
                let plain = try await person("link", "ada", "--public-url", "https://desk.example.com")
                #expect(plain.output.split(separator: "\n").count == 1)
                let picture = folder + "/code.svg"
                let shown = try await person(
                    "link", "ada", "--public-url", "https://desk.example.com", "--qr", "--qr-svg", picture)
                let lines = shown.output.split(separator: "\n").map(String.init)
                let link = try #require(lines.first)
                if QRCodeReader.isAvailable {
                    #expect(try await QRCodeReader.text(ofLines: Array(lines.dropFirst()), in: folder) == link)
                    let svg = try String(contentsOfFile: picture, encoding: .utf8)
                    #expect(try await QRCodeReader.text(ofSVG: svg, in: folder) == link)
                }
                let mode = try FileManager.default.attributesOfItem(atPath: picture)[.posixPermissions] as? Int
                #expect(mode == 0o600)

                let store = office.store
                let ada = try await store.people.person(userName: "ada").id
                #expect(try await person("password", "ada", input: "ada2026\n").output.contains("at least 12 characters"))
                #expect(try await person("password", "ada", input: "").output.contains("No password was given"))
                #expect(try await person("password", "ada", "--remove").status == 1)
                let set = try await person("password", "ada", input: "correct horse battery staple\n")
                #expect(set.status == 0 && !set.output.contains("horse"))
                let kept = try await store.passwords.passwordHash(of: ada) ?? ""
                let hash = try #require(PasswordHash(kept))
                #expect(hash.cost == .standard)
                #expect(try hash.isOf(Password("correct horse battery staple")))
                #expect(try await person("password", "ada", "--remove").status == 0)
                #expect(try await store.passwords.passwordHash(of: ada) == nil)

                let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
                for device in ["Chrome on Android", "Firefox on Linux"] {
                    _ = try await store.sessions.beginSession(for: ada, on: device, by: .link, now: now)
                }
                let list = try await person("sessions", "ada").output.split(separator: "\n").map { $0.split(separator: "\t") }
                #expect(list.map { $0[1] } == ["Firefox on Linux", "Chrome on Android"])
                #expect(list.allSatisfy { $0[2] == "link" && $0.count == 5 })
                #expect(try await person("sessions", "bo", "--end", String(list[0][0])).status == 1)
                #expect(try await person("sessions", "ada", "--end", String(list[0][0])).status == 0)
                #expect(try await person("sessions", "ada", "--end-all").output == "Ended sessions of Ada Lindqvist: 1.\n")
                #expect(try await person("sessions", "ada").output == "")
            }
        }
    }
}
