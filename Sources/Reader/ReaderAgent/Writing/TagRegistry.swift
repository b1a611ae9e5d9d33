package import Attendance
import Foundation
import NFCTag
package import SecureMessaging

/// The registry of tags, which makes their certificates and keys: the server, or a fake in tests.
package protocol TagRegistry: Sendable {
    /// Registers a tag for the desk and event of its address.
    /// - Parameters:
    ///   - isReplacing: true to end the tag's registration for another desk or event.
    ///   - wantsCertificate: false to register the UID only.
    ///   - wantsWord: true if the address has room for a secret.
    /// - Returns: the certificate, and the secret for the tag's address; nil if not requested. A server may issue no
    ///   secrets.
    /// - Throws: ``TagRegistryError``.
    func issue(
        to uid: UID, address: String, replacing isReplacing: Bool, certificate wantsCertificate: Bool, word wantsWord: Bool
    ) async throws(TagRegistryError) -> (certificate: TagCertificate?, word: TagWord?)

    /// Confirms that the tag was written and read back.
    /// - Throws: ``TagRegistryError``.
    func confirmWritten(_ uid: UID) async throws(TagRegistryError)

    /// Registers a tag that signs its address, and makes keys for it. The same keys are returned again until an address that they
    /// signed was confirmed.
    /// - Throws: ``TagRegistryError``.
    func issueKeys(
        to uid: UID, address: String, replacing isReplacing: Bool
    ) async throws(TagRegistryError) -> NTAG424KeyRing

    /// Confirms the address that was read from a tag that signs it.
    /// - Returns: false if the tag is not registered for this address, or did not sign it.
    /// - Throws: ``TagRegistryError``.
    func confirmSigned(_ address: String, by uid: UID) async throws(TagRegistryError) -> Bool

    /// Retires a tag that signs its address.
    /// - Returns: the keys that it may have.
    /// - Throws: ``TagRegistryError``.
    func keysForReset(of uid: UID) async throws(TagRegistryError) -> NTAG424KeyRing
}

/// Why the server registered no tag, or did not accept the confirmation.
package enum TagRegistryError: Error, Sendable, Equatable {
    case unreachable(sentence: String)
    /// The server is temporarily not ready (408, 425, 429, 5xx).
    case busy(sentence: String)
    /// The key is unknown, or not an administrator's (401, 403).
    case keyRefused(status: Int)
    /// The tag is registered for another desk or event (409).
    case inUse(sentence: String)
    /// The server does not accept the address or the tag, or does not know its desk (400, 404, 422).
    case refused(reason: String?, sentence: String)
    /// The response is not a valid response of a DeskTap server.
    case notUnderstood(sentence: String)
}

/// The server's `/api/tags`.
package struct HTTPTagRegistry: TagRegistry {
    private let server: ServerConnection

    package init(_ server: ServerConnection) { self.server = server }

    /// The tag to register.
    private struct Registration: Encodable {
        var uid: String
        var address: String
        var replace: Bool?
        var certificate: Bool?
        var word: Bool?
    }

    package func issue(
        to uid: UID, address: String, replacing isReplacing: Bool, certificate wantsCertificate: Bool, word wantsWord: Bool
    ) async throws(TagRegistryError) -> (certificate: TagCertificate?, word: TagWord?) {
        struct Answer: Decodable {
            var uid: String
            var certificate: String?
            var word: String?
        }
        let body = try await post(
            Registration(
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

    package func confirmWritten(_ uid: UID) async throws(TagRegistryError) {
        _ = try await post([String: String](), to: "api/tags/\(uid)/written", expecting: 204)
    }

    package func issueKeys(
        to uid: UID, address: String, replacing isReplacing: Bool
    ) async throws(TagRegistryError) -> NTAG424KeyRing {
        let registration = Registration(uid: uid.description, address: address, replace: isReplacing ? true : nil)
        return try ring(of: uid, in: try await post(registration, to: "api/tags/keys", expecting: 201))
    }

    package func confirmSigned(_ address: String, by uid: UID) async throws(TagRegistryError) -> Bool {
        do {
            _ = try await post(["address": address], to: "api/tags/\(uid)/written", expecting: 204)
            return true
        } catch .refused(reason: "not_signed", _) {
            return false
        }
    }

    package func keysForReset(of uid: UID) async throws(TagRegistryError) -> NTAG424KeyRing {
        try ring(of: uid, in: try await post([String: String](), to: "api/tags/\(uid)/reset", expecting: 200))
    }

    private func ring(of uid: UID, in body: Data) throws(TagRegistryError) -> NTAG424KeyRing {
        struct Answer: Decodable {
            struct KeySet: Decodable {
                var version: UInt8
                var keys: [String]
            }

            var uid: String
            var key_sets: [KeySet]
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: body), answer.uid.uppercased() == uid.description else {
            throw notUnderstood
        }
        let sets = answer.key_sets.compactMap { set in
            NTAG424Keys(set.keys.compactMap { [UInt8](hexadecimal: $0).flatMap { AESKey($0) } }, version: set.version)
        }
        guard sets.count == answer.key_sets.count, let current = sets.first,
            let ring = NTAG424KeyRing(current, earlier: Array(sets.dropFirst()))
        else { throw notUnderstood }
        return ring
    }

    private var notUnderstood: TagRegistryError {
        .notUnderstood(
            sentence: "The response of \(server.shownAddress) is not understood. Check that it is a DeskTap server, and not"
                + " older than this program.")
    }

    private func post(
        _ value: some Encodable, to path: String, expecting expected: Int
    ) async throws(TagRegistryError) -> Data {
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
            throw .refused(reason: answer.problem?.reason, sentence: detail)
        case 408, 425, 429, 500...599: throw .busy(sentence: detail ?? "\(server.shownAddress) responds with status \(status).")
        default: throw notUnderstood
        }
    }
}

extension TagRegistryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .keyRefused(let status):
            "The server does not accept this key for tags (\(status)). Use a key for tags: create one with"
                + " 'desktap person key ADMINISTRATOR --tags'."
        case .inUse(let sentence):
            "\(sentence.printable) To end that registration, use --replace."
        case .unreachable(let sentence), .busy(let sentence), .refused(_, let sentence), .notUnderstood(let sentence):
            sentence.printable
        }
    }
}
