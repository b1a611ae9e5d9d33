package import Attendance
package import SecureMessaging

extension TagWriter {
    /// Sets an NTAG 424 DNA up to sign its address with the ring's current keys. A tag that does so already stays as it is.
    ///
    /// If the tag is removed at any moment, the same call completes the work. Until then any phone may be able to write it, so it
    /// must not go to its desk. Signing begins last: a tag that signs has all keys of one set. Its counter begins at 0 again, so keys
    /// are used for one address only.
    /// - Parameters:
    ///   - ring: stored already, so that the keys are known whatever happens. The keys are this tag's own.
    ///   - uid: the only tag that may be written.
    /// - Returns: the signed message that the tag sent.
    /// - Throws: `TagError`, or an error of the transport.
    package mutating func personalize(
        _ template: SDMTemplate, _ ring: NTAG424KeyRing, expecting uid: UID
    ) async throws -> NDEFMessage {
        let versions = try await heldVersions(ring, expecting: uid)
        if versions.allSatisfy({ $0 == ring.current.version }) {
            do { return try await signedMessage(template, ring.current, uid) } catch TagError.notSigned {}
        }
        try await rewrite(template.message, ring, expecting: uid)
        try await changeKeys(to: ring.current, ring, expecting: uid)
        var link = try await session(ring, expecting: uid)
        let rights = SDMFileSettings.Right.key(NTAG424Keys.applicationNumber)
        try await link.send(
            .changeFileSettings(
                SDMFileSettings(write: rights, readWrite: rights, change: rights, mirror: template.mirror)))
        return try await signedMessage(template, ring.current, uid)
    }

    /// Gives an NTAG 424 DNA its factory keys and settings, and removes its message. As for ``personalize(_:_:expecting:)``, the same
    /// call completes the work after the tag was removed.
    package mutating func depersonalize(_ ring: NTAG424KeyRing, expecting uid: UID) async throws {
        _ = try await heldVersions(ring, expecting: uid)
        try await rewrite(nil, ring, expecting: uid)
        try await changeKeys(to: .factory, ring, expecting: uid)
    }

    /// The UID of the tag, whose application is then selected. Nothing is changed.
    /// - Parameter uid: the only accepted tag; nil for any tag.
    /// - Throws: `TagError.notSigning` for any other card.
    package func signingUID(expecting uid: UID?) async throws -> UID {
        guard kind == .type4 else { throw TagError.notSigning }
        let found = try await identify(expecting: uid)
        var link = NTAG424Link(transport)
        try await link.select()
        guard try await link.isExpectedChip() else { throw TagError.notSigning }
        return found
    }

    /// The versions of the tag's keys, which are all known. Nothing is changed.
    private func heldVersions(_ ring: NTAG424KeyRing, expecting uid: UID) async throws -> [UInt8] {
        _ = try await signingUID(expecting: uid)
        let link = NTAG424Link(transport)
        var versions: [UInt8] = []
        for number in 0..<NTAG424Keys.count { versions.append(try await link.keyVersion(number)) }
        guard versions.allSatisfy({ ring[$0] != nil }) else { throw TagError.foreignKeys }
        return versions
    }

    /// Ends the signing, opens the address file for any writer, and replaces its message.
    /// - Parameter message: nil: none.
    private mutating func rewrite(_ message: NDEFMessage?, _ ring: NTAG424KeyRing, expecting uid: UID) async throws {
        var link = try await session(ring, expecting: uid)
        try await link.send(.changeFileSettings(.factory))
        _ = try await putType4(message?.bytes ?? [], expecting: uid, wiping: true)
    }

    /// Begins a session with the tag's key 0.
    private func session(_ ring: NTAG424KeyRing, expecting uid: UID) async throws -> NTAG424Link<Transport> {
        var link = NTAG424Link(transport)
        try await link.select()
        let number = NTAG424Keys.applicationNumber
        guard let keys = ring[try await link.keyVersion(number)] else { throw TagError.foreignKeys }
        try await link.authenticate(keys[number], number: number)
        // All new tags have the same keys, so only the tag itself can say which one this is.
        let found = UID(try await link.send(.cardUID))
        guard found == uid else { throw TagError.otherTag(found) }
        return link
    }

    /// Changes the keys that the tag does not have yet, key 0 last: the session depends on it.
    private func changeKeys(to keys: NTAG424Keys, _ ring: NTAG424KeyRing, expecting uid: UID) async throws {
        var link = try await session(ring, expecting: uid)
        for number in (0..<NTAG424Keys.count).reversed() {
            guard let version = try await link.send(.keyVersion(number)).first, let held = ring[version] else {
                throw TagError.foreignKeys
            }
            if version == keys.version { continue }
            if number == NTAG424Keys.applicationNumber {
                try await link.send(.changeOwnKey(number, to: keys[number], version: keys.version), endsSession: true)
            } else {
                do {
                    try await link.send(.changeKey(number, from: held[number], to: keys[number], version: keys.version))
                } catch TagError.refused(_, .integrityError) {
                    // Another system changed this key and left the version as it was.
                    throw TagError.foreignKeys
                }
            }
        }
    }

    /// Reads the tag like any phone.
    /// - Throws: `TagError.notSigned` if the address is not the template's, signed by this tag.
    private func signedMessage(_ template: SDMTemplate, _ keys: NTAG424Keys, _ uid: UID) async throws -> NDEFMessage {
        var reader = reader
        guard case .message(let message) = try await reader.read().content,
            let address = message.records.first.flatMap({ try? URIRecord($0).uri })
        else { throw TagError.notSigned(.otherAddress) }
        do {
            try template.verify(address, of: uid, keys)
        } catch {
            throw TagError.notSigned(error)
        }
        return message
    }
}
