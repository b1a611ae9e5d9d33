import Attendance
package import NFCTag
import PCSC

/// Makes a tag one that can prove itself: the server vouches for its UID, desk and event, and that certificate stands on the tag
/// behind the address.
package struct TagProvisioner: Sendable {
    private let server: any CertificateServer
    private let isReplacing: Bool
    private let hasCertificate: Bool

    /// - Parameters:
    ///   - isReplacing: whether a tag that stands for another desk or event leaves it.
    ///   - hasCertificate: false for tags that have no room for one; their UID alone is registered.
    package init(server: any CertificateServer, replacing isReplacing: Bool, certificate hasCertificate: Bool) {
        self.server = server
        self.isReplacing = isReplacing
        self.hasCertificate = hasCertificate
    }

    /// What a person should be told in between.
    package enum Step: Sendable, Equatable {
        /// The tag was lifted before it was written.
        case layAgain(TagUID)
        /// It is not the tag that the certificate is for. It stays as it is.
        case otherTag(TagUID, wanted: TagUID)
        /// It has no room for a word in its address.
        case noWord(TagUID)
    }

    /// What is to fit on the tag: the address with a word, and behind it room for a certificate.
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
    /// - Parameter uid: the only tag that will do; nil takes whichever comes.
    /// - Throws: as ``provision(_:on:with:from:report:)``.
    package func provision(
        from tags: inout ComingTags, with address: String, expecting uid: TagUID?, report: (Step) -> Void
    ) async throws -> (reader: String, uid: TagUID, address: String, outcome: TagResult.Outcome) {
        let reader = try await tags.next()
        let draft = try draft(of: address)
        let prospect = try await tags.lend(reader) { try await $0.look(for: draft) }
        let found = prospect.reading.uid
        guard uid == nil || uid == found else { throw TagError.otherTag(found) }
        guard !found.isRandom else { throw ProvisionError.randomUID }
        let (written, outcome) = try await provision(prospect, on: reader, with: address, from: &tags, report: report)
        return (reader, found, written, outcome)
    }

    /// Registers a tag that was looked at, and writes it.
    /// - Parameters:
    ///   - prospect: what lies on `reader`; looked at with this provisioner's draft.
    ///   - tags: where the tag is waited for if it is lifted.
    /// - Returns: the address on the tag, which has the tag's own word, and the outcome.
    /// - Throws: ``ProvisionError``, ``CertificateServerError``, `TagError`, `PCSCError` or `NextTag.Failure`. Given again, the
    ///   same completes the work.
    package func provision(
        _ prospect: TagProspect, on reader: String, with address: String, from tags: inout ComingTags,
        report: (Step) -> Void
    ) async throws -> (address: String, outcome: TagResult.Outcome) {
        let uid = prospect.reading.uid
        let hasRoomForWord = prospect.missing == 0
        let spare = try hasRoomForWord ? 0 : draft(of: address).bytes.count - draft(of: address, word: nil).bytes.count
        guard prospect.missing <= spare else {
            let missing = prospect.missing - spare
            if hasCertificate { throw ProvisionError.noRoom(missing: missing) }
            throw TagError.tooSmall(missing: missing)
        }
        guard prospect.reading.access == .readWrite else { throw TagError.writeProtected }
        let (certificate, word) = try await server.issue(
            to: uid, address: address, replacing: isReplacing, certificate: hasCertificate, word: hasRoomForWord)
        let address = word == nil && hasRoomForWord ? address : TagAddress.address(address, with: word)
        let message = try message(address, certificate: certificate?.payload)
        try await write(message, to: uid, on: reader, from: &tags, report: report)
        if !hasRoomForWord { report(.noWord(uid)) }
        do {
            try await server.written(uid)
        } catch {
            throw ProvisionError.notTold(error)
        }
        return (address, hasCertificate ? .provisioned : .registered)
    }

    /// Asks for the tag as often as it takes: another one is refused, and stays as it is.
    private func write(
        _ message: NDEFMessage, to uid: TagUID, on reader: String, from tags: inout ComingTags, report: (Step) -> Void
    ) async throws {
        var reader = reader
        while true {
            do {
                return try await tags.lend(reader) { writer in
                    _ = try await writer.write(message, expecting: uid, formatting: true)
                    var tag = writer.reader
                    guard try await tag.read().content == .message(message) else { throw TagError.notVerified(block: 0) }
                }
            } catch TagError.otherTag(let found) {
                report(.otherTag(found, wanted: uid))
            } catch let error where error.isTagLifted {
                report(.layAgain(uid))
            }
            reader = try await tags.next()
        }
    }
}

extension Error {
    /// The tag has left the reader, or is leaving it.
    var isTagLifted: Bool {
        switch self {
        case let error as TagError: error == .tagGone
        case let error as PCSCError: error.isTransient
        default: false
        }
    }
}

/// Why a tag was not provisioned, though tag and server each did what they were asked.
package enum ProvisionError: Error, Sendable, Equatable {
    /// Address and certificate need so many bytes more than the tag has. Nothing was written.
    case noRoom(missing: Int)
    /// The thing makes up another number at every tap.
    case randomUID
    /// The tag is written and right; the server could not be told.
    case notTold(CertificateServerError)
}

extension ProvisionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noRoom(let missing):
            "The tag is too small for the address and a certificate: \(missing == 1 ? "1 byte is" : "\(missing) bytes are") missing."
                + " Nothing was written. Use a larger tag, or --uid-only, which registers the UID alone."
        case .randomUID: "This is a phone or a card that makes up another number at every tap, and no tag."
        case .notTold(let error): "The tag is written and right, but the server does not know it yet. \(error)"
        }
    }
}
