@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `First administrator page` {
    private let form: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]

    @Test func `The first administrator's page adds the administrator and signs them in`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            try await web.office.demoteAdministrators()
            let token = try #require(try await store.signInLinks.makeFirstAdministratorLink(now: web.clock.now())).text
            let address = Address.firstAdministrator(token)
            for _ in 0..<2 {
                let page = try await web.send(.get, address, headers: .page)
                #expect(page.status == .ok && page.headers[.setCookie] == nil)
                // There is an office, so the page does not ask for one.
                #expect(page.text.contains("name=\"user\"") && !page.text.contains("name=\"time_zone\""))
            }
            for (body, kept) in [
                ("name=Ned", "value=\"Ned\""), ("user=+ned&name=+", "value=\"ned\""),
                ("user=ada&name=%3Cb%3E", "value=\"&lt;b&gt;\""),
            ] {
                let answer = try await web.send(.post, address, headers: form, body: body)
                #expect(answer.status == .unprocessableContent && answer.text.contains(kept), "\(body)")
                #expect(answer.headers[.setCookie] == nil)
            }
            for (user, sentence) in [
                ("Mary+Cole", "You could use mary.cole."),
                ("%E4%BD%90%E8%97%A4+%E6%81%B5", "Enter a short one"),
                ("former-12", "Names such as former-12 are reserved."),
            ] {
                let refused = try await web.send(.post, address, headers: form, body: "user=\(user)&name=Mary+Cole")
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains(sentence), "\(user)")
                #expect(refused.text.contains("aria-describedby=\"user-problem\"") && !refused.text.contains("data-problem"))
            }
            let wrong = try await web.send(.post, Address.firstAdministrator("x"), headers: form, body: "user=ned&name=Ned")
            #expect(wrong.status == .notFound)

            let answer = try await web.send(.post, address, headers: form, body: "user=ned&name=Ned+Root")
            #expect(answer.status == .seeOther && answer.headers[.location] == Address.admin)
            let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first)
            #expect(try await web.send(.get, "/admin/tags", headers: [.cookie: String(cookie)]).status == .ok)
            for method in [HTTPRequest.Method.get, .post] {
                #expect(try await web.send(method, address, headers: form, body: "user=x&name=X").status == .notFound)
            }
            let ned = try await store.people.person(userName: "ned")
            #expect(ned.role == .administrator)
            // Logged as added by the server.
            let log = try await store.audit.adminLog(of: ned.id)
            #expect(log.map(\.field) == [.added] && log[0].author == .command && log[0].new == "administrator")
        }
    }

    @Test func `A server on a terminal prints the first administrator's link, and writes it into no file`() async throws {
        try await TestDatabase.with { database in
            try await TestFolder.with { folder in
                let text = database.connectionString
                #expect(try await ServerProcess.run("migrate", "--database", text, in: folder).status == 0)
                let command = "\(ServerProcess.program) serve --port 0 --database '\(text)' --secret-file \(folder)/secret"
                let terminal = try ChildProcess(["script", "--quiet", "--command", command, "/dev/null"], in: folder)
                try await terminal.waitForOutput(#"/first-administrator/\S+"#)
                #expect(!FileManager.default.fileExists(atPath: folder + "/first-administrator-link"))
                terminal.signal(SIGTERM)
                _ = await terminal.wait()
            }
        }
    }

    @Test func `A server without a terminal writes the link to a private file, and the link adds the office`() async throws {
        try await TestDatabase.with { database in
            try await TestFolder.with { folder in
                let text = database.connectionString
                #expect(try await ServerProcess.run("migrate", "--database", text, in: folder).status == 0)
                let server = try await ServerProcess.start(
                    database: text, in: folder, "--public-url", "https://desk.example.com", "--secret-file",
                    folder + "/state/secret")
                let file = folder + "/state/first-administrator-link"
                try await server.process.waitForOutput("is in \(file)\n")
                #expect(!server.process.output.contains("/first-administrator/"))
                #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
                let line = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
                let path = try #require(line.split(separator: "desk.example.com").last.map(String.init))
                let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(60)))
                client.connect()
                func post(_ body: String) async throws -> TestClient.Response {
                    try await client.ask(.post, path, headers: form, body: .init(string: body))
                }
                #expect(
                    try await client.ask(.get, path, headers: form).body.map { String(buffer: $0) }?.contains("time_zone")
                        == true)
                #expect(try await post("user=ned&name=Ned&office=Here&time_zone=Mars").status == .unprocessableContent)
                #expect(try await post("user=ned&name=Ned").status == .unprocessableContent)
                #expect(try await post("user=ned&name=Ned&office=Here&time_zone=Asia%2FTokyo").status == .seeOther)
                try await client.shutdown()
                #expect(await server.stop() == 0)
                #expect(
                    try await ServerProcess.run("person", "list", "--database", text, in: folder).output
                        == "ned\tadministrator\tNed\n")

                let again = try await ServerProcess.start(
                    database: text, in: folder, "--secret-file", folder + "/state/secret")
                #expect(await again.stop() == 0)
                #expect(!again.process.output.contains("administrator"))
                #expect(!FileManager.default.fileExists(atPath: file))
            }
        }
    }
}

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
                #expect(try await person("sessions", "ada", "--end-all").output == "Ended 1 session of Ada Lindqvist.\n")
                #expect(try await person("sessions", "ada").output == "")
            }
        }
    }
}
