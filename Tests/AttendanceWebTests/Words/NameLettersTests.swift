@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Letters of names` {
    /// As the script of the people present folds a name (`filter.js`).
    private static func folded(_ text: String) -> String {
        let bases = Dictionary(NameLetters.bases.map { ($0, $1) }) { first, _ in first }
        let marks: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"
        let unmarked = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !marks.contains($0) }
        return String(String.UnicodeScalarView(unmarked)).lowercased().map { bases[$0] ?? String($0) }.joined()
    }

    /// The Latin blocks: Latin-1, Extended-A and -B, IPA, Extended Additional.
    @Test(arguments: [0xC0...0x2AF, 0x1E00...0x1EFF])
    func `The database and the script of the people present fold the same letters`(block: ClosedRange<Int>) async throws {
        try await TestOffice.with { (office) async throws in
            let rows = try await office.pool.withConnection { connection in
                try await connection.execute(
                    """
                    select number::text, folded_name(chr(number)) as folded
                      from generate_series(\(block.lowerBound), \(block.upperBound)) as number
                    """)
            }
            #expect(rows.count == block.count)
            for row in rows {
                let number = try #require(UInt32(try row.get("number", as: String.self)))
                let letter = String(try #require(Unicode.Scalar(number)))
                #expect(try row.get("folded", as: String.self) == Self.folded(letter), "\(letter)")
            }
            for (letter, base) in NameLetters.bases {
                #expect(try await office.value("select folded_name('\(letter)')") == base)
                #expect(try await office.value("select folded_name('\(letter.uppercased())')") == base)
            }
        }
    }

    @Test func `The database and the script of the people present leave out the same characters`() async throws {
        let script = try String(contentsOfFile: TestOffice.checkout + "/web/static/Presence/filter.js", encoding: .utf8)
        let leftOut = String(try #require(script.firstMatch(of: /const leftOut = \/(\[.*\])\/g;/)?.1))
        try await TestOffice.with { (office) async throws in
            let function = try #require(try await office.value("select pg_get_functiondef('plain_name'::regproc)"))
            // The script's accents are those of folded_name.
            let marks = String(try #require(function.firstMatch(of: /'\[''`\.(.*)-\]'/)?.1))
            for part in marks.split(separator: "\\") { #expect(leftOut.contains("\\" + part), "\(part)") }
            #expect(leftOut.count(of: "\\u") == marks.count(of: "\\u") + 2)
        }
    }

    @Test(arguments: [
        ("lukasz", "Łukasz Ż."), ("soren", "Søren Å."), ("dorde", "Đorđe P."), ("gross", "Jürgen Groß"),
        ("Groß", "Jürgen Groß"),
        ("thordis aegis", "Þórdís Ægis"), ("isik", "Işık Aydın"), ("ŁUKASZ", "Łukasz Ż."),
        // A joiner, vowel marks and a hamza.
        ("علیرضا", "علی\u{200C}رضا ن."), ("علی\u{200C}رضا", "علیرضا ن."), ("محمد", "م\u{64F}ح\u{64E}م\u{64E}\u{651}د ن."),
        ("احمد", "أحمد ن."),
    ])
    func `A search finds names without the letters that a keyboard lacks`(typed: String, name: String) async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            try await store.people.addPerson(
                userName: "f14", displayName: name, role: .employee, office: web.office.office, by: .command,
                now: web.clock.now())
            #expect(
                try await store.people.accounts(AccountFilter(name: typed), limit: 5).map(\.person.displayName) == [name])
            for address in [
                "/api/whereabouts?find=", "/now?find=", "/people?name=", "/admin/people?q=", "/search?q=",
                "/hr/sheets?month=2026-11&user=",
            ] {
                let page = try await web.send(.get, address + Address.percentEncoded(typed), as: "lea", headers: .page).text
                #expect(page.contains(name), "\(address)")
            }
        }
    }
}
