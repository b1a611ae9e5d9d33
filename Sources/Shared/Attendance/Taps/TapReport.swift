import FoundationEssentials
package import JSON

/// A tap as it is sent and received, also as JSON in `POST /api/taps`: texts that may be missing or malformed.
package struct TapReport: Sendable, Equatable {
    package var id: String?
    package var type: String?
    package var user: String?
    package var kind: String?
    package var at: String?
    package var desk: String?
    package var office: String?
    /// The badge that stands for the user name.
    package var badge: Badge?
    /// The desk tag that was read.
    package var tag: Tag?
    /// Whether the server set ``at``, because the sender gave no instant. A repetition of the tap then has another instant.
    package var isAtStamped = false
    /// The word of the tag's address (``TagWord``), if a phone's page sent the tap without a touch.
    package var word: String?
    /// Whether a start may name no desk: the way back from a break, on the own page, to a desk that was removed from its floor. No
    /// sender can set it.
    package var mayLackDesk = false

    package struct Badge: Sendable, Equatable, Encodable {
        package var kind: String?
        package var uid: String?

        package init(kind: String?, uid: String?) { (self.kind, self.uid) = (kind, uid) }
    }

    package struct Tag: Sendable, Equatable, Encodable {
        package var uid: String?
        package var certificate: String?
        package var counter: String?
        package var mac: String?

        package init(uid: String?, certificate: String? = nil, counter: String? = nil, mac: String? = nil) {
            (self.uid, self.certificate, self.counter, self.mac) = (uid, certificate, counter, mac)
        }

        /// The parameters `u`, `c` and `m` of a signed address; nil if it has none of them. If it has only some, its signature is
        /// malformed.
        package init?(signed uid: String?, _ counter: String?, _ mac: String?) {
            if uid == nil, counter == nil, mac == nil { return nil }
            self.init(uid: uid, counter: counter ?? "", mac: mac ?? "")
        }
    }

    /// What was read for a tap.
    package enum Reading: Sendable, Equatable {
        case nothing
        case tag(TagEvidence)
        /// Stands for the user name.
        case badge(BadgeReading)
        case malformedBadge
    }

    package var reading: Reading {
        if let badge { return badge.reading.map { .badge($0) } ?? .malformedBadge }
        return tag.map { .tag($0.evidence) } ?? .nothing
    }

    package init(
        id: String?, type: String? = "tap", user: String?, kind: String?, at: String?, desk: String?, office: String? = nil
    ) {
        self.id = id
        self.type = type
        self.user = user
        self.kind = kind
        self.at = at
        self.desk = desk
        self.office = office
    }

    /// A tap as a client with a clock in UTC reports it.
    package init(_ tap: Tap) {
        self.init(
            id: tap.id.uuidString.lowercased(), user: tap.user, kind: tap.kind.rawValue,
            at: tap.at.rfc3339(precision: .milliseconds), desk: tap.desk?.description, office: tap.office)
    }

    /// Validates and normalises the fields.
    /// - Throws: the first failed check, in the order of the cases of ``RejectionReason``.
    package func tap() throws(RejectionReason) -> Tap {
        guard let id = id.flatMap(UUID.init(uuidString:)) else { throw .badID }
        // Only taps: corrections take another route, which checks the author's permission.
        guard type == "tap" else { throw .badType }
        return try Tap(
            id: id, user: ReportedField(user), kind: ReportedField(kind), at: ReportedField(at), desk: ReportedField(desk),
            office: ReportedField(office), mayLackDesk: mayLackDesk)
    }
}

extension TapReport.Badge {
    fileprivate var reading: BadgeReading? {
        guard let kind = kind.flatMap(BadgeKind.init), let uid = uid.flatMap({ UID(hex: $0) }) else { return nil }
        return BadgeReading(kind: kind, uid: uid)
    }
}

extension TapReport.Tag {
    package var evidence: TagEvidence {
        var evidence = TagEvidence(uid: uid.flatMap { UID(hex: $0) })
        if let certificate {
            evidence.certificate = (try? TagCertificate(base64URL: certificate)).map { .present($0) } ?? .malformed
        }
        if counter != nil || mac != nil {
            let signature = counter.flatMap { counter in mac.flatMap { TagSignature(counter: counter, mac: $0) } }
            evidence.signature = signature.map { .present($0) } ?? .malformed
        }
        return evidence
    }
}

// MARK: - JSON of `POST /api/taps`

extension TapReport {
    /// In characters. No valid text is longer.
    private static let maximumLength = 256

    /// Reads an item of a list. One bad item fails alone: a value that is no string becomes a text that is invalid in every field.
    package init(_ item: JSONValue) {
        self.init(
            id: Self.text("id", in: item), type: item["type"] == nil ? "tap" : Self.text("type", in: item),
            user: Self.text("user", in: item), kind: Self.text("kind", in: item), at: Self.text("at", in: item),
            desk: Self.text("desk", in: item), office: Self.text("office", in: item))
        badge = Self.member("badge", of: item).map { Badge(kind: Self.text("kind", in: $0), uid: Self.text("uid", in: $0)) }
        tag = Self.member("tag", of: item).map { tag in
            Tag(
                uid: Self.text("uid", in: tag), certificate: Self.text("certificate", in: tag),
                counter: Self.text("counter", in: tag), mac: Self.text("mac", in: tag))
        }
    }

    /// nil for null, too.
    private static func member(_ name: String, of item: JSONValue) -> JSONValue? {
        item[name].flatMap { $0 == .null ? nil : $0 }
    }

    private static func text(_ name: String, in item: JSONValue) -> String? {
        member(name, of: item).map { $0.string.map { String($0.unicodeScalars.prefix(maximumLength)) } ?? "\u{1}" }
    }
}

extension TapReport: Encodable {
    private enum CodingKeys: String, CodingKey { case id, type, user, kind, at, desk, office, badge, tag }
}
