package import JSON

/// A tap as received: texts that may be missing or malformed, and what was read for it.
package struct TapReport: Sendable, Equatable {
    package var id: String?
    package var type: String?
    package var user: String?
    package var kind: String?
    package var at: String?
    package var desk: String?
    package var office: String?
    /// Whether the server set ``at``, because the sender gave no instant. A repetition of the tap then has another instant.
    package var isAtStamped = false
    /// The word of the tag's address (``TagWord``), if a phone's page sent the tap without a touch.
    package var word: String?
    package var reading = Reading.nothing
    /// Whether a start may name no desk: the way back from a break, on the own page, to a desk that was removed from its floor. No
    /// sender can set it.
    package var mayLackDesk = false

    /// What was read for a tap.
    package enum Reading: Sendable, Equatable {
        case nothing
        case tag(TagEvidence)
        /// Stands for the user name.
        case badge(BadgeReading)
        case malformedBadge
    }

    /// Whether a badge stands for the user name.
    package var isByBadge: Bool {
        switch reading {
        case .badge, .malformedBadge: true
        case .nothing, .tag: false
        }
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
        var report = RecordReport()
        report.id = .init(id)
        // Only taps: corrections take another route, which checks the author's permission.
        report.type = .init(type == "tap" ? type : nil)
        report.user = .init(user)
        report.kind = .init(kind)
        report.at = .init(at)
        report.desk = .init(desk)
        report.office = .init(office)
        report.mayLackDesk = mayLackDesk
        guard case .tap(let tap) = try report.record() else { throw .badType }
        return tap
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
        if let badge = Self.member("badge", of: item) {
            reading = Self.badge(badge)
        } else if let tag = Self.member("tag", of: item) {
            reading = .tag(Self.evidence(tag))
        }
    }

    /// nil for null, too.
    private static func member(_ name: String, of item: JSONValue) -> JSONValue? {
        item[name].flatMap { $0 == .null ? nil : $0 }
    }

    private static func text(_ name: String, in item: JSONValue) -> String? {
        member(name, of: item).map { $0.string.map { String($0.unicodeScalars.prefix(maximumLength)) } ?? "\u{1}" }
    }

    private static func evidence(_ part: JSONValue) -> TagEvidence {
        var certificate = TagEvidence.Certificate.absent
        if let text = text("certificate", in: part) {
            certificate = (try? TagCertificate(base64URL: text)).map { .present($0) } ?? .malformed
        }
        var evidence = TagEvidence(uid: text("uid", in: part).flatMap { UID(hex: $0) }, certificate: certificate)
        let (counter, mac) = (text("counter", in: part), text("mac", in: part))
        if counter != nil || mac != nil, let signed = TagEvidence(uid: nil, counter: counter, mac: mac) {
            evidence.signature = signed.signature
        }
        return evidence
    }

    private static func badge(_ part: JSONValue) -> Reading {
        guard let kind = text("kind", in: part).flatMap(BadgeKind.init),
            let uid = text("uid", in: part).flatMap({ UID(hex: $0) })
        else { return .malformedBadge }
        return .badge(BadgeReading(kind: kind, uid: uid))
    }
}

extension TapReport: Encodable {
    private enum Key: String, CodingKey { case id, type, user, kind, at, desk, office }

    /// Writes the texts. ``reading`` is left out: a badge's UID is never stored.
    package func encode(to encoder: any Encoder) throws {
        var item = encoder.container(keyedBy: Key.self)
        try item.encodeIfPresent(id, forKey: .id)
        try item.encodeIfPresent(type, forKey: .type)
        try item.encodeIfPresent(user, forKey: .user)
        try item.encodeIfPresent(kind, forKey: .kind)
        try item.encodeIfPresent(at, forKey: .at)
        try item.encodeIfPresent(desk, forKey: .desk)
        try item.encodeIfPresent(office, forKey: .office)
    }
}
