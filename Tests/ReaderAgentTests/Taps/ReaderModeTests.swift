import Attendance
import NFCTag
import Testing

@testable import ReaderAgent

@Suite struct `Reader mode` {
    private static let hosts: Set = ["desk.example.com"]
    private static let card: [UInt8] = [0x04, 1, 2, 3, 4, 5, 6]

    /// An answer to reset with these historical bytes.
    private static func answer(_ historical: [UInt8]) -> ATR {
        let body = [0x80 | UInt8(historical.count), 0x80, 0x01] + historical
        return ATR([0x3B] + body + [body.reduce(0, ^)])
    }

    private static func storage(_ standard: UInt8, _ name: UInt16) -> ATR {
        answer([0x80, 0x4F, 0x0C, 0xA0, 0, 0, 0x03, 0x06, standard, UInt8(name >> 8), UInt8(name & 0xFF), 0, 0, 0, 0])
    }

    private static func scanned(_ uid: [UInt8], _ kind: TagKind = .type2, _ content: TagContent = .unformatted) -> ScannedTag {
        ScannedTag(
            TagReading(uid: UID(uid), kind: kind, content: content, access: .readWrite), answerToReset: storage(3, 3))
    }

    private let door = ReaderMode.badges(BadgeSettings(desk: DeskID("6F-A3"), office: nil, defaultEvent: nil))

    @Test(
        arguments: [
            (storage(0x03, 0x0003), card, .nfca), (storage(0x03, 0x0001), [1, 2, 3, 4], .nfca),
            (storage(0x06, 0x0007), [1, 2, 3, 4], .nfcb), (answer([1, 2, 3, 4, 5, 6, 7, 0x50]), [1, 2, 3, 4], .nfcb),
            (answer([1, 2, 3, 4, 5, 6, 7, 0x51]), [1, 2, 3, 4], .nfca), (answer([1, 2, 3, 4, 5, 6, 7, 0x50]), card, .nfca),
            (answer([0x80]), card, .nfca), (storage(0x11, 0x003B), [1, 2, 3, 4, 5, 6, 7, 8], .felica),
            (storage(0x03, 0xF011), [1, 2, 3, 4, 5, 6, 7, 8], .felica),
            (storage(0x0B, 0x0014), [0xE0, 4, 1, 0x10, 1, 2, 3, 4], .iso15693),
            (ATR([]), [0xE0, 4, 1, 0x10, 1, 2, 3, 4], .iso15693), (ATR([]), [1, 2, 3, 4, 5, 6, 7, 8], .felica),
        ] as [(ATR, [UInt8], BadgeKind)])
    func `The kind of badge follows from the answer to reset`(answer: ATR, uid: [UInt8], kind: BadgeKind) {
        #expect(BadgeReading(TagKind(answer), uid: UID(uid), answerToReset: answer) == BadgeReading(kind: kind, uid: UID(uid)))
    }

    @Test(arguments: [
        (BadgeKind.nfca, [0x08, 1, 2, 3] as [UInt8], true), (.nfcb, [0x08, 1, 2, 3], false), (.nfca, [0x09, 1, 2, 3], false),
        (.nfca, [0x08, 1, 2, 3, 4, 5, 6], false), (.felica, [0x02, 0xFE, 1, 2, 3, 4, 5, 6], true),
    ])
    func `A random badge UID is recognized for its kind`(kind: BadgeKind, uid: [UInt8], isRandom: Bool) {
        #expect(BadgeReading(kind: kind, uid: UID(uid)).isRandom == isRandom)
    }

    @Test func `A badge makes a tap at the reader's desk`() throws {
        let tap = try door.content(of: Self.scanned(Self.card), hosts: Self.hosts, event: .start)
        #expect(tap.person == .badge(BadgeReading(kind: .nfca, uid: UID(Self.card))))
        #expect(tap.kind == .start && tap.desk == DeskID("6F-A3") && tap.proof == nil)
    }

    @Test func `A desk tag, a random UID, a missing choice and a missing desk are refused for badges`() throws {
        let address = try URIRecord("https://desk.example.com/t?event=start&desk=6F-B1").record
        let tag = Self.scanned(Self.card, .type2, .message(NDEFMessage(address)))
        #expect(throws: TagContentError.deskTag(.start, DeskID("6F-B1"))) {
            try door.content(of: tag, hosts: Self.hosts, event: .start)
        }
        #expect(throws: TagContentError.randomBadge) {
            try door.content(of: Self.scanned([8, 1, 2, 3], .type4), hosts: Self.hosts, event: .start)
        }
        #expect(throws: TagContentError.noEventChosen) {
            try door.content(of: Self.scanned(Self.card), hosts: Self.hosts, event: nil)
        }
        let wayOut = ReaderMode.badges(BadgeSettings(desk: nil, office: "Tokyo", defaultEvent: .end))
        #expect(throws: TagContentError.noDesk) {
            try wayOut.content(of: Self.scanned(Self.card), hosts: Self.hosts, event: .start)
        }
    }

    @Test func `A badge with the address of another server is accepted`() throws {
        let address = try URIRecord("https://card.example.org/ada").record
        let badge = Self.scanned(Self.card, .type2, .message(NDEFMessage(address)))
        #expect(try door.content(of: badge, hosts: Self.hosts, event: .pause).kind == .pause)
    }

    @Test func `An event choice ends with its tap or after 30 s`() {
        let now = ContinuousClock.now
        var choice = EventChoice(defaultEvent: .start)
        #expect(choice.event(at: now) == .start)
        choice.choose(.end, at: now)
        #expect(choice.event(at: now + .seconds(29)) == .end)
        #expect(choice.event(at: now + .seconds(30)) == .start)
        let consumed = choice.consume()
        #expect(choice.event(at: now) == .start)
        // The tap failed. A newer choice takes precedence.
        choice.restore(consumed)
        #expect(choice.event(at: now) == .end)
        let first = choice.consume()
        choice.choose(.pause, at: now)
        choice.restore(first)
        #expect(choice.event(at: now) == .pause)
        var asked = EventChoice(defaultEvent: nil)
        #expect(asked.event(at: now) == nil)
        asked.choose(.pause, at: now)
        #expect(asked.event(at: now) == .pause)
    }
}
