import Attendance
import AttendanceStore
import JSON
import Localization
import SecureMessaging
import WebServer

/// A request of the program that writes a tag: a certificate for this UID and address.
struct TagIssue {
    let uid: UID
    let kind: TapKind
    let desk: DeskID?
    /// The office's name in the address.
    let office: String?
    /// Whether the tag may be registered for another place, which this one replaces.
    let isReplacing: Bool
    /// Whether a certificate is requested; otherwise only the UID is registered.
    let isCertifying: Bool
    /// Whether the tag has space for a word in its address.
    let hasWord: Bool

    /// - Throws: ``WebError`` for the first error.
    init(_ json: JSONValue) throws {
        guard let uid = json["uid"]?.string.flatMap({ UID(hex: $0) }) else { throw WebError.badUID }
        if uid.isRandom { throw WebError.randomUID }
        guard let address = json["address"]?.string else { throw Self.badAddress("noAddress") }
        self.uid = uid
        (kind, desk, office) = try Self.meaning(of: try Self.parameters(of: address))
        isReplacing = try Self.flag("replace", in: json) ?? false
        isCertifying = try Self.flag("certificate", in: json) ?? true
        hasWord = try Self.flag("word", in: json) ?? true
    }

    private static func flag(_ name: String, in json: JSONValue) throws -> Bool? {
        guard let value = json[name] else { return nil }
        guard let flag = value.boolean else {
            throw WebError.badRequest(localized("tag.error.badFlag", ["name": name]), reason: Reason(rawValue: "bad_\(name)"))
        }
        return flag
    }

    /// What the query of a tag's address says.
    static func meaning(of parameters: QueryParameters) throws -> (TapKind, DeskID?, office: String?) {
        guard let kind = parameters.ofTag("event").flatMap(TapKind.init) else {
            throw badAddress("badEvent")
        }
        let named = parameters.ofTag("desk").flatMap { DeskID.isBlank($0) ? nil : $0 }
        let desk = named.flatMap { DeskID($0) }
        guard (named == nil) == (desk == nil) else { throw badAddress("badDesk") }
        guard kind != .start || desk != nil else { throw badAddress("noDesk") }
        return (kind, desk, parameters.ofTag("office"))
    }

    /// The query of a tag's address.
    static func parameters(of address: String) throws -> QueryParameters {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = address.lowercased().hasPrefix("https://") ? 8 : address.lowercased().hasPrefix("http://") ? 7 : 0
        guard scheme > 0, parts.count == 2, !address.contains("#"), parts[0].hasSuffix(Address.tap),
            parts[0].count > scheme + Address.tap.count,
            !parts[0].dropFirst(scheme).dropLast(Address.tap.count).contains("/")
        else { throw badAddress("badAddress") }
        return try QueryParameters(ofTag: String(parts[1]))
    }

    private static func badAddress(_ what: String) -> WebError {
        .badRequest(
            [localized("tag.error.\(what)"), localized("tag.error.address")].localizedList("done.sentences"),
            reason: .badAddress)
    }
}

/// A request of the program that has written a tag.
struct TagWritten {
    /// The address that was read from a tag that signs it; nil: the tag always sends the same address.
    let address: TagClaim?

    /// - Throws: ``WebError``.
    init(_ json: JSONValue) throws {
        guard let text = json["address"] else {
            address = nil
            return
        }
        let parameters = try TagIssue.parameters(of: text.string ?? "")
        let (kind, desk, _) = try TagIssue.meaning(of: parameters)
        let tag = TapReport.Tag(signed: parameters["u"], parameters["c"], parameters["m"])
        address = TagClaim(tag?.evidence ?? TagEvidence(uid: nil), kind: kind, desk: desk)
    }
}

/// The content of the tag to write.
struct TagIssueAnswer: Encodable {
    let uid: String
    let desk: String?
    let event: String
    let office: String
    /// base64url without padding; nil if only the UID is registered.
    let certificate: String?
    let issued: String?
    let key: Int?
    /// Replaces any word in the tag's address; nil if there is no space for it.
    let word: String?

    init(_ tag: IssuedTag) {
        uid = tag.uid.description
        desk = tag.place.desk?.description
        event = tag.place.kind.rawValue
        office = tag.place.officeName
        certificate = tag.certificate?.base64URL
        issued = tag.certificate?.issued.description
        key = tag.certificate.map { Int($0.key) }
        word = tag.word?.text
    }
}

/// The keys for a tag that signs its address.
struct TagKeysAnswer: SnakeCaseEncodable {
    struct KeySet: Encodable {
        /// The version that the tag states.
        let version: Int
        /// By number, in hexadecimal digits.
        let keys: [String]

        init(_ set: NTAG424Keys) { (version, keys) = (Int(set.version), set.keys.map(\.bytes.hexadecimal)) }
    }

    let uid: String
    /// The set to write, then those that the tag may have instead, the latest first.
    let keySets: [KeySet]

    init(_ uid: UID, _ ring: NTAG424KeyRing) {
        (self.uid, keySets) = (uid.description, ([ring.current] + ring.earlier).map(KeySet.init))
    }
}

extension WebError {
    static var badUID: WebError { badRequest(localized("tag.badUID"), reason: .badUID) }

    static var randomUID: WebError { badRequest(localized("tag.randomUID"), reason: .badUID) }
}
