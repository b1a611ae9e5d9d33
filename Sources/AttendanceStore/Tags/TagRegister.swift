import Attendance
import Crypto
import Foundation
import Postgres

/// What is known of tags and signing keys at one time, to judge what a reader says it read. A value.
struct TagRegister: Sendable {
    struct Entry: Sendable {
        var desk: DeskID?
        var kind: TapKind
        var office: Int64
        /// nil: in use.
        var retiredAt: Instant?
        var isWritten: Bool
        var isCertified: Bool
    }

    /// What a certificate says, once its signature has been looked at.
    enum Vouching: Sendable {
        case absent
        /// It was made for another UID, or not by us.
        case forged
        case of(TapKind, DeskID?, isKeyRetired: Bool)
    }

    private var keys: [UInt16: (key: Curve25519.Signing.PublicKey, isRetired: Bool)] = [:]
    /// In the order in which they go out of use, the one in use last.
    private var entries: [UID: [Entry]] = [:]

    /// Reads rows of `signing_keys` and `tag_register`.
    init(keys keyRows: PostgresResult, tags: PostgresResult) throws {
        for row in keyRows {
            let number = UInt16(truncatingIfNeeded: try row.get(0, as: Int64.self))
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: try row.bytes(1)) else { continue }
            keys[number] = (key, try row.instantIfPresent(4) != nil)
        }
        for row in tags {
            guard let uid = UID(try row.bytes(0)) else { continue }
            entries[uid, default: []].append(
                Entry(
                    desk: try row.deskIfPresent(1), kind: try row.choice(2), office: try row.get(6),
                    retiredAt: try row.instantIfPresent(3), isWritten: try row.get(4), isCertified: try row.get(5)))
        }
    }

    /// What a tag's certificate vouches for. It takes long beside all else that is done for a tap, and depends on nothing that
    /// differs from tap to tap.
    func vouching(of claim: TagRegistry.Claim) -> Vouching {
        let certificate: TagCertificate
        switch claim.evidence.certificate {
        case .absent: return .absent
        case .malformed: return .forged
        case .present(let present): certificate = present
        }
        guard let uid = claim.evidence.uid, let key = keys[certificate.key] else { return .forged }
        // The text is not on the tag: it is what the tap says, or what the tag was ever registered for.
        let candidates = [(claim.kind, claim.desk)] + (entries[uid] ?? []).map { ($0.kind, $0.desk) }
        for (kind, desk) in candidates where isSigned(certificate, uid, kind, desk, key.key) {
            return .of(kind, desk, isKeyRetired: key.isRetired)
        }
        return .forged
    }

    /// What the tag of a tap proves.
    /// - Parameter at: when it was tapped. A tag proves what it stood for then: a reader may have kept the tap until today.
    func finding(of claim: TagRegistry.Claim, _ vouching: Vouching, at: Instant) -> TagFinding {
        guard let uid = claim.evidence.uid else { return TagFinding(proof: .none, flag: .unknown) }
        func fits(_ kind: TapKind, _ desk: DeskID?) -> Bool { kind == claim.kind && (desk == nil || desk == claim.desk) }
        func flagged(_ flag: TagFlag) -> TagFinding { TagFinding(proof: .none, flag: flag, uid: uid) }
        let registered = entries[uid] ?? []
        let inUse = registered.first { $0.retiredAt.map { at < $0 } ?? true }

        var proof = TagProof.uid
        switch vouching {
        case .absent:
            // Where no tag was ever registered nobody wants to hear that each of them is unknown.
            if entries.isEmpty { return TagFinding(proof: .none, uid: uid) }
        case .forged: return flagged(.copied)
        case .of(let kind, let desk, let isKeyRetired):
            if let inUse, (inUse.kind, inUse.desk) != (kind, desk) { return flagged(fits(kind, desk) ? .retired : .mismatch) }
            if !isKeyRetired { proof = .certificate }
        }
        guard let inUse else { return flagged(registered.isEmpty ? .unknown : .retired) }
        guard fits(inUse.kind, inUse.desk) else { return flagged(.mismatch) }
        var finding = TagFinding(proof: proof, uid: uid)
        finding.office = inUse.office
        let saysAll = proof == .certificate || !inUse.isCertified
        finding.isFirstSign = inUse.retiredAt == nil && !inUse.isWritten && saysAll
        return finding
    }

    private func isSigned(
        _ certificate: TagCertificate, _ uid: UID, _ kind: TapKind, _ desk: DeskID?, _ key: Curve25519.Signing.PublicKey
    ) -> Bool {
        let text = certificate.text(uid: uid, kind: kind, desk: desk)
        return key.isValidSignature(Data(certificate.signature), for: Data(text.utf8))
    }
}
