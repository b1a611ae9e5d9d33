import Attendance
package import NFCTag

/// The mode of a reader: which part of a tap comes from its settings and which from the tag or badge.
package enum ReaderMode: Sendable, Equatable {
    /// Desk tags determine desk and event. All taps belong to one person.
    case deskTags(user: String)
    /// Badges determine the person. Desk and event come from the settings or from a choice.
    case badges(BadgeSettings)
}

/// A tap without its time: person, event and place.
struct TapContent {
    var person: TappingPerson
    var kind: TapKind
    var desk: DeskID?
    var office: String?
    var proof: ReadTag?
}

extension ReaderMode {
    var defaultEvent: TapKind? {
        if case .badges(let place) = self { place.defaultEvent } else { nil }
    }

    var allowsChoice: Bool {
        if case .badges(let place) = self { place.allowsChoice } else { false }
    }

    /// The content of a tap from a tag or badge.
    /// - Parameters:
    ///   - hosts: the hosts whose tags are accepted, in lower case.
    ///   - event: the event of a badge; nil if none was chosen.
    /// - Throws: `TagContentError` or `TagAddressError` with a sentence for the person.
    func content(of scanned: ScannedTag, hosts: Set<String>, event: TapKind?) throws -> TapContent {
        switch self {
        case .deskTags(let user):
            let text = try scanned.reading.address()
            let address = try TagAddress(text, hosts: hosts)
            return TapContent(
                person: .user(user), kind: address.kind, desk: address.desk, office: address.office,
                proof: ReadTag(
                    uid: scanned.reading.uid, certificate: scanned.reading.certificate, signature: TagSignature(address: text)))
        case .badges(let place):
            if let uri = scanned.reading.uri, let address = try? TagAddress(uri, hosts: hosts) {
                throw TagContentError.deskTag(address.kind, address.desk)
            }
            guard !scanned.badge.isRandom else { throw TagContentError.randomBadge }
            guard let event else { throw TagContentError.noEventChosen }
            guard event != .start || place.desk != nil else { throw TagContentError.noDesk }
            return TapContent(person: .badge(scanned.badge), kind: event, desk: place.desk, office: place.office)
        }
    }
}

extension TagSignature {
    /// From the address of a tag; nil: the tag does not sign it.
    fileprivate init?(address: String) {
        guard let message = SDMTemplate.message(in: address), case .plain(let reading) = message.source else { return nil }
        self.init(counter: reading.counter, mac: message.mac)
    }
}

extension TagReading {
    fileprivate func address() throws(TagContentError) -> String {
        switch content {
        case .message(let message):
            guard let uri = message.firstURI else { throw .noAddress }
            return uri
        case .damaged(let damage): throw .damaged(damage)
        case .empty: throw .empty
        case .unformatted: throw kind == .type2 || kind == .type5 ? .unformatted : .noDeskTag
        }
    }

    /// The payload of the certificate record; nil if it is missing, or longer than any certificate.
    package var certificate: [UInt8]? {
        let record = content.message?.records.first { $0.isExternal("desktap", "c") }
        return record.flatMap { (1...96).contains($0.payload.count) ? $0.payload : nil }
    }
}
