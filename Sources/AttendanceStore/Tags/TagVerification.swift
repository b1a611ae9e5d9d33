package import Attendance

/// What a tap's tag proves, or else where the tap came from.
package enum TagProof: String, Sendable, CaseIterable {
    case none
    /// The tap came from its office's own network: nothing of a tag.
    case network
    /// A registered UID was read. UIDs can be copied, with some effort.
    case uid
    /// A certificate of ours that fits the UID was read.
    case certificate

    private var rank: Int {
        switch self {
        case .none, .network: 0
        case .uid: 1
        case .certificate: 2
        }
    }

    package func suffices(for required: TagProof) -> Bool { rank >= required.rank }
}

/// What was odd about a tap, most often about its tag. The tap counts all the same; an administrator sees it.
package enum TagFlag: String, Sendable, CaseIterable {
    /// Its certificate was made for another UID, or not by us.
    case copied = "tag_copied"
    case retired = "tag_retired"
    case unknown = "tag_unknown"
    /// The tap says another desk or event than the tag stands for.
    case mismatch = "tag_mismatch"
    /// The person tapped at another office sooner than anybody travels.
    case twoOffices = "two_offices"
    /// It was tapped from two networks within a minute.
    case twoNetworks = "two_networks"
}

/// What a reader says of the tag it read. Never needed, and never believed without a look.
package struct TagEvidence: Sendable, Hashable {
    /// nil where what was sent is none.
    package var uid: UID?
    package var certificate: Certificate

    package enum Certificate: Sendable, Hashable {
        case absent
        /// What was sent is none.
        case malformed
        case present(TagCertificate)
    }

    package init(uid: UID?, certificate: Certificate) {
        self.uid = uid
        self.certificate = certificate
    }
}

/// What is kept of a tap's tag.
package struct TagVerification: Sendable, Hashable {
    package var proof: TagProof
    package var flag: TagFlag?
    /// Of the tag that was read; nil where a badge was.
    package var uid: UID?
    /// The office that the tag stands in; nil where it proves nothing.
    var office: Int64?
    /// Whether this is the first sign that the tag says what it should.
    var isFirstSign = false

    package init(proof: TagProof, flag: TagFlag? = nil, uid: UID? = nil) {
        self.proof = proof
        self.flag = flag
        self.uid = uid
    }

    /// A badge of somebody's was read: no tag, and yet a registered UID.
    package static let knownBadge = TagVerification(proof: .uid)

    /// The same with what else was odd, unless the tag itself was: that is graver.
    func flagged(_ flag: TagFlag) -> TagVerification {
        var finding = self
        finding.flag = finding.flag ?? flag
        return finding
    }

    /// What it is worth for a tap that belongs to `office`: the desks of two offices may have one name.
    func held(against office: Int64) -> TagVerification {
        guard let stands = self.office, stands != office else { return self }
        return TagVerification(proof: .none, flag: .mismatch, uid: uid)
    }

    func suffices(for required: TagProof) -> Bool { proof.suffices(for: required) }
}
