import Attendance
import FoundationEssentials
import JSON
import Testing

private let id = "0198F3A0-0000-7000-8000-00000000ABCD"

private func report(
    id: String? = id, type: String? = "tap", user: String? = "ada", kind: String? = "start",
    at: String? = "2026-11-21T09:00:00.123456+09:00", desk: String? = "6f-a3"
) -> TapReport {
    TapReport(id: id, type: type, user: user, kind: kind, at: at, desk: desk)
}

@Suite struct `Tap report` {
    @Test func `A tap report is normalised to a tap`() throws {
        let tap = try report().tap()
        #expect(tap.id.uuidString.lowercased() == id.lowercased())
        #expect(tap.user == "ada")
        #expect(tap.kind == .start)
        #expect(tap.at.millisecondsSince1970 == 1_795_219_200_123)
        #expect(tap.desk == DeskID("6F-A3"))
        #expect(try report(id: id.lowercased()).tap() == tap)
    }

    /// Each line has one fault more than the line below it.
    @Test(
        arguments: [
            (report(id: "x", type: "x", user: "", kind: "x", at: "x", desk: "?"), .badID),
            (report(type: "x", user: "", kind: "x", at: "x", desk: "?"), .badType),
            (report(user: "", kind: "x", at: "x", desk: "?"), .badTime),
            (report(user: "", kind: "x", desk: "?"), .badUser),
            (report(kind: "x", desk: "?"), .badKind),
            (report(desk: "?"), .badDesk),
            (report(desk: " "), .deskRequired),
            (report(desk: nil), .deskRequired),
            (report(id: nil), .badID),
            (report(id: ""), .badID),
            (report(id: id + "0"), .badID),
            (report(id: "{\(id)}"), .badID),
            (report(id: String(id.filter { $0 != "-" })), .badID),
            (report(type: nil), .badType),
            (report(type: "Tap"), .badType),
            (report(type: "add"), .badType),
            (report(type: "void", at: nil), .badType),
            (report(at: nil), .badTime),
            (report(at: "2026-11-21T09:00:00"), .badTime),
            (report(user: nil), .badUser),
            (report(user: " ada"), .badUser),
            (report(user: "ada\n"), .badUser),
            (report(user: "a\u{7F}da"), .badUser),
            (report(user: String(repeating: "a", count: UserName.longest + 1)), .badUser),
            (report(kind: nil), .badKind),
            (report(kind: "resume"), .badKind),
            (report(kind: "Start"), .badKind),
            (report(kind: "end", desk: "-"), .badDesk),
        ] as [(TapReport, RejectionReason)])
    func `A malformed tap report is rejected with the first reason`(report: TapReport, reason: RejectionReason) {
        #expect(throws: reason) { try report.tap() }
    }

    @Test(arguments: ["pause", "end"], [nil, "", "\0", " "])
    func `A pause or an end may name no desk`(kind: String, desk: String?) throws {
        #expect(try report(kind: kind, desk: desk).tap().desk == nil)
    }

    @Test(arguments: ["ada", "Ada Lovelace", "ada@example.com", "阿田", String(repeating: "é", count: 128)])
    func `Valid user names are accepted`(user: String) throws {
        #expect(try report(user: user).tap().user == user)
    }

    @Test func `Taps are ordered by instant, then end, pause, start, then id`() throws {
        let low = "00000000-0000-4000-8000-00000000000A"
        let high = "F0000000-0000-4000-8000-000000000001"
        let taps = try [
            report(id: high, kind: "start", at: "2026-11-21T08:59:59.999+09:00"), report(id: high, kind: "end"),
            report(id: low, kind: "pause"), report(id: low.lowercased(), kind: "start"), report(id: high.lowercased()),
            report(id: low, kind: "end", at: "2026-11-21T09:00:00.124+09:00"),
        ].map { try $0.tap().order }
        #expect(taps.reversed().sorted() == taps)
    }

    /// A new field of ``TapReport`` needs a value here.
    @Test func `Every field of a tap report survives its JSON`() throws {
        var full = report()
        full.office = "Harbour Office"
        full.badge = TapReport.Badge(kind: "nfca", uid: "04A1B2C3")
        full.tag = TapReport.Tag(uid: "04", certificate: "-_8A", counter: "00010A", mac: "4B00064004B0B3D3")
        let json = try JSONValue(parsing: try JSONEncoder().encode(full))
        #expect(TapReport(json) == full)
        // A badge stands for the person, whatever tag was read with it.
        #expect(full.reading == .badge(BadgeReading(kind: .nfca, uid: UID([4, 0xA1, 0xB2, 0xC3]))))
        func fields(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
        #expect(
            Set(try #require(json.object).keys) == fields(full).subtracting(["isAtStamped", "mayLackDesk", "word"]))
        #expect(Set(try #require(json["badge"]?.object).keys) == fields(try #require(full.badge)))
        #expect(Set(try #require(json["tag"]?.object).keys) == fields(try #require(full.tag)))
    }
}

@Suite struct `Quarantine` {
    @Test(
        arguments: [
            (120_000, nil), (120_001, .future), (0, nil), (-2_678_400_000, nil), (-2_678_400_001, .tooOld),
        ] as [(Int64, QuarantineReason?)])
    func `A tap is quarantined beyond the future tolerance and the maximum age`(ahead: Int64, reason: QuarantineReason?) {
        let received = Instant(millisecondsSince1970: 1_795_219_200_500)
        let at = Instant(millisecondsSince1970: received.millisecondsSince1970 + ahead)
        #expect(AttendancePolicy().quarantine(of: at, receivedAt: received) == reason)
    }

    @Test func `Quarantine of old taps can be disabled`() {
        var policy = AttendancePolicy()
        policy.maximumAge = nil
        let received = Instant(millisecondsSince1970: 1_795_219_200_500)
        #expect(policy.quarantine(of: Instant(millisecondsSince1970: 0), receivedAt: received) == nil)
        #expect(policy.quarantine(of: received + .seconds(121), receivedAt: received) == .future)
    }
}
