@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import SecureMessaging
import Testing
import TestOffice
import TestServers

/// Keys for tags that sign their address. The tags are software chips.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Routes for keys of tags` {
    private static let address = "https://desk.example.com/t?e=start&d=6F-A3"

    /// The web application with Lea's key, who is administrator.
    private struct Station {
        let web: TestWeb
        let key: String

        static func with(_ body: (Station) async throws -> Void) async throws {
            try await TestWeb.with { (web) async throws in
                let lea = try await web.office.store.people.person(userName: "lea")
                try await body(
                    Station(
                        web: web,
                        key: try await web.office.store.personalKeys.addKey(for: lea.id, use: .tags, now: TestOffice.noon)))
            }
        }

        func post(_ path: String, _ body: String = "{}", key: String? = nil) async throws -> TestResponse {
            try await web.send(.post, "/api/tags/\(path)", key: key ?? self.key, body: body)
        }

        func issue(_ tag: SignedTag, _ address: String = address, more: String = "") async throws -> TestResponse {
            try await post("keys", #"{"uid": "\#(tag.uid)", "address": "\#(address)"\#(more)}"#)
        }

        func confirm(_ tag: SignedTag, reading query: String, as uid: UID? = nil) async throws -> TestResponse {
            try await post(
                "\(uid ?? tag.uid)/written", #"{"address": "https://desk.example.com/t?\#(query)"}"#)
        }

        /// Registers the tag, and sets it up with the keys of the response.
        func setUp(_ tag: SignedTag) async throws {
            let response = try await issue(tag)
            #expect(response.status == .created)
            try await tag.setUp(.start, at: DeskID("6F-A3"), keys: try Self.ring(response))
        }

        static func ring(_ response: TestResponse) throws -> NTAG424KeyRing {
            struct Answer: Decodable {
                struct KeySet: Decodable {
                    let version: UInt8
                    let keys: [String]
                }

                let key_sets: [KeySet]
            }
            let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body.readableBytesView))
            let sets = try answer.key_sets.map { set in
                let keys = try set.keys.map { try #require([UInt8](hexadecimal: $0).flatMap { AESKey($0) }) }
                return try #require(NTAG424Keys(keys, version: set.version))
            }
            let current = try #require(sets.first)
            return try #require(NTAG424KeyRing(current, earlier: Array(sets.dropFirst())))
        }
    }

    @Test func `A tag that got its keys is confirmed by an address that it signed, which is not used up`() async throws {
        try await Station.with { station in
            let tag = SignedTag()
            try await station.setUp(tag)
            #expect(try await station.web.send(.get, "/admin/tags", as: "lea").text.contains("not written yet"))
            let query = try await tag.read()
            #expect(try await station.confirm(tag, reading: query).status == .noContent)
            let page = try await station.web.send(.get, "/admin/tags", as: "lea").text
            #expect(page.contains("signs its address") && !page.contains("data-no-word"))
            // Confirmed keys are not given to another tag's content: the next ones are new.
            let next = try Station.ring(try await station.issue(tag))
            #expect(next.current.version == 2 && next.earlier.map(\.version) == [1])
            #expect(try Station.ring(try await station.issue(tag)) == next)
            #expect(try await station.web.send(.post, "/t?\(query)", as: "ada").json["outcome"] == "accepted")
        }
    }

    @Test func `An address that the tag did not sign for its registration confirms nothing`() async throws {
        try await Station.with { station in
            let (tag, other) = (SignedTag(), SignedTag(number: 2))
            try await station.setUp(tag)
            let query = try await tag.read()
            let forged = String(query.dropLast()) + (query.hasSuffix("0") ? "1" : "0")
            for (query, uid) in [
                (forged, nil), (query, other.uid), (query.replacing("6F-A3", with: "6F-A4"), nil), ("e=start&d=6F-A3", nil),
                (query.replacing("e=start", with: "e=end"), nil), (query.replacing("&c=", with: "&c=1"), nil),
            ] {
                let response = try await station.confirm(tag, reading: query, as: uid)
                #expect(response.status == .unprocessableContent && response.json["reason"] == "not_signed", "\(query)")
            }
            let count = "select count(*)::text from tag_key where confirmed_at is not null"
            #expect(try await station.web.office.value(count) == "0")
            #expect(try await station.confirm(tag, reading: query).status == .noContent)
            #expect(try await station.web.office.value(count) == "1")
        }
    }

    @Test func `A tag in use for another desk gets keys only if the request replaces it`() async throws {
        try await Station.with { station in
            let tag = SignedTag()
            try await station.setUp(tag)
            let elsewhere = Self.address.replacing("6F-A3", with: "6F-A4")
            let refused = try await station.issue(tag, elsewhere)
            #expect(refused.status == .conflict && refused.json["reason"] == "tag_in_use")
            #expect(try await station.issue(tag, elsewhere, more: #", "replace": true"#).status == .created)
            #expect(try await station.confirm(tag, reading: try await tag.read()).status == .unprocessableContent)
        }
    }

    /// The signature does not cover the desk.
    @Test func `Addresses that a tag signed before it was registered for a desk say nothing there`() async throws {
        try await Station.with { station in
            let tag = SignedTag()
            try await station.setUp(tag)
            let kept = try await tag.read(times: 2)
            #expect(try await station.post("\(tag.uid)/reset").status == .ok)
            station.web.clock.advance(by: .seconds(60))
            let place = #""address": "https://desk.example.com/t?e=start&d=6F-A4", "certificate": false"#
            #expect(try await station.post("certificates", #"{"uid": "\#(tag.uid)", \#(place)}"#).status == .created)
            let moved = try #require(kept[1]).replacing("6F-A3", with: "6F-A4")
            #expect(try await station.confirm(tag, reading: moved).json["reason"] == "not_signed")
            #expect(try await station.web.send(.post, "/t?\(moved)", as: "ada").json["outcome"] == "accepted")
            let recorded = try await station.web.office.value("select concat_ws(' ', proof, flag) from log_place")
            #expect(recorded == "none tag_mismatch")
            // Keys that were made for the earlier registration are not given to the tag again.
            station.web.clock.advance(by: .seconds(60))
            let more = #", "replace": true"#
            #expect(try Station.ring(try await station.issue(tag, more: more)).current.version == 2)
        }
    }

    @Test func `A server that cannot decrypt a master key confirms nothing, and does not call the tag forged`() async throws {
        try await Station.with { station in
            let tag = SignedTag()
            try await station.setUp(tag)
            try await station.web.office.execute("update tag_master_key set wrapped_key = decode(repeat('00', 44), 'hex')")
            let response = try await station.confirm(tag, reading: try await tag.read())
            #expect(response.status == .serviceUnavailable && response.json["reason"] == "no_secret")
        }
    }

    @Test func `Keys whose signature was used are not given to the tag again, even if that was not noted`() async throws {
        try await Station.with { station in
            let tag = SignedTag()
            try await station.setUp(tag)
            #expect(try await station.web.send(.post, "/t?\(try await tag.read())", as: "ada").json["outcome"] == "accepted")
            try await station.web.office.execute("update tag_key set confirmed_at = null")
            #expect(try Station.ring(try await station.issue(tag)).current.version == 2)
        }
    }

    @Test func `Several stations that ask at once for keys of the same tag get the same`() async throws {
        try await TestOffice.with(connections: 8) { office in
            let (keys, uid) = (office.store.tagKeys, SignedTag().uid)
            let rings = try await withThrowingTaskGroup(of: NTAG424KeyRing.self) { group in
                for _ in 0..<8 { group.addTask { try await keys.issueKeys(of: uid, now: TestOffice.noon) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(rings.allSatisfy { $0 == rings[0] } && rings[0].current.version == 1 && rings[0].earlier.isEmpty)
        }
    }

    @Test func `A tag is retired before its keys are given out to reset it, as often as needed`() async throws {
        try await Station.with { station in
            let tag = SignedTag()
            #expect(try await station.post("\(tag.uid)/reset").json["reason"] == "unknown_tag")
            try await station.setUp(tag)
            let query = try await tag.read()
            let first = try await station.post("\(tag.uid)/reset")
            #expect(first.status == .ok)
            #expect(try Station.ring(try await station.post("\(tag.uid)/reset")) == Station.ring(first))
            #expect(try await station.web.send(.post, "/t?\(query)", as: "ada").json["outcome"] == "accepted")
            #expect(try await station.web.office.value("select flag from log_place") == "tag_retired")
            #expect(try await station.web.send(.get, "/admin/tags", as: "lea").text.contains("Set back to its factory keys."))
        }
    }

    @Test func `Keys of tags are given to administrators only, and only for seven-byte UIDs`() async throws {
        try await Station.with { station in
            let tag = SignedTag()
            let (keyStore, people) = (station.web.office.store.personalKeys, station.web.office.store.people)
            let (ada, lea) = (try await people.person(userName: "ada").id, try await people.person(userName: "lea").id)
            let now = station.web.clock.now()
            let keys = [
                try await keyStore.addKey(for: ada, now: now), try await keyStore.addKey(for: ada, use: .tags, now: now),
                // An administrator's other programs do not get them, nor does a key that has expired.
                try await keyStore.addKey(for: lea, now: now),
                try await keyStore.addKey(for: lea, use: .tags, until: now, now: now),
                try await station.web.office.store.readers.addReader(name: "front door"), "wrong",
            ]
            let body = #"{"uid": "\#(tag.uid)", "address": "\#(Self.address)"}"#
            for key in keys {
                for (path, body) in [("keys", body), ("\(tag.uid)/reset", "{}")] {
                    let response = try await station.post(path, body, key: key)
                    #expect([.forbidden, .unauthorized].contains(response.status) && !response.text.contains("key_sets"))
                }
            }
            #expect(try await station.web.send(.post, "/api/tags/keys", as: "lea", body: body).status == .forbidden)
            #expect(try await station.web.send(.post, "/api/tags/certificates", as: "lea", body: body).status == .forbidden)
            let plain = #"{"uid": "04A1B2C3D4E5F9", "address": "\#(Self.address)", "certificate": false}"#
            #expect(try await station.web.send(.post, "/api/tags/certificates", as: "lea", body: plain).status == .created)
            #expect(try await station.web.office.value("select count(*)::text from tag_key") == "0")
            // A key for tags opens nothing else.
            for address in ["/me", "/api/presence", "/admin/tags", "/api/records/ada"] {
                #expect(try await station.web.send(.get, address, key: station.key).status == .unauthorized)
            }
            let short = try await station.post("keys", #"{"uid": "04A1B2C3", "address": "\#(Self.address)"}"#)
            #expect(short.status == .badRequest && short.json["reason"] == "bad_uid")
            let random = try await station.post("certificates", #"{"uid": "08A1B2C3", "address": "\#(Self.address)"}"#)
            #expect(random.status == .badRequest && random.text.contains("a different UID each time"))
            for body in ["", "{", "[]", #"{"address": 5}"#, #"{"address": "https://desk.example.com/x"}"#] {
                let response = try await station.post("\(tag.uid)/written", body)
                #expect(response.status == (body.isEmpty ? .notFound : .badRequest), "\(body)")
            }
            let given = try await station.issue(tag)
            #expect(given.headers[.cacheControl]?.contains("no-store") == true, "\(given.headers)")
        }
    }
}
