import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// What a phone shows when a tag was read: it sends the tap at once where the address has the tag's word, otherwise by the
/// button. A tag that stands for its desk alone offers what may have happened there, the likely first.
struct TapPage: Page {
    static let template = "pages/Taps/tap"

    /// A tap that one touch makes.
    struct Choice: Sendable, Equatable {
        let kind: String
        let words: String
        /// Where the form sends the tap. It carries the tap's number, so that sending it again is harmless.
        let action: String
    }

    let isSignedIn: Bool
    let name: String
    let user: String
    let verb: String
    let desk: String?
    /// Where it is; nil where the tag does not say.
    let office: String?
    /// One, or where the tag does not say what happened, several.
    let choices: [Choice]
    let isOpen: Bool
    /// Whether the page's script sends the tap without a touch (``AutomaticTap``).
    let isByItself: Bool
    /// Where somebody who is not signed in yet does so, and comes back to the tap.
    let signInAddress: String
    let signOutAddress: String
    /// Another one with each release and language: what a phone keeps for when it is offline is made anew then.
    let workerAddress: String
    /// ``TapWords``.
    let words: String

    /// - Parameters:
    ///   - at: the instant, where the address gives one.
    ///   - state: what whoever tapped does now, where the tag does not say what happens next.
    ///   - address: that of the page.
    ///   - release: names what the page is made of.
    init(
        _ report: TapReport, at: String?, person: Person?, office: String?, state: TapSummary.Now?, isByItself: Bool,
        address: String, release: String
    ) throws {
        let goal = (ReturnAddress(address) ?? .map).text
        signInAddress = Address.signIn(to: goal)
        signOutAddress = Address.signOut(to: goal)
        workerAddress = Address.tapWorker(version: "\(release)-\(Catalogue.current.language.rawValue)")
        isSignedIn = person != nil
        name = person?.displayName ?? ""
        user = person?.userName ?? ""
        desk = report.desk.flatMap { DeskID($0)?.description }
        self.office = office
        verb = Self.verb(report.kind.flatMap(TapKind.init))
        isOpen = report.kind == nil
        self.isByItself = isByItself
        words = try TapWords().json
        var report = report
        report.desk = desk
        guard report.kind == nil else {
            choices = [Choice(kind: report.kind ?? "", words: localized("tap.record"), action: Self.action(report, at: at))]
            return
        }
        let isHere = desk != nil && state?.desk == desk
        choices = Self.likely(in: state?.state ?? .off, isHere: isHere).map { kind in
            var report = report
            // Each is a tap of its own: whoever goes back and touches another one means that, too.
            (report.id, report.kind) = (UUID().uuidString.lowercased(), kind.rawValue)
            return Choice(
                kind: kind.rawValue, words: Self.step(kind, state?.state ?? .off, isHere: isHere),
                action: Self.action(report, at: at))
        }
    }

    private static func action(_ report: TapReport, at: String?) -> String {
        Address.asking(
            Address.tap,
            [
                ("event", report.kind), ("desk", report.desk), ("office", report.office), ("id", report.id),
                ("at", at.map { _ in report.at ?? "" }),
            ])
    }

    /// What a tap at a desk may mean, the likely first.
    /// - Parameter isHere: whether it is the desk that they are at.
    static func likely(in state: Presence.State, isHere: Bool) -> [TapKind] {
        switch state {
        case .work where isHere: [.pause, .end, .start]
        case .off, .work: [.start, .pause, .end]
        case .pause: [.start, .end, .pause]
        }
    }

    private static func step(_ kind: TapKind, _ state: Presence.State, isHere: Bool) -> String {
        switch (kind, state) {
        case (.start, .pause) where isHere: localized("tap.step.resume")
        case (.start, .work) where !isHere, (.start, .pause): localized("tap.step.move")
        default: verb(kind)
        }
    }

    static func verb(_ kind: TapKind?) -> String {
        kind.map(RecordWords.kind) ?? localized("tap.any")
    }
}

/// What a phone shows of a tag while the server is away, and the taps that it keeps for later. It says nothing of anybody: the
/// phone fills in what it knows itself.
struct KeptTapsPage: Page {
    static let template = "pages/Taps/tap-kept"
    let words: String
    let signInAddress = Address.signIn(to: Address.keptTaps)

    init() throws { words = try TapWords().json }
}

/// The words of `tap.js`.
struct TapWords: ScriptWords {
    let start = localized("tap.start")
    let pause = localized("tap.pause")
    let end = localized("tap.end")
    let any = localized("tap.any")
    let atDesk = localized("tap.atDesk")
    let atTime = localized("tap.atTime")
    let recording = localized("tap.recording")
    let kept = localized("tap.kept")
    let away = localized("tap.away")
    let tooOften = localized("tap.tooOftenKept")
    let waitsOne = localized("tap.waits.one")
    let waitsSeveral = localized("tap.waits.several")
    let waiting = localized("tap.state.waiting")
    let signIn = localized("tap.state.signIn")
    let somebodyElses = localized("tap.state.somebodyElses")
    let recorded = localized("tap.state.recorded")
    let refused = localized("tap.state.refused")
    let notRecorded = localized("tap.notRecorded")
    let ask = localized("tap.ask")
    let signInNow = localized("signIn.action")
    let forget = localized("tap.forget")
    let nothingKept = localized("tap.nothingKept")
    let notKept = localized("tap.notKept")
    let foreign = localized("tap.foreign")
    let confirm = localized("tap.state.confirm")
    let record = localized("tap.record")
    let map = localized("tap.map")
    let me = localized("tap.me")
}
