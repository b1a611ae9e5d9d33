package import Attendance

/// What a tap's tag, badge or network proves.
package enum TagProof: String, Sendable, CaseIterable {
    case none
    /// The tap came from its office's own network. Proves nothing about a tag.
    case network
    /// A registered UID was read. UIDs can be copied, with some effort.
    case uid
    /// A certificate of DeskTap for this UID was read.
    case certificate
    /// The tag signed its address for this tap, with a key that only the tag and the servers have.
    case sun

    private var rank: Int {
        switch self {
        case .none, .network: 0
        case .uid: 1
        case .certificate: 2
        case .sun: 3
        }
    }

    package func suffices(for required: TagProof) -> Bool { rank >= required.rank }
}

/// One reading of a tag that signs its address.
struct TagReading: Sendable, Hashable {
    /// A set of keys of a tag. A tag with new keys counts from 0 again.
    struct KeySet: Sendable, Hashable {
        var uid: UID
        var generation: Int64
    }

    var keys: KeySet
    var counter: UInt32
}

/// Why a tap is suspicious. It is recorded and flagged for the administrator, never rejected.
package enum TagFlag: String, Sendable, CaseIterable {
    /// The tag's address is not signed by the tag.
    case forged = "tag_forged"
    /// A reader's tap claims to be later than a tap with a later signed address of the tag.
    case outdated = "tag_outdated"
    /// The certificate was made for another UID, or not by DeskTap.
    case copied = "tag_copied"
    case retired = "tag_retired"
    case unknown = "tag_unknown"
    /// The tag stands for another desk or event than the tap.
    case mismatch = "tag_mismatch"
    /// The person tapped at another office before they can have travelled here.
    case twoOffices = "two_offices"
    /// The tag was tapped from two networks within a minute.
    case twoNetworks = "two_networks"
}

/// The result of verifying a tap's tag.
package struct TagVerification: Sendable, Hashable {
    package var proof: TagProof
    package var flag: TagFlag?
    /// The tag's UID; nil for a badge.
    package var uid: UID?
    /// The tag's office; nil if the tag proves nothing.
    var office: OfficeID?
    /// The reading that signed the tag's address, which the tap uses up; nil: the address is not signed, or the tag proves nothing.
    var reading: TagReading?
    /// True if the signature could not be checked, because a master key cannot be decrypted here.
    package var isUnchecked = false
    /// True if this tap is the first to confirm that the tag was written correctly.
    var isFirstConfirmation = false

    package init(proof: TagProof, flag: TagFlag? = nil, uid: UID? = nil) {
        self.proof = proof
        self.flag = flag
        self.uid = uid
    }

    /// A badge with an owner was read: no tag, but a registered UID.
    package static let knownBadge = TagVerification(proof: .uid)

    /// Adds a flag. A flag of the tag itself is more serious and stays.
    func flagged(_ flag: TagFlag) -> TagVerification {
        var verification = self
        verification.flag = verification.flag ?? flag
        return verification
    }

    /// The result for a tap of `office`. A tag of another office's desk with the same name proves nothing.
    func matching(office: OfficeID) -> TagVerification {
        guard let own = self.office, own != office else { return self }
        return TagVerification(proof: .none, flag: .mismatch, uid: uid)
    }

    func suffices(for required: TagProof) -> Bool { proof.suffices(for: required) }
}
