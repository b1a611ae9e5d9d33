import Attendance
import Crypto
import Foundation
import Postgres

/// What is known of tags and signing keys at one time, to judge what a reader says it read. A value.
struct TagRegister: Sendable {
    struct Entry: Sendable {
        var desk: DeskID?
        var kind: TapKind
        var isInUse = false
        var isWritten = false
        var isCertified = false

        func fits(_ kind: TapKind, _ desk: DeskID?) -> Bool { self.kind == kind && (self.desk == nil || self.desk == desk) }
    }

    private var keys: [UInt16: (key: Curve25519.Signing.PublicKey, isRetired: Bool)] = [:]
    /// The one in use first.
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
                    desk: try row.deskIfPresent(1), kind: try row.choice(2), isInUse: try row.get(3),
                    isWritten: try row.get(4), isCertified: try row.get(5)))
        }
    }

    /// What the tag of a tap proves.
    func finding(of question: TagRegistry.Question) -> TagFinding {
        let (evidence, kind, desk) = (question.evidence, question.kind, question.desk)
        guard let uid = evidence.uid else { return TagFinding(proof: .none, flag: .unknown) }
        let registered = entries[uid] ?? []
        let inUse = registered.first { $0.isInUse }
        func flagged(_ flag: TagFlag) -> TagFinding { TagFinding(proof: .none, flag: flag, uid: uid) }

        var proof = TagProof.uid
        switch evidence.certificate {
        case .absent:
            // Where no tag was ever registered nobody wants to hear that each of them is unknown.
            if entries.isEmpty { return TagFinding(proof: .none, uid: uid) }
        case .malformed: return flagged(.copied)
        case .present(let certificate):
            let candidates = [Entry(desk: desk, kind: kind)] + registered
            guard let key = keys[certificate.key],
                let vouched = candidates.first(where: { isSigned(certificate, uid, $0, key.key) })
            else { return flagged(.copied) }
            if let inUse, (inUse.kind, inUse.desk) != (vouched.kind, vouched.desk) {
                return flagged(vouched.fits(kind, desk) ? .retired : .mismatch)
            }
            if !key.isRetired { proof = .certificate }
        }
        guard let inUse else { return flagged(registered.isEmpty ? .unknown : .retired) }
        guard inUse.fits(kind, desk) else { return flagged(.mismatch) }
        var finding = TagFinding(proof: proof, uid: uid)
        finding.isFirstSign = !inUse.isWritten && (proof == .certificate || !inUse.isCertified)
        return finding
    }

    private func isSigned(
        _ certificate: TagCertificate, _ uid: UID, _ entry: Entry, _ key: Curve25519.Signing.PublicKey
    ) -> Bool {
        let text = certificate.text(uid: uid, kind: entry.kind, desk: entry.desk)
        return key.isValidSignature(Data(certificate.signature), for: Data(text.utf8))
    }
}
