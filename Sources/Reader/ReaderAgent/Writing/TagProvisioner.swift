package import Attendance
package import NFCTag
import PCSC

/// Provisions tags so that the server can detect copies. An NTAG 424 DNA gets keys of its own, with which it signs its address at each
/// reading. Other tags get a certificate for UID, desk and event, which is written after the address.
package struct TagProvisioner: Sendable {
    private let registry: any TagRegistry
    private let isReplacing: Bool
    private let hasCertificate: Bool
    private let renewsKeys: Bool

    /// - Parameters:
    ///   - isReplacing: true to end a tag's registration for another desk or event.
    ///   - hasCertificate: false for an address only, without a certificate or a signature. Only the UID is registered.
    ///   - renewsKeys: true to give a tag new keys although it signs this address already.
    package init(
        registry: any TagRegistry, replacing isReplacing: Bool, certificate hasCertificate: Bool, newKeys renewsKeys: Bool
    ) {
        self.registry = registry
        self.isReplacing = isReplacing
        self.hasCertificate = hasCertificate
        self.renewsKeys = renewsKeys
    }

    /// An intermediate event for the person.
    package enum Step: Sendable, Equatable {
        /// The tag was removed before it was written.
        case presentAgain(UID)
        /// Another tag was expected. This tag was not changed.
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
    /// - Throws: ``ProvisionError``, ``TagRegistryError``, `TagError`, `PCSCError` or `TagSession.Failure`. Repeating the
    ///   call completes the work.
    package func provision(
        _ preflight: TagPreflight, on reader: String, with address: String, from tags: inout TagStream,
        report: (Step) -> Void
    ) async throws -> (address: String, outcome: TagResult.Outcome) {
        if hasCertificate, preflight.canSign {
            return try await sign(preflight.reading, on: reader, with: address, from: &tags, report: report)
        }
        if preflight.canSign, preflight.reading.uri.flatMap(SDMTemplate.message(in:)) != nil { throw ProvisionError.signing }
        let uid = preflight.reading.uid
        let hasRoomForWord = preflight.missing == 0
        let spare = try hasRoomForWord ? 0 : draft(of: address).bytes.count - draft(of: address, word: nil).bytes.count
        guard preflight.missing <= spare else {
            let missing = preflight.missing - spare
            if hasCertificate { throw ProvisionError.noRoom(missing: missing) }
            throw TagError.tooSmall(missing: missing)
        }
        guard preflight.reading.access == .readWrite else { throw TagError.writeProtected }
        let (certificate, word) = try await registry.issue(
            to: uid, address: address, replacing: isReplacing, certificate: hasCertificate, word: hasRoomForWord)
        let address = word == nil && hasRoomForWord ? address : TagAddress.address(address, with: word)
        let message = try message(address, certificate: certificate?.payload)
        try await Self.untilDone(with: uid, on: reader, from: &tags, report: report) { writer in
            _ = try await writer.write(message, expecting: uid, formatting: true)
            var tag = writer.reader
            guard try await tag.read().content == .message(message) else { throw TagError.notVerified(block: 0) }
        }
        if !hasRoomForWord { report(.noRoomForSecret(uid)) }
        do {
            try await registry.confirmWritten(uid)
        } catch {
            throw ProvisionError.confirmationFailed(error)
        }
        return (address, hasCertificate ? .provisioned : .registered)
    }

    /// Sets a tag up to sign its address, unless it does so already.
    private func sign(
        _ reading: TagReading, on reader: String, with address: String, from tags: inout TagStream, report: (Step) -> Void
    ) async throws -> (address: String, outcome: TagResult.Outcome) {
        let uid = reading.uid
        let address = TagAddress.address(address, with: nil)
        let template = try SDMTemplate(address)
        if !renewsKeys, let read = reading.uri, template.isBasis(of: read), try await registry.confirmSigned(read, by: uid) {
            return (address, .signing)
        }
        let keys = try await registry.issueKeys(to: uid, address: address, replacing: isReplacing)
        let message = try await Self.untilDone(with: uid, on: reader, from: &tags, report: report) { writer in
            try await writer.personalize(template, keys, expecting: uid)
        }
        do {
            let read = try message.records.first.map { try URIRecord($0).uri } ?? ""
            guard try await registry.confirmSigned(read, by: uid) else { throw ProvisionError.notAccepted }
        } catch let error as TagRegistryError {
            throw ProvisionError.confirmationFailed(error)
        }
        return (address, .signing)
    }

    /// Gives an NTAG 424 DNA its factory keys again, and removes its message. The server retires the tag first.
    /// - Parameter uid: the only accepted tag; nil for any tag.
    /// - Throws: `TagRegistryError`, `TagError`, `PCSCError` or `TagSession.Failure`. Repeating the call completes the work.
    package static func reset(
        _ registry: any TagRegistry, from tags: inout TagStream, expecting uid: UID?, report: (Step) -> Void
    ) async throws -> (reader: String, uid: UID) {
        let reader = try await tags.next()
        let uid = try await tags.withTag(on: reader) { try await $0.signingUID(expecting: uid) }
        let keys = try await registry.keysForReset(of: uid)
        try await untilDone(with: uid, on: reader, from: &tags, report: report) { writer in
            try await writer.depersonalize(keys, expecting: uid)
        }
        return (reader, uid)
    }

    /// Runs `work` with a tag, and asks for the tag again until the work is done. Other tags are not changed.
    private static func untilDone<Value: Sendable>(
        with uid: UID, on reader: String, from tags: inout TagStream, report: (Step) -> Void,
        _ work: (inout TagWriter<CardTransport>) async throws -> Value
    ) async throws -> Value {
        var reader = reader
        while true {
            do {
                return try await tags.withTag(on: reader, work)
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
