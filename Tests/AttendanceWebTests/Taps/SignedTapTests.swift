@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing
import WebServer

/// Taps at tags that sign their address. The tags are software chips with keys of the office.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Signed taps` {
    private func with(_ body: (TestWeb, SignedTag) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            try await body(web, try await SignedTag.issue(.start, at: "6F-A3", in: web.office))
        }
    }

    private func tap(
        _ web: TestWeb, _ query: String, as user: String = "ada", headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        web.clock.advance(by: .seconds(1))
        return try await web.send(.post, "/t?\(query)", as: user, headers: headers)
    }

    /// Proof and flag of the latest record.
    private func latest(_ web: TestWeb) async throws -> String? {
        try await web.office.value(
            "select concat_ws(' ', proof, flag) from log_record left join log_place using (seq) order by log_record.seq desc limit 1"
        )
    }

    @Test func `A signed address is used for one tap, and the ledger covers its proof`() async throws {
        try await with { (web, tag) async throws in
            let query = try await tag.read()
            let id = UUID().uuidString.lowercased()
            #expect(try await tap(web, query + "&id=\(id)").json["outcome"] == "accepted")
            #expect(try await latest(web) == "sun")
            // The same tap, sent again.
            #expect(try await tap(web, query + "&id=\(id)").json["outcome"] == "duplicate")
            for user in ["ada", "bo"] {
                let again = try await tap(web, query, as: user)
                #expect(again.status == .conflict)
                #expect(again.json["reason"] == "link_used")
                #expect(again.json["detail"] == "This link was already used. Tap the tag again.")
            }
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            #expect(try await web.office.value("select count(*)::text from event") == "2")
            #expect(
                try await web.send(.get, "/people/ada?purpose=audit", as: "cy").text.contains("phone, tag signed its address"))
            #expect(try await web.send(.get, "/api/records/ada?purpose=audit", as: "cy").text.contains(#""proof":"sun""#))
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
            try await web.office.execute(
                "update log_place set proof = 'certificate' where seq = (select max(seq) from log_place)")
            #expect(try await web.office.store.ledger.verifyLedger().flaw != nil)
        }
    }

    @Test func `The page of a signed address taps without a touch, and opening it records nothing`() async throws {
        try await with { (web, tag) async throws in
            let query = try await tag.read()
            for _ in 0..<3 {
                let page = try await web.send(.get, "/t?\(query)", as: "ada", headers: .page).text
                #expect(!page.contains("data-open"))
                #expect(page.contains("u=\(tag.uid)"))
            }
            #expect(try await web.office.value("select count(*)::text from tag_reading") == "0")
            let forged = String(query.dropLast()) + (query.hasSuffix("0") ? "1" : "0")
            #expect(try await web.send(.get, "/t?\(forged)", as: "ada", headers: .page).text.contains("data-open"))
            let elsewhere = query.replacing("6F-A3", with: "6F-A4")
            #expect(try await web.send(.get, "/t?\(elsewhere)", as: "ada", headers: .page).text.contains("data-open"))
        }
    }

    /// A tap as it arrives: the number of the reading, the time that it claims and the time of arrival, in seconds.
    struct Arrival: Sendable {
        var reading: Int
        var at: Int64
        var arrival: Int64
        /// nil: accepted.
        var reason: String?

        init(_ reading: Int, at: Int64, _ arrival: Int64, _ reason: String? = nil) {
            (self.reading, self.at, self.arrival, self.reason) = (reading, at, arrival, reason)
        }
    }

    struct Story: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var arrivals: [Arrival]
    }

    static let stories = [
        Story(
            testDescription: "one after the other",
            arrivals: [Arrival(1, at: 0, 0), Arrival(2, at: 60, 60), Arrival(3, at: 90, 90)]),
        Story(testDescription: "gaps: not each reading is opened", arrivals: [Arrival(2, at: 0, 0), Arrival(40, at: 60, 60)]),
        Story(
            testDescription: "two phones: the later one's page is faster",
            arrivals: [Arrival(2, at: 11, 12), Arrival(1, at: 10, 13)]),
        Story(
            testDescription: "a phone was offline: its tap was before the next reading arrived",
            arrivals: [Arrival(2, at: 60, 60), Arrival(1, at: 0, 7_200)]),
        Story(
            testDescription: "the claimed time is that of the next arrival",
            arrivals: [Arrival(2, at: 60, 60), Arrival(1, at: 60, 100)]),
        Story(
            testDescription: "stored ahead: read before the tag was tapped again, claimed after it",
            arrivals: [Arrival(2, at: 60, 60), Arrival(1, at: 61, 61, "link_outdated")]),
        Story(
            testDescription: "stored ahead for the next day",
            arrivals: [Arrival(3, at: 60, 60), Arrival(2, at: 86_400, 86_400, "link_outdated"), Arrival(4, at: 86_401, 86_401)]),
        Story(
            testDescription: "the nearest higher reading counts, not the highest",
            arrivals: [
                Arrival(2, at: 60, 60), Arrival(9, at: 300, 300), Arrival(1, at: 200, 310, "link_outdated"),
                Arrival(5, at: 200, 320), Arrival(4, at: 321, 330, "link_outdated"), Arrival(4, at: 320, 331),
                Arrival(3, at: 319, 340),
            ]),
        Story(
            testDescription: "replayed: late, first and latest",
            arrivals: [
                Arrival(2, at: 60, 60), Arrival(1, at: 0, 70), Arrival(1, at: 0, 80, "link_used"),
                Arrival(2, at: 60, 90, "link_used"),
                Arrival(1, at: 90, 90, "link_used"), Arrival(3, at: 100, 100), Arrival(3, at: 100, 101, "link_used"),
            ]),
    ]

    private func item(_ tag: SignedTag, _ query: String?, at: Instant) throws -> String {
        let fields = try QueryParameters(query ?? "")
        return """
            {"id": "\(UUID())", "user": "ada", "kind": "start", "at": "\(at.rfc3339())", "desk": "6F-A3",
             "tag": {"uid": "\(tag.uid)", "counter": "\(fields["c"] ?? "")", "mac": "\(fields["m"] ?? "")"}}
            """
    }

    private func answers(_ web: TestWeb, _ items: [String], key: String) async throws -> [[String: String]] {
        let response = try await web.send(.post, "/api/taps", key: key, body: "[\(items.joined(separator: ","))]")
        return response.jsonList
    }

    /// A reader sends the taps, so that their times are free.
    @Test(arguments: stories) func `A reading is fresh, late, outdated or used by the order of arrivals`(story: Story)
        async throws
    {
        try await with { (web, tag) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            let queries = try await tag.read(times: 40)
            web.clock.stop()
            let begin = web.clock.now()
            for arrival in story.arrivals {
                web.clock.advance(by: begin + .seconds(arrival.arrival) - web.clock.now())
                let item = try item(tag, queries[arrival.reading], at: begin + .seconds(arrival.at))
                let answer = try #require(try await answers(web, [item], key: key).first)
                let story = Comment(rawValue: "reading \(arrival.reading) at \(arrival.at)")
                if arrival.reason == "link_outdated" {
                    // A reader's clock may be wrong: the tap is recorded without proof, and uses nothing up.
                    #expect(answer["outcome"] == "accepted", story)
                    #expect(try await latest(web) == "none tag_outdated", story)
                } else {
                    #expect(answer["outcome"] == (arrival.reason == nil ? "accepted" : "rejected"), story)
                    #expect(answer["reason"] == arrival.reason, story)
                }
            }
            let accepted = story.arrivals.count { $0.reason == nil }
            #expect(try await web.office.value("select count(*)::text from tag_reading") == "\(accepted)")
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A page that was slower than a colleague's tap counts for two minutes`() async throws {
        try await with { (web, tag) async throws in
            let queries = try await tag.read(times: 4)
            func tap(_ reading: Int, as user: String) async throws -> TestResponse {
                try await web.send(.post, "/t?\(queries[reading] ?? "")", as: user)
            }
            #expect(try await tap(3, as: "bo").json["outcome"] == "accepted")
            web.clock.advance(by: .seconds(110))
            #expect(try await tap(2, as: "ada").json["outcome"] == "accepted")
            #expect(try await latest(web) == "sun")
            web.clock.advance(by: .seconds(125))
            let late = try await tap(1, as: "cy")
            #expect(late.status == .conflict && late.json["reason"] == "link_outdated")
            #expect(try await web.office.value("select count(*)::text from event") == "2")
        }
    }

    /// The statement that writes several taps refuses them, because one reading is used.
    @Test func `A list without repetitions is decided with the readings of earlier requests`() async throws {
        try await with { (web, tag) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            let queries = try await tag.read(times: 6)
            let now = web.clock.now()
            func outcomes(_ readings: Int...) async throws -> [String?] {
                let items = try readings.map { try item(tag, queries[$0], at: now) }
                return try await answers(web, items, key: key).map { $0["reason"] ?? $0["outcome"] }
            }
            #expect(try await outcomes(2) == ["accepted"])
            #expect(try await outcomes(2, 3) == ["link_used", "accepted"])
            #expect(try await outcomes(6, 5) == ["accepted", "accepted"])
            #expect(try await outcomes(1, 4) == ["accepted", "accepted"])
        }
    }

    @Test func `A tap that an offline page made without a touch needs a right word or signature`() async throws {
        try await with { (web, tag) async throws in
            let query = try await tag.read()
            let forged = String(query.dropLast()) + (query.hasSuffix("0") ? "1" : "0")
            for address in ["e=end&m=1&k=-", forged + "&k=-", query.replacing("6F-A3", with: "6F-A4") + "&k=-"] {
                let answer = try await tap(web, address)
                #expect(answer.status == .forbidden && answer.json["reason"] == "wrong_word", "\(address)")
            }
            #expect(try await tap(web, query + "&k=-").json["outcome"] == "accepted")
            #expect(try await latest(web) == "sun")
        }
    }

    @Test func `In one list, each reading is used once too`() async throws {
        try await with { (web, tag) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            let queries = try await tag.read(times: 4)
            let now = web.clock.now()
            let items = try [2, 1, 1, 4, 2, 3].map { try item(tag, queries[$0], at: now - .seconds(60)) }
            let found = try await answers(web, items, key: key).map { $0["reason"] ?? $0["outcome"] }
            #expect(found == ["accepted", "accepted", "link_used", "accepted", "link_used", "accepted"])
            #expect(
                try await answers(web, items, key: key).map { $0["outcome"] }
                    == found.map { $0 == "accepted" ? "duplicate" : "rejected" })
        }
    }

    @Test func `Of many taps with one signed address through two servers one is recorded`() async throws {
        try await TestOffice.with(connections: 8) { office in
            let tag = try await SignedTag.issue(.start, at: "6F-A3", in: office)
            let query = try QueryParameters(try await tag.read())
            let read = try #require(TapReport.Tag(signed: query["u"], query["c"], query["m"]))
            let bo = try await office.store.people.person(userName: "bo")
            let address = try #require(ClientAddress("127.0.0.1"))
            try await office.withRecorders(2) { recorders in
                let intakes = recorders.map {
                    TapIntake(
                        store: office.store, recorder: $0, access: AccessCache(store: office.store), logger: TestOffice.logger)
                }
                let outcomes = try await withThrowingTaskGroup(of: [TapOutcome].self) { group in
                    for number in 0..<40 {
                        group.addTask {
                            let tap = Tap(id: UUID(), user: "bo", kind: .start, at: TestOffice.noon, desk: DeskID("6F-A3"))
                            var report = TapReport(tap)
                            report.tag = read
                            let source = TapSource(
                                .person(bo), address: address, userAgent: nil, receivedAt: TestOffice.noon)
                            return try await intakes[number % 2].take([report], from: source)
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(outcomes.count { $0 == .log(.rejected(.linkUsed)) } == 39)
                #expect(outcomes.count { if case .log(.accepted) = $0 { true } else { false } } == 1)
            }
        }
    }

    @Test func `A wrong signature, an unknown tag and another desk are recorded, flagged and explained`() async throws {
        try await with { (web, tag) async throws in
            let query = try await tag.read()
            let unknown = query.replacing("\(tag.uid)", with: "044E1200000099")
            let cases = [
                (String(query.dropLast(1)) + (query.hasSuffix("0") ? "1" : "0"), "none tag_forged", "not signed by the tag"),
                (query.replacing("&m=", with: "&m=00"), "none tag_forged", "not signed by the tag"),
                (query.split(separator: "&").dropLast().joined(separator: "&"), "none tag_forged", "not signed by the tag"),
                (unknown, "none tag_unknown", "not registered here"),
                (query.replacing("6F-A3", with: "6F-A4"), "none tag_mismatch", "belongs to another desk"),
                (query.replacing("start", with: "end"), "none tag_mismatch", "belongs to another desk"),
            ]
            for (query, expected, words) in cases {
                let id = UUID().uuidString.lowercased()
                #expect(try await tap(web, query + "&id=\(id)").json["outcome"] == "accepted", "\(query)")
                #expect(try await latest(web) == expected, "\(query)")
                #expect(try await web.send(.get, "/t/\(id)", as: "ada", headers: .page).text.contains(words), "\(query)")
            }
            #expect(try await web.send(.get, "/admin/tags", as: "lea").text.contains("Forged signature"))
            // None of them used the address up.
            #expect(try await tap(web, query).json["outcome"] == "accepted")
            #expect(try await latest(web) == "sun")
            try await web.office.store.tags.retireTag(tag.uid, why: "lost", now: web.clock.now())
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            #expect(try await latest(web) == "none tag_retired")
        }
    }

    @Test func `An office can require a signed address, which counts by phone`() async throws {
        try await with { (web, tag) async throws in
            try await web.office.store.startRequirements.setStartRequirement(
                of: web.office.office, to: StartRequirement(proof: .sun))
            let plain = try await tap(web, "event=start&desk=6F-A3")
            #expect(plain.json["outcome"] == "quarantined" && plain.json["reason"] == "unproven")
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            // An older server reads the next weaker requirement.
            #expect(try await web.office.value("select required_proof from office") == "certificate")
            for proof in [TagProof.uid, .certificate] {
                try await web.office.store.setRequiredProof(of: web.office.office, to: proof)
                #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            }
        }
    }

    @Test func `A desk can require a signed address, whatever its office requires`() async throws {
        try await with { (web, tag) async throws in
            let requirements = web.office.store.startRequirements
            let desk = try #require(DeskID("6F-A3"))
            try await requirements.setStartRequirement(of: web.office.office, to: StartRequirement(acceptsReader: true))
            try await requirements.setSigning(true, at: desk, of: web.office.office)
            let key = try await web.office.store.readers.addReader(name: "front door")
            let plain = try await web.send(.post, "/t?event=start&desk=6F-A3&user=ada", key: key)
            #expect(plain.json["outcome"] == "quarantined" && plain.json["reason"] == "unproven")
            let result = try await tap(web, "event=start&desk=6F-A3", headers: .page)
            let page = try await web.send(.get, try #require(result.headers[.location]), as: "ada", headers: .page)
            #expect(page.text.contains("with a desk tag that signs its address"))
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            #expect(
                try await web.send(.get, "/admin/desks/6F-A3", as: "lea").text.contains(
                    "only with a tag that signs its address"))
            // Other desks need what the office requires.
            let other = try await web.send(.post, "/t?event=start&desk=6F-A4&user=ada", key: key)
            #expect(other.json["outcome"] == "accepted")
            #expect(try await requirements.signingDesks(of: web.office.office) == ["6F-A3"])
            let sheet = try await web.send(.get, "/admin/tags/sheet?floor=6F", as: "lea").text
            #expect(sheet.contains("Clocking in at 6F-A3 needs a tag that signs its address."))
            try await requirements.setSigning(false, at: desk, of: web.office.office)
            let again = try await web.send(.post, "/t?event=start&desk=6F-A3&user=bo", key: key)
            #expect(again.json["outcome"] == "accepted")
            await #expect(throws: TagRegisterError.self) {
                try await requirements.setSigning(true, at: try #require(DeskID("9F-Z9")), of: web.office.office)
            }
        }
    }

    @Test func `A tag with new keys counts from 0 again, and addresses of its old keys are not valid`() async throws {
        try await with { (web, tag) async throws in
            let old = try await tag.read(times: 5)
            #expect(try await tap(web, try #require(old[5])).json["outcome"] == "accepted")
            try await tag.setUp(.start, at: DeskID("6F-A3"), in: web.office)
            // Before the first new address arrives, the tag may still have its old keys.
            #expect(try await tap(web, try #require(old[4])).json["outcome"] == "accepted")
            #expect(try await latest(web) == "sun")
            let new = try await tag.read()
            #expect(try await tap(web, new).json["outcome"] == "accepted")
            #expect(try await latest(web) == "sun")
            #expect(try await tap(web, try #require(old[3])).json["outcome"] == "accepted")
            #expect(try await latest(web) == "none tag_forged")
        }
    }

    @Test func `A reader's tap from before a tag got new keys is valid when it arrives`() async throws {
        try await with { (web, tag) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            let kept = try await tag.read(times: 2)
            web.clock.advance(by: .seconds(60))
            let before = web.clock.now()
            web.clock.advance(by: .seconds(3_600))
            try await tag.setUp(.start, at: DeskID("6F-A3"), in: web.office)
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            web.clock.advance(by: .seconds(60))
            for (number, at, found) in [(1, before, "sun"), (2, web.clock.now(), "none tag_forged")] {
                let answer = try await answers(web, [try item(tag, kept[number], at: at)], key: key)
                #expect(answer.map { $0["outcome"] } == ["accepted"])
                #expect(try await latest(web) == found)
            }
        }
    }

    @Test func `A master key that cannot be decrypted stops no taps, and raises no suspicion`() async throws {
        try await with { (web, tag) async throws in
            try await web.office.execute("update tag_master_key set wrapped_key = decode(repeat('00', 44), 'hex')")
            web.services.access.invalidate()
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            #expect(try await latest(web) == "uid")
        }
    }

    @Test func `Keys of a tag that may not have them yet are issued again, and confirmed ones are not`() async throws {
        try await TestOffice.with { office in
            let uid = UID([0x04, 1, 2, 3, 4, 5, 6])
            let first = try await office.store.tagKeys.issueKeys(of: uid, now: TestOffice.noon)
            #expect(try await office.store.tagKeys.issueKeys(of: uid, now: TestOffice.noon) == first)
            #expect(first.current.version == 1 && first.earlier.isEmpty)
            let number = try await office.store.tagKeys.addMasterKey(now: TestOffice.noon)
            #expect(number == 2)
            let second = try await office.store.tagKeys.issueKeys(of: uid, now: TestOffice.noon)
            #expect(
                second.current.version == 2 && second.earlier == [first.current] && second.current.keys != first.current.keys)
            // The tag may have either set.
            #expect(try await office.store.tagKeys.masterKeys().map(\.tags) == [1, 1])
            let other = try await office.store.tagKeys.issueKeys(of: UID([0x04, 1, 2, 3, 4, 5, 7]), now: TestOffice.noon)
            #expect(other.current != first.current && other.current.version == 1)
        }
    }

    @Test func `Signatures of a retired master key prove only the UID`() async throws {
        try await with { (web, tag) async throws in
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            let number = try await web.office.store.tagKeys.addMasterKey(now: web.clock.now())
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            #expect(try await latest(web) == "sun")
            try await web.office.store.tagKeys.retireMasterKey(1, now: web.clock.now())
            web.services.access.invalidate()
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            #expect(try await latest(web) == "uid")
            try await tag.setUp(.start, at: DeskID("6F-A3"), in: web.office)
            web.services.access.invalidate()
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            #expect(try await latest(web) == "sun")
            #expect(try await web.office.store.tagKeys.masterKeys().map(\.tags) == [0, 1])
            #expect(number == 2)
            await #expect(throws: TagRegisterError.unknownMasterKey(1)) {
                try await web.office.store.tagKeys.retireMasterKey(1, now: web.clock.now())
            }
        }
    }

    @Test func `Used readings are deleted after 32 days except the highest, whose time goes`() async throws {
        try await with { (web, tag) async throws in
            let queries = try await tag.read(times: 8)
            for number in [2, 4] { #expect(try await tap(web, try #require(queries[number])).json["outcome"] == "accepted") }
            func prune() async throws {
                web.clock.advance(by: .seconds(33 * 86_400))
                _ = try await web.office.store.retention.forgetLogs(now: web.clock.now())
            }
            try await prune()
            let left = "select string_agg(counter || ' ' || (received_at is null), ',') from tag_reading"
            let readings = try await web.office.value(left)
            #expect(readings?.hasSuffix(" true") == true && readings?.contains(",") == false)
            #expect(try await tap(web, try #require(queries[4])).json["reason"] == "link_used")
            for number in [1, 2, 3] {
                #expect(try await tap(web, try #require(queries[number])).json["reason"] == "link_outdated")
            }
            // An earlier one does not become usable again when the tag was tapped since.
            #expect(try await tap(web, try #require(queries[6])).json["outcome"] == "accepted")
            let key = try await web.office.store.readers.addReader(name: "front door")
            for number in [2, 4] {
                let item = try item(tag, queries[number], at: web.clock.now() - .seconds(2 * 86_400))
                #expect(
                    try await answers(web, [item], key: key).map { $0["outcome"] } == [number == 4 ? "rejected" : "accepted"])
                if number == 2 { #expect(try await latest(web) == "none tag_outdated") }
            }
            try await prune()
            for number in [2, 4, 5, 6] { #expect(try await tap(web, try #require(queries[number])).status == .conflict) }
            #expect(try await tap(web, try #require(queries[7])).json["outcome"] == "accepted")
        }
    }

    @Test(arguments: [false, true])
    func `The time of a reading goes with the place of its tap`(isKeyRetired: Bool) async throws {
        try await with { (web, tag) async throws in
            if isKeyRetired {
                try await web.office.store.tagKeys.retireMasterKey(1, now: web.clock.now())
                web.services.access.invalidate()
            }
            #expect(try await tap(web, try await tag.read()).json["outcome"] == "accepted")
            let ada = try await web.office.store.people.person(userName: "ada")
            let count = try await web.office.store.retention.erasePlaces(
                of: ada.id, before: web.clock.now() + .seconds(1), by: nil, now: web.clock.now())
            #expect(count == 1)
            #expect(try await web.office.value("select count(received_at)::text || count(*) from tag_reading") == "01")
        }
    }
}
