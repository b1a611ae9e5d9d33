import TestServers
import Testing

/// What pages of other sites can do to somebody who is signed in here, in Chromium.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `Other sites` {
    @Test func `can neither tap, nor take an export, nor see who is here`() async throws {
        try await RunningOffice.with { office in
            let seen = try await office.browse("other_site", office.url, try await office.link(for: "cy"))
            for line in ["another host could: []", "another port could: []", "here: [200, 200, 200]"] {
                #expect(seen.contains(line), "\(seen)")
            }
            // Of all of it, what was done from here alone is left.
            #expect(try await office.office.value("select string_agg(desk, ' ') from event_place") == "6F-A6")
            #expect(try await office.office.value("select count(*)::text from access_log") == "1")
        }
    }

    @Test func `have a tag's address opened, and its page asks for a touch`() async throws {
        try await RunningOffice.withPhones { office in
            let word = try #require(try await office.office.store.tagWords.addressWords(of: office.office.office)[nil]).text
            let seen = try await office.browse("other_site_tag", office.url, word)
            for line in ["by itself: []", "signing in: done", "offline: done"] { #expect(seen.contains(line), "\(seen)") }
            // A touch, the word, the word after a sign-in, and a touch for the wrong word.
            #expect(try await office.office.value("select count(*)::text from event") == "4")
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }
}
