package import Attendance
package import NFCTag

/// What a reader stands for: who taps there, where, and which event.
package enum ReaderDuty: Sendable, Equatable {
    /// Desk tags say where and which event; all taps are one person's.
    case deskTags(user: String)
    /// Badges say who; the reader is set to a place and an event.
    case badges(BadgePlace)
}

/// Where a reader for badges stands.
package struct BadgePlace: Sendable, Equatable {
    package var desk: DeskID?
    package var office: String?
    /// What a badge means where nobody has chosen; nil where each tap asks for a choice.
    package var usualEvent: TapKind?
    /// Whether people can say what their badge means.
    package var takesChoices: Bool

    package init(desk: DeskID?, office: String?, usualEvent: TapKind?, takesChoices: Bool = false) {
        self.desk = desk
        self.office = office
        self.usualEvent = usualEvent
        self.takesChoices = takesChoices
    }
}

/// Who, what and where: a tap without its time.
struct TapContent {
    var person: TappingPerson
    var kind: TapKind
    var desk: DeskID?
    var office: String?
    var evidence: TagEvidence?
}

extension ReaderDuty {
    var usualEvent: TapKind? {
        if case .badges(let place) = self { place.usualEvent } else { nil }
    }

    var takesChoices: Bool {
        if case .badges(let place) = self { place.takesChoices } else { false }
    }

    /// What a laid tag or badge says here.
    /// - Parameters:
    ///   - hosts: of the servers whose tags are ours, in lower case.
    ///   - event: what a badge means now; nil where nobody has chosen.
    /// - Throws: `TagContentError` or `TagAddressError`, whose sentence is for the person.
    func content(of laid: LaidTag, hosts: Set<String>, event: TapKind?) throws -> TapContent {
        switch self {
        case .deskTags(let user):
            let address = try TagAddress(try laid.reading.address(), hosts: hosts)
            return TapContent(
                person: .user(user), kind: address.kind, desk: address.desk, office: address.office,
                evidence: TagEvidence(uid: laid.reading.uid, certificate: laid.reading.certificate))
        case .badges(let place):
            if let uri = laid.reading.uri, let address = try? TagAddress(uri, hosts: hosts) {
                throw TagContentError.deskTag(address.kind, address.desk)
            }
            guard !laid.badge.isRandom else { throw TagContentError.randomBadge }
            guard let event else { throw TagContentError.noEventChosen }
            guard event != .start || place.desk != nil else { throw TagContentError.noDesk }
            return TapContent(person: .badge(laid.badge), kind: event, desk: place.desk, office: place.office)
        }
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

    /// What stands in the certificate's record. Longer than any certificate is none, and not worth sending.
    package var certificate: [UInt8]? {
        let record = content.message?.records.first { $0.isExternal("desktap", "c") }
        return record.flatMap { (1...96).contains($0.payload.count) ? $0.payload : nil }
    }
}
