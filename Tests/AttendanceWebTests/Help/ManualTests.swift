@testable import AttendanceWeb

import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite struct `Manual of articles` {
    private static let folder = TestOffice.checkout + "/web/manual"
    private static let manual = Result { try Manual(folder: folder) }

    /// The texts of the files by folder and name, such as `desktap.docc/Offices.md`.
    private static func files() throws -> [String: String] {
        var files: [String: String] = [:]
        for module in try FileManager.default.contentsOfDirectory(atPath: folder) {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(module)") where name.hasSuffix(".md") {
                files["\(module)/\(name)"] = try String(contentsOfFile: "\(folder)/\(module)/\(name)", encoding: .utf8)
            }
        }
        return files
    }

    @Test func `Each file is an article that the contents list, and names of files are unique`() throws {
        let manual = try Self.manual.get()
        let listed = manual.groups.flatMap { group in (group.address.map { [$0] } ?? []) + group.links.map(\.address) }
        #expect(Set(listed) == Set(manual.articles.map(\.link.address)) && Set(listed).count == listed.count)
        // The main article of the server is the contents.
        #expect(try Self.files().count == listed.count + 1 && listed.count > 30)
        #expect(manual.groups.map(\.title).suffix(3) == ["desktap-reader", "Attendance rules", "Rules of hours"])
        #expect(manual["offices"]?.link.name == "Offices" && manual["Offices"] == nil && manual["desktap"] == nil)
    }

    @Test func `Each link to another article leads to it, and to its heading`() throws {
        let manual = try Self.manual.get()
        for article in manual.articles {
            let html = article.html.text
            #expect(!html.contains("doc:") && !html.contains(".docc") && !html.contains("Topics"), "\(article.link.name)")
            for link in html.matches(of: /href="(\/help\/[^"#]*)?(?:#([^"]*))?"/) where link.output.0 != "href=\"/help\"" {
                let target = link.output.1.map { String($0.dropFirst("/help/".count)) }.flatMap { manual[$0] }
                #expect(target != nil || link.output.1 == nil, "\(article.link.name): \(link.output.0)")
                if let heading = link.output.2 {
                    #expect((target ?? article).html.text.contains(" id=\"\(heading)\""), "\(article.link.name): #\(heading)")
                }
            }
        }
    }

    @Test func `Each section of an article has an address, also after a heading of the same name`() throws {
        for article in try Self.manual.get().articles {
            let ids = article.html.text.matches(of: /<h[1-6] id="([^"]+)"/).map { String($0.output.1) }
            #expect(article.sections.map(\.address) == ids.map { article.link.address + "#" + $0 }, "\(article.link.name)")
            #expect(Set(ids).count == ids.count)
        }
    }

    @Test func `Each address of an article in a file is known, and has the title of the article as its text`() throws {
        let manual = try Self.manual.get()
        for (file, text) in try Self.files() {
            for link in text.matches(of: /<doc:(\w+)(?:#[^>]*)?>/) {
                #expect(manual[link.output.1.lowercased()] != nil, "\(file): \(link.output.0)")
            }
            for link in text.matches(of: /\]\([^)]*?(\w[\w-]*\.docc)\/(\w+)\.md/)
            where FileManager.default.fileExists(atPath: "\(Self.folder)/\(link.output.1)") {
                #expect(manual[link.output.2.lowercased()] != nil, "\(file): \(link.output.0)")
            }
        }
        #expect(manual["offices"]?.html.text.contains("<a href=\"/help/fraudsignals\">Fraud signals</a>") == true)
        #expect(manual["tagsanddesks"]?.html.text.contains("<h2 id=\"write-tags\">") == true)
    }

    @Test func `Directives are left out, and addresses outside the manual are text`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = """
            # ``Main``

            @Metadata {
              @DisplayName("Other")
            }

            First. See [here](#more), [there](../Elsewhere.docc/Offices.md) and <doc:Main#More>.

            ## More

            ## Topics

            - <doc:Missing>
            """
        let modules = ["desktap.docc/desktap", "desktap-reader.docc/Reader", "Attendance.docc/Attendance", "Hours.docc/Hours"]
        for file in modules.map({ $0 + ".md" }) {
            let path = folder.appending(path: file)
            try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.replacing("doc:Main", with: "doc:Reader").write(to: path, atomically: true, encoding: .utf8)
        }
        let manual = try Manual(folder: folder.path)
        #expect(
            manual["reader"]?.html.text == """
                <p>First. See <a href="#more">here</a>, there and <a href="/help/reader#more">desktap-reader</a>.</p>
                <h2 id="more">More</h2>

                """)
    }

    @Test func `A folder without the manual is named`() {
        let error = #expect(throws: MissingManual.self) { try Manual(folder: "/nowhere/manual") }
        #expect(
            error?.description
                == "The folder /nowhere/manual does not contain the manual. Set its parent folder with --resources.")
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Pages of the manual` {
    @Test func `Signed-in people read the manual, and an unknown page is not found`() async throws {
        try await TestWeb.with { (web) async throws in
            for user in ["ada", "cy", "lea"] {
                let contents = try await web.send(.get, Address.help, as: user, headers: .page)
                #expect(contents.status == .ok && contents.text.contains("<li><a href=\"/help/offices\">Offices</a></li>"))
                #expect(contents.text.contains("<h2><a href=\"/help/reader\">desktap-reader</a></h2>"))
                #expect(contents.text.contains("<h2>Setting up</h2>") && contents.text.contains("<td>badge</td>"))
                let article = try await web.send(.get, Address.article("offices"), as: user, headers: .page)
                #expect(article.status == .ok && article.text.contains("<h1 lang=\"en\">Offices</h1>"))
                #expect(article.text.contains("<title>Offices · DeskTap</title>"))
                #expect(article.text.contains("<h2 id=\"renaming\">Renaming</h2>"))
                #expect(article.text.contains("<a href=\"/help/offices#renaming\" lang=\"en\">Renaming</a>"))
                // An article with one section needs no list of them.
                let short = try await web.send(.get, Address.article("bulkimport"), as: user, headers: .page).text
                #expect(short.contains("<h2 id=\"files\">") && !short.contains("#files\""))
                let isOffered = contents.text.contains("<a href=\"/help\">Manual</a>\n      <div class=\"row\">")
                #expect(isOffered == (user != "ada"), "\(user)")
                for name in ["nothing", "Offices"] {
                    #expect(try await web.send(.get, "/help/" + name, as: user, headers: .page).status == .notFound, "\(name)")
                }
            }
            let stranger = try await web.send(.get, Address.help, headers: .page)
            #expect(stranger.status == .seeOther && stranger.headers[.location] == "/sign-in?to=%2Fhelp")
        }
    }

    @Test func `In Japanese the page says that the manual is in English`() async throws {
        try await TestWeb.with { (web) async throws in
            for (language, isSaid) in [("ja", true), ("en", false)] {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = language
                let page = try await web.send(.get, Address.help, as: "lea", headers: headers).text
                #expect(page.contains("マニュアルは英語です。") == isSaid && !page.contains("The manual is in English."))
                #expect(page.contains("<div class=\"contents\" lang=\"en\">"))
            }
        }
    }
}
