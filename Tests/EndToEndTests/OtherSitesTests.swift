import TestServers
import Testing

/// Pages of other sites in a Chromium that is signed in.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `Other sites` {
    @Test func `Other sites can neither tap, nor export, nor read the presence`() async throws {
        try await RunningOffice.with { office in
            let seen = try await office.browse("other_site", office.url, try await office.link(for: "cy"))
            for line in ["another host could: []", "another port could: []", "here: [200, 200, 200]"] {
                #expect(seen.contains(line), "\(seen)")
            }
            // Only the requests of the server's own page had an effect.
            #expect(try await office.office.value("select string_agg(desk, ' ') from log_place") == "6F-A6")
            #expect(try await office.office.value("select count(*)::text from access_log") == "1")
        }
    }

    @Test func `A tag's address that another site opens asks for a touch`() async throws {
        try await RunningOffice.withPhones { office in
            let word = try #require(try await office.office.store.tagWords.addressWords(of: office.office.office)[nil]).text
            let seen = try await office.browse("other_site_tag", office.url, word)
            for line in ["by itself: []", "signing in: done", "offline: done"] { #expect(seen.contains(line), "\(seen)") }
            // By a touch, by the word, by the word after a sign-in, and by a touch after a wrong word and a wrong signature.
            #expect(try await office.office.value("select count(*)::text from event") == "5")
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }
}
