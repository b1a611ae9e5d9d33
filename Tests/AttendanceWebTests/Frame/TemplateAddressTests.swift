@testable import AttendanceWeb

import Foundation
import TestOffice
import Testing

@Suite struct `Addresses in templates` {
    private static let folder = TestOffice.checkout + "/web"

    private static func templates() throws -> [(file: String, text: String)] {
        try ["pages", "partials"].flatMap { kind in
            try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(kind)").filter { $0.hasSuffix(".mustache") }
                .map { ("\(kind)/\($0)", try String(contentsOfFile: "\(folder)/\(kind)/\($0)", encoding: .utf8)) }
        }
    }

    @Test func `Templates take every address of the server from Addresses swift`() throws {
        for (file, text) in try Self.templates() {
            let written = text.matches(of: /(?:href|action|formaction|src|content)="(\/[^"]*)"/).map { String($0.1) }
            #expect(written == [], "\(file)")
        }
    }

    @Test func `Every static file that a template names exists`() throws {
        for (file, text) in try Self.templates() {
            for name in text.matches(of: /@@staticFiles@@(\/[^"]*)"/).map({ String($0.1) }) {
                #expect(FileManager.default.fileExists(atPath: Self.folder + "/static" + name), "\(file): \(name)")
            }
        }
    }

    @Test func `The map preloads its own style sheets`() throws {
        let texts = try Self.templates().filter { ["partials/base.mustache", "pages/Presence/map.mustache"].contains($0.file) }
        let styles = texts.flatMap {
            $0.text.matches(of: /rel="stylesheet" href="@@staticFiles@@\/([^"]*)"/).map { String($0.1) }
        }
        // Only pages with a section have its styles, and the map has none.
        #expect(Set(styles) == Set(MapPage.styles + ["base/section.css"]))
    }

    /// The modules that a module imports, itself included, as paths below `web/static`.
    private static func imports(of module: String) throws -> Set<String> {
        var found: Set<String> = []
        var waiting = [module]
        while let file = waiting.popLast() {
            guard found.insert(file).inserted else { continue }
            let url = URL(filePath: folder + "/static/" + file)
            for match in try String(contentsOf: url, encoding: .utf8).matches(of: /import (?:.* from )?"(\.[^"]*)"/) {
                let path = url.deletingLastPathComponent().appending(path: String(match.1)).standardized.path
                waiting.append(String(path.dropFirst(folder.count + "/static/".count)))
            }
        }
        return found
    }

    @Test func `Every module that a script imports exists`() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder + "/static").filter { $0.hasSuffix(".js") }
        #expect(files.count > 30)
        for file in files { #expect(throws: Never.self, "\(file)") { try Self.imports(of: file) } }
    }

    @Test func `The service worker caches every module of the tap page`() throws {
        let worker = try String(contentsOfFile: Self.folder + "/static/Taps/worker.js", encoding: .utf8)
        for module in try Self.imports(of: "Taps/tap.js") {
            #expect(worker.contains(#""/static/\#(module)""#), "\(module)")
        }
        #expect(FileManager.default.fileExists(atPath: Self.folder + Address.tapWorker))
    }

    @Test func `Templates name addresses by their constants`() throws {
        #expect(try Address.filled(#"<a href="@@map@@?team=mine">"#, or: [:], file: "x") == #"<a href="/map?team=mine">"#)
        #expect(try Address.filled("@@map@@ @@most@@", or: ["most": "64"], file: "x") == "/map 64")
        #expect(throws: Address.UnknownAddress(name: "mpa", file: "x")) {
            try Address.filled("@@mpa@@", or: ["most": "64"], file: "x")
        }
    }
}
