import Foundation

/// The receiver of taps: the server, or a fake in tests.
package protocol TapServer: Sendable {
    /// - Parameters:
    ///   - taps: an empty list tells the server that this reader works.
    ///   - waiting: the number of taps in the queue that are not in `taps`.
    func post(_ taps: [QueuedTap], waiting: Int) async -> PostResult
}

/// The server's `POST /api/taps`. A response is accepted only if its media type and content are DeskTap's, because proxies,
/// portals and other programs respond with any status.
package struct HTTPTapServer: TapServer {
    private let server: ServerConnection
    private let clock: ClockDriftMonitor?

    /// - Parameter clock: gets the difference between this computer's clock and the server's.
    package init(_ server: ServerConnection, clock: ClockDriftMonitor? = nil) {
        self.server = server
        self.clock = clock
    }

    package func post(_ taps: [QueuedTap], waiting: Int) async -> PostResult {
        switch await server.post(taps.map(\.report), to: "api/taps", ["Desktap-Waiting": "\(waiting)"]) {
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
            // A renewed certificate file may solve this soon.
            return .unavailable(sentence: sentence(problem, answer))
        case (401, "sign_in_needed"?):
            return .blocked(
                sentence: "The server received no key with the taps. A proxy may remove the Authorization header.")
        case (401, _?), (403, _?):
            return .blocked(
                sentence:
                    "The server refuses this reader's key (\(answer.status)). Create a new one at /admin/readers"
                    + " or 'desktap reader add', and \(server.key.replacement).")
        case (408, _), (425, _), (429, _), (500...599, _):
            return .unavailable(
                sentence: sentence(problem, answer),
                retryAfter: answer.retryAfter.flatMap { RetryAfter.duration($0, now: .now) })
        case (_, _?): return .blocked(sentence: sentence(problem, answer))
        case (_, nil):
            return .blocked(
                sentence: "The response did not come from a DeskTap server (\(answer.kind)). Check the address and the proxy.")
        }
    }

    /// An element of the list; its item is nil if it has no tap id.
    private struct Element: Decodable {
        let item: AnsweredItem?

        init(from decoder: any Decoder) throws { item = try? AnsweredItem(from: decoder) }
    }

    private func sentence(_ problem: ServerConnection.Problem?, _ answer: ServerConnection.Answer) -> String {
        problem?.detail ?? "\(server.shownAddress) responds with status \(answer.status)."
    }

    /// Reports the clock difference. Called for DeskTap's own responses only.
    private func note(_ answer: ServerConnection.Answer) {
        if let difference = answer.clockDifference { clock?.note(difference) }
    }
}
