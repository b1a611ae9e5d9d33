@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Sign-in commands` {
    @Test func `The person command shows a link as a QR code and removes a password`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let database = office.database.connectionString
                func person(_ arguments: String...) async throws -> (status: Int32, output: String) {
                    let process = try ChildProcess(
                        [ServerProcess.program, "person"] + arguments + ["--database", database], in: folder,
                        environment: ["DESKTAP_DATABASE": "", "DESKTAP_RESOURCES": TestOffice.checkout])
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
                #expect(try await person("remove-password", "ada").output == "desktap: Ada Lindqvist has no password.\n")
                let password = Password("correct horse battery staple")
                try await store.passwords.setPasswordHash(try PasswordHash(of: password).text, of: ada, now: TestOffice.noon)
                #expect(try await person("remove-password", "ada").status == 0)
                #expect(try await store.passwords.passwordHash(of: ada) == nil)
            }
        }
    }
}
