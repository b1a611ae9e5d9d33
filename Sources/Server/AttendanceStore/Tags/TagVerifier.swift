import Attendance
import Crypto
import Foundation
import Postgres
import SecureMessaging
import Synchronization

/// A snapshot of all tags and signing keys, to verify what a reader reports of a tag.
struct TagVerifier: Sendable {
    struct Entry: Sendable {
        var desk: DeskID?
        var kind: TapKind
        var office: OfficeID
        var madeAt: Instant
        /// nil: in use.
        var retiredAt: Instant?
        var isWritten: Bool
        var isCertified: Bool
    }

    /// What a certificate states after its signature was verified.
    enum CertificateResult: Sendable {
        case absent
        /// The certificate was made for another UID, or not by one of our keys.
        case forged
        case valid(TapKind, DeskID?, isKeyRetired: Bool)
    }

    /// A set of keys with which a tag may sign its address.
    private final class TagKey: Sendable {
        let generation: Int64
        let master: Int64
        let isConfirmed: Bool
        let madeAt: Instant
        /// When the tag was first read with later keys; nil: it may sign with these.
        let validUntil: Instant?
        /// Derived at the tag's first tap.
        private let fileKey = Mutex<AESKey?>(nil)

        init(_ row: PostgresRow) throws {
            generation = try row.get("generation")
            master = try row.get("master")
            isConfirmed = try row.get("is_confirmed")
            madeAt = try row.instant("made_at")
            validUntil = try row.instantIfPresent("valid_until")
        }

        func fileKey(of uid: UID, from master: AESKey) -> AESKey {
            fileKey.withLock { known in
                let key = known ?? master.tagFileKey(of: uid, generation: generation)
                known = key
                return key
            }
        }
    }

    private var keys: [UInt16: (key: Curve25519.Signing.PublicKey, isRetired: Bool)] = [:]
    /// Ordered by the instant of retirement; the entry in use comes last.
    private var entries: [UID: [Entry]] = [:]
    private let masters: [Int64: TagKeyStore.Master]
    private var tagKeys: [UID: [TagKey]] = [:]

    /// Reads the rows of `Tags/signing_keys`, `Tags/tag_register` and `Tags/tag_keys`.
    /// - Parameter masters: without those that cannot be decrypted.
    init(
        keys keyRows: PostgresResult, tags: PostgresResult, masters: [Int64: TagKeyStore.Master],
        tagKeys tagKeyRows: PostgresResult
    ) throws {
        self.masters = masters
        for row in tagKeyRows {
            tagKeys[UID(try row.bytes("uid")), default: []].append(try TagKey(row))
        }
        for row in keyRows {
            let number = UInt16(truncatingIfNeeded: try row.get("number", as: Int64.self))
            let bytes = try row.bytes("public_key")
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { continue }
            keys[number] = (key, try row.instantIfPresent("retired_at") != nil)
        }
        for row in tags {
            let uid = UID(try row.bytes("uid"))
            entries[uid, default: []].append(
                Entry(
                    desk: try row.deskIfPresent("desk"), kind: try row.choice("event"), office: try row.get("office_id"),
                    madeAt: try row.instant("made_at"), retiredAt: try row.instantIfPresent("retired_at"),
                    isWritten: try row.get("is_written"),
                    isCertified: try row.get("is_certified")))
        }
    }

    /// What a tag's certificate proves. Slow compared to the rest of a tap's processing, but the result depends only on the
    /// claim, so it can be cached.
    func verifyCertificate(of claim: TagClaim) -> CertificateResult {
        let certificate: TagCertificate
        switch claim.evidence.certificate {
        case .absent: return .absent
        case .malformed: return .forged
        case .present(let present): certificate = present
        }
        guard let uid = claim.evidence.uid, let key = keys[certificate.key] else { return .forged }
        // The tag does not contain the signed text. Candidates are the tap's own data and everything the tag was registered
        // for.
        let candidates = [(claim.kind, claim.desk)] + (entries[uid] ?? []).map { ($0.kind, $0.desk) }
        for (kind, desk) in candidates where isSigned(certificate, uid, kind, desk, key.key) {
            return .valid(kind, desk, isKeyRetired: key.isRetired)
        }
        return .forged
    }

    /// What the tag of a tap proves.
    /// - Parameter at: the instant of the tap. The registration at that instant counts, because a reader may send a tap days
    ///   later.
    func verification(of claim: TagClaim, _ certificate: CertificateResult, at: Instant) -> TagVerification {
        if claim.evidence.signature != .absent { return verification(ofSigned: claim, at: at) }
        guard let uid = claim.evidence.uid else { return TagVerification(proof: .none, flag: .unknown) }
        func fits(_ kind: TapKind, _ desk: DeskID?) -> Bool { kind == claim.kind && (desk == nil || desk == claim.desk) }
        func flagged(_ flag: TagFlag) -> TagVerification { TagVerification(proof: .none, flag: flag, uid: uid) }
        let inUse = entry(of: uid, at: at)

        var proof = TagProof.uid
        switch certificate {
        case .absent:
            // If no tag was ever registered, tags are not used here: flagging each of them as unknown would be noise.
            if entries.isEmpty { return TagVerification(proof: .none, uid: uid) }
        case .forged: return flagged(.copied)
        case .valid(let kind, let desk, let isKeyRetired):
            if let inUse, (inUse.kind, inUse.desk) != (kind, desk) { return flagged(fits(kind, desk) ? .retired : .mismatch) }
            if !isKeyRetired { proof = .certificate }
        }
        guard let inUse else { return flagged(unregistered(uid)) }
        guard fits(inUse.kind, inUse.desk) else { return flagged(.mismatch) }
        var verification = TagVerification(proof: proof, uid: uid)
        verification.office = inUse.office
        let saysAll = proof == .certificate || !inUse.isCertified
        verification.isFirstConfirmation = inUse.retiredAt == nil && !inUse.isWritten && saysAll
        return verification
    }

    /// A tag's registration at an instant.
    private func entry(of uid: UID, at: Instant) -> Entry? { entries[uid]?.first { $0.retiredAt.map { at < $0 } ?? true } }

    /// The flag of a tag that is not registered now.
    private func unregistered(_ uid: UID) -> TagFlag { entries[uid] == nil ? .unknown : .retired }

    /// What the signed address of a tap proves.
    private func verification(ofSigned claim: TagClaim, at: Instant) -> TagVerification {
        let uid = claim.evidence.uid
        func flagged(_ flag: TagFlag) -> TagVerification { TagVerification(proof: .none, flag: flag, uid: uid) }
        guard case .present(let signature) = claim.evidence.signature, let uid,
            let reading = SDMReading(uid: uid, counter: signature.counter)
        else { return flagged(.forged) }
        guard let all = tagKeys[uid] else { return flagged(entries[uid] == nil ? .unknown : .forged) }
        let sets = all.filter { set in set.validUntil.map { at < $0 } ?? true }
        let message = SDMMessage(.plain(reading), mac: signature.mac)
        let signing = sets.first { set in
            guard let master = masters[set.master] else { return false }
            return message.isSigned(reading, fileKey: set.fileKey(of: uid, from: master.key))
        }
        let isCheckable = sets.allSatisfy { masters[$0.master] != nil }
        guard signing != nil || !isCheckable else { return flagged(.forged) }
        guard let inUse = entry(of: uid, at: at) else { return flagged(unregistered(uid)) }
        // The signature does not cover the desk: addresses that were read before the tag was registered here say nothing.
        let isMadeHere = signing.map { $0.madeAt >= inUse.madeAt } ?? true
        guard isMadeHere, inUse.kind == claim.kind, inUse.desk == nil || inUse.desk == claim.desk else {
            return flagged(.mismatch)
        }
        let isProven = signing.map { masters[$0.master]?.isRetired == false } ?? false
        var verification = TagVerification(proof: isProven ? .sun : .uid, uid: uid)
        verification.office = inUse.office
        guard let signing else {
            verification.isUnchecked = true
            return verification
        }
        verification.reading = TagReading(
            keys: TagReading.KeySet(uid: uid, generation: signing.generation), counter: signature.counter)
        verification.isFirstConfirmation = !signing.isConfirmed || inUse.retiredAt == nil && !inUse.isWritten
        return verification
    }

    private func isSigned(
        _ certificate: TagCertificate, _ uid: UID, _ kind: TapKind, _ desk: DeskID?, _ key: Curve25519.Signing.PublicKey
    ) -> Bool {
        let text = certificate.text(uid: uid, kind: kind, desk: desk)
        return key.isValidSignature(Data(certificate.signature), for: Data(text.utf8))
    }
}
