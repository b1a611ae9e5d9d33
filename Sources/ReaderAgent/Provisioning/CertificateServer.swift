package import Attendance
import Foundation
package import NFCTag

/// Where tags are registered and get their certificates: the real server, or a test's.
package protocol CertificateServer: Sendable {
    /// Registers a tag as issued for what its address says.
    /// - Parameters:
    ///   - isReplacing: whether another use of the same tag ends with this one.
    ///   - wantsCertificate: whether the tag gets one; else its UID alone is registered.
    ///   - wantsWord: whether its address has room for a word.
    /// - Returns: the certificate and the word for the tag's address, each nil where it is not wanted. A server may make no words.
    func issue(
        to uid: TagUID, address: String, replacing isReplacing: Bool, certificate wantsCertificate: Bool, word wantsWord: Bool
    ) async throws(CertificateServerError) -> (certificate: TagCertificate?, word: TagWord?)

    /// Says that the tag holds what it should, read back.
    func written(_ uid: TagUID) async throws(CertificateServerError)
}

/// Why the server gave no certificate, or was not told of a written tag.
package enum CertificateServerError: Error, Sendable, Equatable {
    case unreachable(sentence: String)
    /// Not now (408, 425, 429, 5xx).
    case busy(sentence: String)
    /// The key is unknown, or not an administrator's (401, 403).
    case keyRefused(status: Int)
    /// The tag stands for another desk or event (409).
    case inUse(sentence: String)
    /// The address or the tag is not to the server's liking, or names a desk it does not know (400, 404, 422).
    case refused(sentence: String)
    /// An answer that no DeskTap server gives.
    case notUnderstood(sentence: String)
}

/// The server's `/api/tags`.
package struct HTTPCertificateServer: CertificateServer {
    private let server: ServerConnection

    package init(_ server: ServerConnection) { self.server = server }

    package func issue(
        to uid: TagUID, address: String, replacing isReplacing: Bool, certificate wantsCertificate: Bool, word wantsWord: Bool
    ) async throws(CertificateServerError) -> (certificate: TagCertificate?, word: TagWord?) {
        struct Request: Encodable {
            var uid: String
            var address: String
            var replace: Bool?
            var certificate: Bool?
            var word: Bool?
        }
        struct Answer: Decodable {
            var uid: String
            var certificate: String?
            var word: String?
        }
        let body = try await post(
            Request(
                uid: uid.description, address: address, replace: isReplacing ? true : nil,
                certificate: wantsCertificate ? nil : false, word: wantsWord ? nil : false),
            to: "api/tags/certificates", expecting: 201)
        guard let answer = try? JSONDecoder().decode(Answer.self, from: body), answer.uid.uppercased() == uid.description else {
            throw notUnderstood
        }
        let word = answer.word.flatMap { TagWord($0) }
        guard (word == nil) == (answer.word == nil) else { throw notUnderstood }
        guard wantsCertificate else { return (nil, word) }
        guard let text = answer.certificate, let certificate = try? TagCertificate(base64URL: text) else { throw notUnderstood }
        return (certificate, word)
    }

    package func written(_ uid: TagUID) async throws(CertificateServerError) {
        _ = try await post([String: String](), to: "api/tags/\(uid)/written", expecting: 204)
    }

    private var notUnderstood: CertificateServerError {
        .notUnderstood(
            sentence: "\(server.shownAddress) gives an answer that is not understood. Is this a DeskTap server, and not older"
                + " than this program?")
    }

    private func post(
        _ value: some Encodable, to path: String, expecting expected: Int
    ) async throws(CertificateServerError) -> Data {
        let answer: ServerConnection.Answer
        switch await server.post(value, to: path) {
        case .unreachable(let sentence): throw .unreachable(sentence: sentence)
        case .answer(let given): answer = given
        }
        let (status, detail) = (answer.status, answer.problem?.detail)
        switch status {
        case expected: return answer.body
        case 401, 403:
            // Portals and proxies answer so, too.
            guard answer.problem?.reason != nil else { throw notUnderstood }
            throw .keyRefused(status: status)
        case 409: throw .inUse(sentence: detail ?? "The tag stands for another desk or event.")
        case 400, 404, 422:
            // Without details it is no answer of ours: the address may be wrong.
            guard let detail else { throw notUnderstood }
            throw .refused(sentence: detail)
        case 408, 425, 429, 500...599: throw .busy(sentence: detail ?? "\(server.shownAddress) answers \(status).")
        default: throw notUnderstood
        }
    }
}

extension CertificateServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .keyRefused(let status):
            "The server does not take this key for tags (\(status)). It must be the personal key of an administrator: make one"
                + " with 'desktap person key USER'."
        case .inUse(let sentence):
            "\(sentence.printable) With --replace that ends, and the tag gets its new place."
        case .unreachable(let sentence), .busy(let sentence), .refused(let sentence), .notUnderstood(let sentence):
            sentence.printable
        }
    }
}
