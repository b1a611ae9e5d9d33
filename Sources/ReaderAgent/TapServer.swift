import Foundation
package import FoundationEssentials

/// Where taps go: the real server, or a test's.
package protocol TapServer: Sendable {
    func post(_ taps: [QueuedTap]) async -> PostResult
}

/// The server's `POST /api/taps`. An answer counts only if its media type and content show that it is DeskTap's: proxies,
/// portals and other programs answer with any status.
package struct HTTPTapServer: TapServer {
    private let server: ServerConnection
    private let clock: ClockWatch?

    /// - Parameter clock: is told how far this computer's clock is off.
    package init(_ server: ServerConnection, clock: ClockWatch? = nil) {
        self.server = server
        self.clock = clock
    }

    package func post(_ taps: [QueuedTap]) async -> PostResult {
        switch await server.post(taps.map(TapItem.init), to: "api/taps") {
        case .answer(let answer): result(answer)
        case .unreachable(let sentence): .unavailable(sentence: sentence)
        }
    }

    private func result(_ answer: ServerConnection.Answer) -> PostResult {
        if answer.status == 200, answer.mediaType == "application/json",
            let items = try? JSONDecoder().decode([Element].self, from: answer.body)
        {
            note(answer)
            return .answered(items.compactMap(\.item))
        }
        let problem = answer.problem
        if problem?.reason != nil { note(answer) }
        switch (answer.status, problem?.reason) {
        case (400, let reason?), (413, let reason?):
            guard let refusal = ListRefusal(rawValue: reason) else { return .blocked(sentence: sentence(problem, answer)) }
            return .listRefused(refusal, sentence: sentence(problem, answer))
        case (401, "certificate_missing"?), (401, "wrong_certificate"?):
            // A renewed file may put that right soon.
            return .unavailable(sentence: sentence(problem, answer))
        case (401, "sign_in_needed"?):
            return .blocked(
                sentence: "The server got no key with the taps. A proxy before it may remove the Authorization header.")
        case (401, _?), (403, _?):
            return .blocked(
                sentence: "The server refuses this reader's key (\(answer.status)). Make a new one with 'desktap reader rotate'"
                    + " or 'desktap reader add', and \(server.key.replacement).")
        case (408, _), (425, _), (429, _), (500...599, _):
            let seconds = answer.retryAfter.flatMap { RetryAfter.seconds($0, now: .now) }
            return .unavailable(sentence: sentence(problem, answer), retryAfter: seconds.map { .seconds($0) })
        case (_, _?): return .blocked(sentence: sentence(problem, answer))
        case (_, nil):
            return .blocked(
                sentence: "The server's answer did not come from DeskTap (\(answer.kind)). Check the address and the proxy.")
        }
    }

    /// An element of the list; without an item if it names no tap.
    private struct Element: Decodable {
        let item: AnsweredItem?

        init(from decoder: any Decoder) throws { item = try? AnsweredItem(from: decoder) }
    }

    private func sentence(_ problem: ServerConnection.Problem?, _ answer: ServerConnection.Answer) -> String {
        problem?.detail ?? "\(server.shownAddress) answers \(answer.status)."
    }

    /// Only DeskTap's own answers tell its time.
    private func note(_ answer: ServerConnection.Answer) {
        if let difference = answer.clockDifference { clock?.note(difference) }
    }
}

/// One item of the answer to a list of taps.
package struct AnsweredItem: Sendable, Equatable, Decodable {
    package let id: UUID
    /// Nil if this version does not know the outcome, or the item says too little.
    package let outcome: TapOutcome?

    package init(_ outcome: TapOutcome) { (id, self.outcome) = (outcome.id, outcome) }

    /// - Parameter unknown: the tap whose outcome is not understood.
    package init(unknown id: UUID) { (self.id, outcome) = (id, nil) }

    package init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Key.self).decode(UUID.self, forKey: .id)
        outcome = try? TapOutcome(from: decoder)
    }

    private enum Key: CodingKey { case id }
}

/// Why the server does not take a list as it is: its `reason` words for that, which are stable over releases.
package enum ListRefusal: String, Sendable {
    case badJSON = "bad_json"
    case tooManyBytes = "too_many_bytes"
    case tooManyItems = "too_many_items"
}
