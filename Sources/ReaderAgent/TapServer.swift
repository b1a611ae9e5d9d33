package import Foundation
import FoundationNetworking

/// Where taps go: the real server, or a test's.
package protocol TapServer: Sendable {
    func post(_ taps: [QueuedTap]) async -> PostResult
}

/// The server's `POST /api/taps`.
package final class HTTPTapServer: TapServer {
    private let address: URL
    private let key: String
    private let session: URLSession
    private let shownAddress: String

    /// - Parameters:
    ///   - server: the server's address, such as `https://desk.example.com`.
    ///   - key: this reader's key.
    ///   - timeout: for one answer.
    package init(server: URL, key: String, version: String, timeout: Duration = .seconds(15)) {
        address = server.appending(path: "api/taps")
        shownAddress = server.absoluteString
        self.key = key
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.httpAdditionalHeaders = ["User-Agent": "desktap-reader/\(version)"]
        session = URLSession(configuration: configuration, delegate: StaysHere(), delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    package func post(_ taps: [QueuedTap]) async -> PostResult {
        var request = URLRequest(url: address)
        request.httpMethod = "POST"
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        do {
            request.httpBody = try JSONEncoder().encode(taps.map(Item.init))
            let (body, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else {
                return .unavailable(sentence: "\(shownAddress) does not answer in HTTP.")
            }
            return result(
                status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"), body: body)
        } catch {
            return .unavailable(sentence: "\(shownAddress) cannot be reached: \(Self.reason(error)).")
        }
    }

    private func result(status: Int, retryAfter: String?, body: Data) -> PostResult {
        let detail = (try? JSONDecoder().decode(Problem.self, from: body))?.detail
        switch status {
        case 200:
            guard let answers = try? JSONDecoder().decode([Answer].self, from: body) else {
                return .unavailable(
                    sentence: "\(shownAddress) gives an answer that is not understood. Is this a DeskTap server?")
            }
            return .answered(answers.compactMap(\.outcome))
        case 401, 403:
            return .keyRefused(
                sentence: "The server refuses this reader's key (\(status)). Taps are kept. Make a new key with"
                    + " 'desktap reader add', set DESKTAP_READER_KEY and start desktap-reader again.")
        case 400, 413, 422: return .listRefused(sentence: detail ?? "The server refused the tap (\(status)).")
        case 408, 425, 429, 500...599:
            let seconds = retryAfter.flatMap { RetryAfter.seconds($0, now: .now) }
            return .unavailable(
                sentence: detail ?? "\(shownAddress) answers \(status).", retryAfter: seconds.map { .seconds($0) })
        default:
            return .unavailable(
                sentence: "\(shownAddress) answers \(status) where taps are taken. Is this the right --server?")
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? URLError)?.code {
        case .cannotConnectToHost: "nobody listens there"
        case .cannotFindHost, .dnsLookupFailed: "there is no such host"
        case .timedOut: "no answer in time"
        case .networkConnectionLost: "the connection was lost"
        case .notConnectedToInternet: "no network"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot:
            "its certificate is not trusted"
        default: error.localizedDescription
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

    /// Problem details (RFC 9457).
    private struct Problem: Decodable {
        var detail: String?
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

/// Follows no redirection: the key and the taps are for the configured server alone.
private final class StaysHere: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
