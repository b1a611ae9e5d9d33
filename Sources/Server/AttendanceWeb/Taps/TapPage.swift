import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The page of a tag on a phone. With the tag's word in the address it taps immediately, otherwise by the button. For a tag that
/// names only its desk it offers the events that fit the person's state, the likely first.
struct TapPage: Page {
    static let template = "pages/Taps/tap"

    /// A button for one tap.
    struct Choice: Sendable, Equatable {
        let kind: String
        let words: String
        /// The form's address. It contains the tap's id, so that sending it again is harmless.
        let action: String
        /// Whether the tap is not needed.
        var isSecondary = false
    }

    let isSignedIn: Bool
    let name: String
    let user: String
    /// The tap, such as `Clock in at 6F-A1`, or the state that it would not change, such as `Already at work`.
    let heading: String
    /// The office's name; nil: the address does not name it.
    let office: String?
    /// One, several for a tag without an event, or none for a tap that would change nothing.
    let choices: [Choice]
    /// What to do, or that there is nothing to do.
    let instruction: String
    /// Whether the person is in the state already that the tap would set.
    let isDone: Bool
    /// nil: no tap can be missing.
    let missing: MissingTap?
    /// Whether the page's script taps without a touch (``AutomaticTap``).
    let isAutomatic: Bool
    /// Whether the script of the page to which a sign-in returns taps without a touch.
    let isAutomaticAfterSignIn: Bool
    /// Signs in and returns to the tap.
    let signInAddress: String
    let signOutAddress: String
    /// ``TapScriptWords``.
    let words: ScriptJSON

    /// - Parameters:
    ///   - at: the instant in the address.
    ///   - signature: the parameters with which the tag signed its address.
    ///   - hasDesk: false: no desk has the tag's name, so that the person cannot clock in there.
    ///   - already: says that the person is in the state already that the tap would set; nil: the tap would change it.
    ///   - question: asks for a tap that may be missing; nil: none.
    ///   - occupant: says that another person is at the desk now; nil: there is none.
    ///   - isRepeat: whether the tap would be a double tap of the latest one.
    ///   - state: the person's state; nil without a person.
    ///   - address: the page's own address.
    init(
        _ report: TapReport, at: String?, signature: [(String, String?)], person: Person?, office: String?, hasDesk: Bool,
        state: TapSummary.Now?, already: String?, question: MissingTap?, occupant: String?, isRepeat: Bool,
        isAutomatic: Bool, isAutomaticAfterSignIn: Bool, address: String
    ) throws {
        let goal = (ReturnAddress(address) ?? .map).text
        signInAddress = Address.signIn(to: goal)
        signOutAddress = Address.signOut(to: goal)
        isSignedIn = person != nil
        name = person?.displayName ?? ""
        user = person?.userName ?? ""
        let desk = report.desk.flatMap { DeskID($0)?.description }
        self.office = office
        let verb =
            report.kind.flatMap(TapKind.init).map { Self.step($0, state?.state ?? .off, isHere: true) } ?? Self.verb(nil)
        let isStart = report.kind.flatMap(TapKind.init) == .start
        let sentence: String
        /// The desk of a clock-in that moves a person who is at work at another desk; nil: the tap is no move.
        let moveTo: String?
        if isStart, state?.state == .work, let from = state?.desk, let desk, from != desk {
            moveTo = desk
            sentence = localized("tap.moveFrom", ["from": from, "desk": desk])
        } else {
            moveTo = nil
            sentence =
                if let already {
                    already
                } else if let desk, !hasDesk {
                    localized("tap.bad.unknownDesk", ["desk": desk])
                } else {
                    localized(report.kind == nil && state?.state ?? .off != .off ? "tap.choose" : "tap.notYet")
                }
        }
        instruction = occupant.map { localized("tap.and", ["first": sentence, "second": $0]) } ?? sentence
        isDone = already != nil
        missing = isAutomatic ? nil : question
        heading =
            if already != nil, let state {
                localized("tap.already.\(state.state.rawValue)")
            } else if let moveTo {
                localized("tap.moveTo", ["moveTo": moveTo])
            } else if let desk {
                localized("tap.atDesk", ["verb": verb, "desk": desk])
            } else {
                verb
            }
        self.isAutomatic = isAutomatic
        self.isAutomaticAfterSignIn = isAutomaticAfterSignIn
        words = try TapScriptWords().json
        var report = report
        report.desk = desk
        // Only a later clock-out can be meant besides one that counts.
        if already != nil, !isAutomatic, isRepeat || report.kind != TapKind.end.rawValue {
            choices = []
            return
        }
        guard report.kind == nil else {
            let words = moveTo.map { localized("tap.moveTo", ["moveTo": $0]) } ?? verb
            let isAgain = already != nil && !isRepeat && report.kind == TapKind.end.rawValue
            choices = [
                Choice(
                    kind: report.kind ?? "", words: isAgain ? localized("tap.endAgain") : words,
                    action: Self.action(report, at: at, signature), isSecondary: already != nil)
            ]
            return
        }
        let isHere = desk != nil && state?.desk == desk
        let likely = Self.likely(in: state?.state ?? .off, isHere: isHere)
        choices = likely.filter { hasDesk || $0 != .start }.map { kind in
            var report = report
            // An id for each: a person who goes back and touches another button makes another tap.
            (report.id, report.kind) = (UUID().uuidString.lowercased(), kind.rawValue)
            return Choice(
                kind: kind.rawValue, words: Self.step(kind, state?.state ?? .off, isHere: isHere),
                action: Self.action(report, at: at, signature))
        }
    }

    private static func action(_ report: TapReport, at: String?, _ signature: [(String, String?)]) -> String {
        Address.asking(
            Address.tap,
            [
                ("event", report.kind), ("desk", report.desk), ("office", report.office), ("id", report.id),
                ("at", at.map { _ in report.at ?? "" }),
            ] + signature)
    }

    /// The events that a tap at a desk can mean, the likely first.
    /// - Parameter isHere: whether the person holds this desk.
    static func likely(in state: Presence.State, isHere: Bool) -> [TapKind] {
        switch state {
        case .work where isHere: [.pause, .end]
        case .off: [.start]
        case .work: [.start, .pause, .end]
        case .pause: [.start, .end]
        }
    }

    private static func step(_ kind: TapKind, _ state: Presence.State, isHere: Bool) -> String {
        switch (kind, state) {
        case (.start, .pause) where isHere: localized("tap.step.resume")
        case (.start, .pause): localized("tap.step.resumeHere")
        case (.start, .work) where !isHere: localized("tap.step.move")
        default: verb(kind)
        }
    }

    static func verb(_ kind: TapKind?) -> String {
        kind.map { RecordWords.kind($0) } ?? localized("tap.any")
    }
}
