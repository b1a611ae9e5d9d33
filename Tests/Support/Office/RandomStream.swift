import Attendance
package import AttendanceStore
import Foundation
import TestServers

/// Random taps and corrections of Ada, Bo and Cy at a few desks, in the `span` seconds before ``TestOffice/noon``.
package struct RandomStream {
    private var random: SeededGenerator
    private let span: Int64
    /// The ids of taps and additions. All writers share them, so that corrections find other writers' taps.
    private let ids: [UUID]

    /// - Parameters:
    ///   - seed: of the ids, which all writers share.
    ///   - writer: gives each writer a stream of its own.
    package init(seed: UInt64, writer: UInt64 = 0, span: Int64) {
        var shared = SeededGenerator(seed: seed)
        ids = (0..<300).map { _ in
            var bytes: [UInt8] = []
            for _ in 0..<16 { bytes.append(UInt8.random(in: .min ... .max, using: &shared)) }
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
        random = SeededGenerator(seed: seed &* 1000 &+ writer)
        self.span = span
    }

    private mutating func id() -> UUID { ids.randomElement(using: &random) ?? UUID() }

    private mutating func instant() -> Instant {
        TestOffice.noon + .seconds(-Int64.random(in: 0..<span, using: &random))
    }

    private mutating func desk() -> String { "6F-A\(Int.random(in: 1...3, using: &random))" }

    private mutating func user() -> String { ["ada", "bo", "cy"].randomElement(using: &random) ?? "ada" }

    package mutating func tap() -> TapSubmission {
        let kind: TapKind = [.start, .start, .start, .pause, .end].randomElement(using: &random) ?? .start
        let names = kind == .start || Bool.random(using: &random)
        let isFuture = Int.random(in: 0..<15, using: &random) == 0
        let at = instant()
        return TestOffice.submission(
            user(), kind, at: at, desk: names ? desk() : nil, id: id(),
            receivedAt: isFuture ? at - .seconds(3600) : TestOffice.noon)
    }

    package mutating func correction() -> CorrectionSubmission {
        let why = Justification(author: "cy", reason: "It was otherwise")
        let change: Correction.Change
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let tap = Tap(
                id: id(), user: user(), kind: [.start, .end].randomElement(using: &random) ?? .end, at: instant(),
                desk: DeskID(desk()))
            return CorrectionSubmission(.add(tap, why), receivedAt: TestOffice.noon)
        case 1: change = .void
        case 2: change = .restore
        case 3: change = .amend(Amendment(at: instant()))
        case 4: change = .amend(Amendment(desk: DeskID(desk()).map { .named($0) }))
        default: change = .amend(Amendment(at: instant(), kind: .pause))
        }
        return CorrectionSubmission(
            .correction(Correction(id: UUID(), target: id(), change: change, justification: why)),
            receivedAt: TestOffice.noon)
    }
}
