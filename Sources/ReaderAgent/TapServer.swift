import Foundation

/// Where taps go: the real server, or a test's.
package protocol TapServer: Sendable {
    func post(_ taps: [QueuedTap]) async -> PostResult
}

/// The server's `POST /api/taps`.
package struct HTTPTapServer: TapServer {
    /// What the server says where the key is right, and the certificate beside it is not.
    private static let certificateReasons: Set = ["certificate_missing", "wrong_certificate"]

    private let server: ServerConnection

    package init(_ server: ServerConnection) { self.server = server }

    package func post(_ taps: [QueuedTap]) async -> PostResult {
        switch await server.post(taps.map(Item.init), to: "api/taps") {
        case .answer(let status, let retryAfter, let body): result(status: status, retryAfter: retryAfter, body: body)
        case .unreachable(let sentence): .unavailable(sentence: sentence)
        }
    }

    private func result(status: Int, retryAfter: String?, body: Data) -> PostResult {
        let problem = ServerConnection.Problem(body)
        let detail = problem?.detail
        switch status {
        case 200:
            guard let answers = try? JSONDecoder().decode([Answer].self, from: body) else {
                return .unavailable(
                    sentence: "\(server.shownAddress) gives an answer that is not understood. Is this a DeskTap server?")
            }
            return .answered(answers.compactMap(\.outcome))
        case 401 where Self.certificateReasons.contains(problem?.reason ?? ""):
            // Unlike a key, that may be put right on the server, or by a renewed file, while this program runs.
            return .unavailable(sentence: detail ?? "The server refuses this reader's certificate (401).")
        case 401, 403:
            return .keyRefused(
                sentence: "The server refuses this reader's key (\(status)). Taps are kept. Make a new key with"
                    + " 'desktap reader add', set DESKTAP_READER_KEY and start desktap-reader again.")
        case 400, 413, 422: return .listRefused(sentence: detail ?? "The server refused the tap (\(status)).")
        case 408, 425, 429, 500...599:
            let seconds = retryAfter.flatMap { RetryAfter.seconds($0, now: .now) }
            return .unavailable(
                sentence: detail ?? "\(server.shownAddress) answers \(status).", retryAfter: seconds.map { .seconds($0) })
        default:
            return .unavailable(
                sentence: "\(server.shownAddress) answers \(status) where taps are taken. Is this the right --server?")
        }
    }

    struct Item: Encodable {
        struct BadgeItem: Encodable {
            var kind: String
            var uid: String
        }

        struct TagItem: Encodable {
            var uid: String
            var certificate: String?
        }

        var id: String
        var type = "tap"
        var user: String?
        var badge: BadgeItem?
        var kind: String
        var at: String
        var desk: String?
        var office: String?
        var tag: TagItem?

        init(_ tap: QueuedTap) {
            id = tap.id.uuidString.lowercased()
            user = tap.person.user
            badge = tap.person.badge.map { BadgeItem(kind: $0.kind.rawValue, uid: $0.uid.description) }
            kind = tap.kind.rawValue
            at = tap.at
            desk = tap.desk?.description
            office = tap.office
            tag = tap.evidence.map { TagItem(uid: $0.uid.description, certificate: $0.certificate?.base64URL) }
        }
    }

    /// One item of the answer; nil where it is not about a tap of ours, or says what this version does not know.
    private struct Answer: Decodable {
        let outcome: TapOutcome?

        init(from decoder: any Decoder) throws { outcome = try? TapOutcome(from: decoder) }
    }
}

extension [UInt8] {
    /// RFC 4648, 5, without padding.
    var base64URL: String {
        Data(self).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// The `Retry-After` field (RFC 9110, 10.2.3).
enum RetryAfter {
    /// - Returns: seconds from `now`; nil if the text is neither a number nor a date.
    static func seconds(_ text: String, now: Date) -> Int? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let seconds = Int(text) { return max(0, seconds) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { max(0, Int($0.timeIntervalSince(now).rounded(.up))) }
    }
}
