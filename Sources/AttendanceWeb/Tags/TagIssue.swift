import Attendance
import AttendanceStore
import FoundationEssentials

/// What a program asks for that makes a tag: a certificate for this UID and this address.
struct TagIssue: Decodable {
    let uid: UID
    let kind: TapKind
    let desk: DeskID?
    /// As the address names it.
    let office: String?
    /// Whether the tag may have stood for something else until now.
    let isReplacing: Bool
    /// Whether a certificate is asked for; otherwise the UID alone is registered.
    let isCertifying: Bool

    private enum Key: String, CodingKey { case uid, address, replace, certificate }

    /// - Throws: ``WebError`` for the first thing that is wrong.
    init(from decoder: any Decoder) throws {
        guard let fields = try? decoder.container(keyedBy: Key.self) else {
            throw WebError.badRequest("The body is not a JSON object.", reason: "bad_json")
        }
        guard let uid = (try? fields.decode(String.self, forKey: .uid)).flatMap({ UID(hex: $0) }) else {
            throw WebError.badUID
        }
        guard let address = try? fields.decode(String.self, forKey: .address) else {
            throw Self.badAddress("is missing")
        }
        self.uid = uid
        (kind, desk, office) = try Self.meaning(of: address)
        isReplacing = try Self.flag(.replace, in: fields) ?? false
        isCertifying = try Self.flag(.certificate, in: fields) ?? true
    }

    private static func flag(_ key: Key, in fields: KeyedDecodingContainer<Key>) throws -> Bool? {
        guard fields.contains(key) else { return nil }
        guard let flag = try? fields.decode(Bool.self, forKey: key) else {
            throw WebError.badRequest("'\(key.rawValue)' is neither true nor false.", reason: "bad_\(key.rawValue)")
        }
        return flag
    }

    private static func meaning(of address: String) throws -> (TapKind, DeskID?, office: String?) {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = address.lowercased().hasPrefix("https://") ? 8 : address.lowercased().hasPrefix("http://") ? 7 : 0
        guard scheme > 0, parts.count == 2, !address.contains("#"), parts[0].hasSuffix(Address.tap),
            parts[0].count > scheme + Address.tap.count,
            !parts[0].dropFirst(scheme).dropLast(Address.tap.count).contains("/")
        else { throw badAddress("is no address of a tag") }
        let parameters = try QueryParameters(String(parts[1]))
        guard let kind = parameters["event"].flatMap(TapKind.init) else {
            throw badAddress("says none of start, pause and end")
        }
        let named = parameters["desk"].flatMap { DeskID.isBlank($0) ? nil : $0 }
        let desk = named.flatMap { DeskID($0) }
        guard (named == nil) == (desk == nil) else { throw badAddress("names something that is no desk") }
        guard kind != .start || desk != nil else { throw badAddress("says start and names no desk") }
        return (kind, desk, parameters["office"])
    }

    private static func badAddress(_ what: String) -> WebError {
        .badRequest(
            "The tag's address \(what). It looks like https://desk.example.com/t?event=start&desk=6F-A3.", reason: "bad_address"
        )
    }
}

/// What a program is told of the tag it is to write.
struct TagIssueAnswer: Encodable {
    let uid: String
    let desk: String?
    let event: String
    let office: String
    /// In base64url, without padding; missing where the UID alone is registered.
    let certificate: String?
    let issued: String?
    let key: Int?

    init(_ tag: IssuedTag) {
        uid = tag.uid.description
        desk = tag.place.desk?.description
        event = tag.place.kind.rawValue
        office = tag.place.officeName
        certificate = tag.certificate?.base64URL
        issued = tag.certificate?.issued.description
        key = tag.certificate.map { Int($0.key) }
    }
}

extension WebError {
    static let badUID = badRequest(
        "The UID is not 4, 7, 8 or 10 bytes in hexadecimal digits, such as 04A1B2C3D4E580.", reason: "bad_uid")

    init(_ error: TagRegisterError) {
        switch error {
        case .unknownDesk: self.init(.notFound, error.description, reason: "unknown_desk")
        case .officeNeeded: self.init(.badRequest, error.description, reason: "office_needed")
        case .inUse: self.init(.conflict, error.description, reason: "tag_in_use")
        case .unknownTag, .unknownKey: self.init(.notFound, error.description, reason: "unknown_tag")
        case .sameTag: self.init(.badRequest, error.description, reason: "same_tag")
        case .reasonMissing: self.init(.badRequest, error.description, reason: "reason_required")
        case .tooManyKeys: self.init(.conflict, error.description, reason: "too_many_keys")
        }
    }
}
