package import Attendance
package import NFCTag
import PCSC

/// Provisions tags so that the server can detect copies: the server issues a certificate for UID, desk and event, which is
/// written to the tag after the address.
package struct TagProvisioner: Sendable {
    private let server: any CertificateServer
    private let isReplacing: Bool
    private let hasCertificate: Bool

    /// - Parameters:
    ///   - isReplacing: true to end a tag's registration for another desk or event.
    ///   - hasCertificate: false for tags without room for a certificate. Only their UID is registered.
    package init(server: any CertificateServer, replacing isReplacing: Bool, certificate hasCertificate: Bool) {
        self.server = server
        self.isReplacing = isReplacing
        self.hasCertificate = hasCertificate
    }

    /// An intermediate event for the person.
    package enum Step: Sendable, Equatable {
        /// The tag was removed before it was written.
        case presentAgain(UID)
        /// The certificate is for another tag. This tag was not changed.
        case otherTag(UID, wanted: UID)
        /// The tag has no room for a secret in its address.
        case noRoomForSecret(UID)
    }

    /// The message for the check of the space: the address with a secret, and a certificate of zeros.
    func draft(of address: String) throws -> NDEFMessage { try draft(of: address, word: TagWord()) }

    private func draft(of address: String, word: TagWord?) throws -> NDEFMessage {
        try message(
            TagAddress.address(address, with: word), certificate: Array(repeating: 0, count: TagCertificate.payloadLength))
    }

    private func message(_ address: String, certificate: [UInt8]?) throws -> NDEFMessage {
        let record = try URIRecord(address).record
        guard hasCertificate, let certificate else { return NDEFMessage(record) }
        return NDEFMessage(record, try NDEFRecord(.external, type: Array(TagCertificate.recordType.utf8), payload: certificate))
    }

    /// Waits for a tag and provisions it.
    /// - Parameter uid: the only accepted tag; nil for any tag.
    /// - Throws: like ``provision(_:on:with:from:report:)``.
    package func provision(
        from tags: inout TagStream, with address: String, expecting uid: UID?, report: (Step) -> Void
    ) async throws -> (reader: String, uid: UID, address: String, outcome: TagResult.Outcome) {
        let reader = try await tags.next()
        let draft = try draft(of: address)
        let preflight = try await tags.withTag(on: reader) { try await $0.preflight(draft) }
        let found = preflight.reading.uid
        guard uid == nil || uid == found else { throw TagError.otherTag(found) }
        guard !found.isRandom else { throw ProvisionError.randomUID }
        let (written, outcome) = try await provision(preflight, on: reader, with: address, from: &tags, report: report)
        return (reader, found, written, outcome)
    }

    /// Registers a checked tag and writes it.
    /// - Parameters:
    ///   - preflight: the result of checking the tag on `reader` with this provisioner's draft.
    ///   - tags: the stream in which the tag is awaited if it is removed.
    /// - Returns: the address on the tag, including its secret, and the outcome.
    /// - Throws: ``ProvisionError``, ``CertificateServerError``, `TagError`, `PCSCError` or `TagSession.Failure`. Repeating the
    ///   call completes the work.
    package func provision(
        _ preflight: TagPreflight, on reader: String, with address: String, from tags: inout TagStream,
        report: (Step) -> Void
    ) async throws -> (address: String, outcome: TagResult.Outcome) {
        let uid = preflight.reading.uid
        let hasRoomForWord = preflight.missing == 0
        let spare = try hasRoomForWord ? 0 : draft(of: address).bytes.count - draft(of: address, word: nil).bytes.count
        guard preflight.missing <= spare else {
            let missing = preflight.missing - spare
            if hasCertificate { throw ProvisionError.noRoom(missing: missing) }
            throw TagError.tooSmall(missing: missing)
        }
        guard preflight.reading.access == .readWrite else { throw TagError.writeProtected }
        let (certificate, word) = try await server.issue(
            to: uid, address: address, replacing: isReplacing, certificate: hasCertificate, word: hasRoomForWord)
        let address = word == nil && hasRoomForWord ? address : TagAddress.address(address, with: word)
        let message = try message(address, certificate: certificate?.payload)
        try await write(message, to: uid, on: reader, from: &tags, report: report)
        if !hasRoomForWord { report(.noRoomForSecret(uid)) }
        do {
            try await server.confirmWritten(uid)
        } catch {
            throw ProvisionError.confirmationFailed(error)
        }
        return (address, hasCertificate ? .provisioned : .registered)
    }

    /// Writes the message, and asks for the tag again until it is written. Other tags are not changed.
    private func write(
        _ message: NDEFMessage, to uid: UID, on reader: String, from tags: inout TagStream, report: (Step) -> Void
    ) async throws {
        var reader = reader
        while true {
            do {
                return try await tags.withTag(on: reader) { writer in
                    _ = try await writer.write(message, expecting: uid, formatting: true)
                    var tag = writer.reader
                    guard try await tag.read().content == .message(message) else { throw TagError.notVerified(block: 0) }
                }
            } catch TagError.otherTag(let found) {
                report(.otherTag(found, wanted: uid))
            } catch let error where error.isTagLifted {
                report(.presentAgain(uid))
            }
            reader = try await tags.next()
        }
    }
}

extension Error {
    /// True if the tag was removed from the reader, or is being removed.
    var isTagLifted: Bool {
        switch self {
        case let error as TagError: error == .tagGone
        case let error as PCSCError: error.isTransient
        default: false
        }
    }
}
