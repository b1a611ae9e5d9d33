package import Attendance
import Foundation

/// The registry of tags that issues their certificates: the server, or a fake in tests.
package protocol CertificateServer: Sendable {
    /// Registers a tag for the desk and event of its address.
    /// - Parameters:
    ///   - isReplacing: true to end the tag's registration for another desk or event.
    ///   - wantsCertificate: false to register the UID only.
    ///   - wantsWord: true if the address has room for a secret.
    /// - Returns: the certificate, and the secret for the tag's address; nil if not requested. A server may issue no
    ///   secrets.
    /// - Throws: ``CertificateServerError``.
    func issue(
        to uid: UID, address: String, replacing isReplacing: Bool, certificate wantsCertificate: Bool, word wantsWord: Bool
    ) async throws(CertificateServerError) -> (certificate: TagCertificate?, word: TagWord?)

    /// Confirms that the tag was written and read back.
    /// - Throws: ``CertificateServerError``.
    func confirmWritten(_ uid: UID) async throws(CertificateServerError)
}

/// Why the server issued no certificate, or did not accept the confirmation.
package enum CertificateServerError: Error, Sendable, Equatable {
    case unreachable(sentence: String)
    /// The server is temporarily not ready (408, 425, 429, 5xx).
    case busy(sentence: String)
    /// The key is unknown, or not an administrator's (401, 403).
    case keyRefused(status: Int)
    /// The tag is registered for another desk or event (409).
    case inUse(sentence: String)
    /// The server does not accept the address or the tag, or does not know its desk (400, 404, 422).
    case refused(sentence: String)
    /// The response is not a valid response of a DeskTap server.
    case notUnderstood(sentence: String)
}

/// The server's `/api/tags`.
package struct HTTPCertificateServer: CertificateServer {
    private let server: ServerConnection

    package init(_ server: ServerConnection) { self.server = server }

    package func issue(
        to uid: UID, address: String, replacing isReplacing: Bool, certificate wantsCertificate: Bool, word wantsWord: Bool
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

    package func confirmWritten(_ uid: UID) async throws(CertificateServerError) {
        _ = try await post([String: String](), to: "api/tags/\(uid)/written", expecting: 204)
    }

    private var notUnderstood: CertificateServerError {
        .notUnderstood(
            sentence: "The response of \(server.shownAddress) is not understood. Check that it is a DeskTap server, and not"
                + " older than this program.")
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
            // Portals and proxies respond with this status too.
            guard answer.problem?.reason != nil else { throw notUnderstood }
            throw .keyRefused(status: status)
        case 409: throw .inUse(sentence: detail ?? "The tag is registered for another desk or event.")
        case 400, 404, 422:
            // A response without problem details is not DeskTap's: the address may be wrong.
            guard let detail else { throw notUnderstood }
            throw .refused(sentence: detail)
        case 408, 425, 429, 500...599: throw .busy(sentence: detail ?? "\(server.shownAddress) responds with status \(status).")
        default: throw notUnderstood
        }
    }
}

extension CertificateServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .keyRefused(let status):
            "The server does not accept this key for tags (\(status)). Use the personal key of an administrator: create one with"
                + " 'desktap person key USER'."
        case .inUse(let sentence):
            "\(sentence.printable) To end that registration, use --replace."
        case .unreachable(let sentence), .busy(let sentence), .refused(let sentence), .notUnderstood(let sentence):
            sentence.printable
        }
    }
}
