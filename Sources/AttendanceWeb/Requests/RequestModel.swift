import Attendance
import AttendanceStore
import FoundationEssentials

extension CorrectionRequest {
    /// The event that it is about; nil for an addition.
    var target: UUID? { if case .correction(let correction) = record { correction.target } else { nil } }

    /// Instants that it names or is about.
    func instants(target: RecordedEvent?) -> [Instant] {
        var instants = target.map { [$0.at] } ?? []
        switch record {
        case .tap(let tap), .add(let tap, _): instants.append(tap.at)
        case .correction(let correction):
            if case .amend(let amendment) = correction.change, let at = amendment.at { instants.append(at) }
        }
        return instants
    }
}

/// What somebody asks for, as a page shows it.
struct RequestModel: Sendable {
    let id: String
    /// Whose record it is about, and their page.
    let whose: String
    let recordAddress: String
    /// Who asks, where that is somebody else.
    let askedBy: String?
    /// What is asked for, in a sentence.
    let wish: String
    let reason: String
    let askedAt: String
    let state: String
    let stateWords: String
    let isOpenRequest: Bool
    let changedSince: String?
    let fate: String?
    let comment: String?
    let canWithdraw: Bool
    var canDecide = false
    /// A comment that somebody typed and that did not go through.
    var typed: String?
    let approveAddress: String
    let refuseAddress: String
    let withdrawAddress: String

    init(_ request: CorrectionRequest, target: RecordedEvent?, _ clock: LocalClock, for viewer: Person) {
        id = request.id.uuidString.lowercased()
        whose = request.person.displayName
        let day = request.instants(target: target).last.map { clock.date($0.seconds) }
        recordAddress =
            Address.person(request.person.userName)
            + (day.map { "?month=\($0.description.prefix(7))&day=\($0)#day-\($0)" } ?? "")
        askedBy = request.askerID == request.personID ? nil : request.asker.displayName
        wish = Self.wish(request.record, target, clock)
        reason = request.reason
        askedAt = "\(clock.date(request.askedAt.seconds).short), \(clock.time(request.askedAt.seconds))"
        state = request.state.rawValue
        stateWords =
            switch request.state {
            case .open: "Waiting"
            case .approved: "Approved"
            case .refused: "Refused"
            case .withdrawn: "Withdrawn"
            }
        isOpenRequest = request.state == .open
        changedSince =
            !request.isStale
            ? nil
            : request.target == nil
                ? "A tap of this kind has come in for about that time since this was asked for."
                : "The tap has been changed since this was asked for."
        fate = request.decision.map { decision in
            "\(decision.by.displayName), \(clock.date(decision.at.seconds).short), \(clock.time(decision.at.seconds))"
        }
        comment = request.decision?.comment
        canWithdraw = request.state == .open && request.askerID == viewer.id
        approveAddress = Address.approve(id)
        refuseAddress = Address.refuse(id)
        withdrawAddress = Address.withdraw(id)
    }

    private static func wish(_ record: LogRecord, _ target: RecordedEvent?, _ clock: LocalClock) -> String {
        func at(_ instant: Instant) -> String {
            "\(clock.date(instant.seconds).inWords), \(clock.brief(instant.seconds))"
        }
        switch record {
        case .tap(let tap), .add(let tap, _):
            return "Add \(RecordWords.kind(tap.kind).lowercased()) on \(at(tap.at))"
                + (tap.desk.map { " at \($0)" } ?? "") + "."
        case .correction(let correction):
            let tap =
                target.map { event in
                    "\(RecordWords.kind(event.kind).lowercased()) on \(at(event.at))"
                        + (event.desk.map { " at \($0)" } ?? "")
                } ?? "a tap that is not kept any more"
            guard case .amend(let amendment) = correction.change else { return "Take out \(tap)." }
            var changes: [String] = []
            if let kind = amendment.kind { changes.append("make it \(RecordWords.kind(kind).lowercased())") }
            if let new = amendment.at {
                let isSameDay = target.map { clock.date($0.at.seconds) == clock.date(new.seconds) } ?? false
                changes.append("set the time to " + (isSameDay ? clock.brief(new.seconds) : at(new)))
            }
            switch amendment.desk {
            case .named(let desk): changes.append("set the desk to \(desk)")
            case .unnamed: changes.append("name no desk")
            case nil: break
            }
            if let office = amendment.office { changes.append("set the office to \(office)") }
            return "Change \(tap): \(changes.joined(separator: ", "))."
        }
    }
}
