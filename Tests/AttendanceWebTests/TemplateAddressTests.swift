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

    @Test func `Templates name addresses by their constants`() throws {
        #expect(try Address.filled(#"<a href="@@map@@?team=mine">"#, file: "x") == #"<a href="/map?team=mine">"#)
        #expect(throws: Address.UnknownAddress(name: "mpa", file: "x")) { try Address.filled("@@mpa@@", file: "x") }
    }
}
