package import Attendance

/// The office, event and desk that a tag stands for.
package struct TagPlace: Sendable, Hashable {
    package var office: OfficeID
    package var officeName: String
    package var kind: TapKind
    /// nil: a pause or an end at any desk.
    package var desk: DeskID?

    package init(office: OfficeID, officeName: String, kind: TapKind, desk: DeskID?) {
        self.office = office
        self.officeName = officeName
        self.kind = kind
        self.desk = desk
    }
}

/// A tag that is or was registered.
package struct RegisteredTag: Sendable, Equatable {
    package let id: TagID
    package let uid: UID
    package let place: TagPlace
    /// The number of the certificate's signing key; nil: no certificate.
    package let key: Int64?
    /// The number of the master key of a tag that signs its address; nil: the tag always sends the same one.
    package let masterKey: Int64?
    package let issued: CivilDate?
    /// Whether the signing key or the master key is retired.
    package let isKeyRetired: Bool
    package let madeAt: Instant
    /// When the tag was first read with the right content; nil: not yet.
    package let writtenAt: Instant?
    package let retiredAt: Instant?
    /// The reason for retiring it: of a person, or a ``TagRetirement``.
    package let why: String?
    /// The tag that replaced it.
    package let successor: UID?
    /// Whether the tag's address has a word. Without a word or a signature, the page taps only by its button.
    package let hasWord: Bool

    package var lacksWord: Bool { !hasWord && masterKey == nil && retiredAt == nil }

    package var state: State { retiredAt != nil ? .retired : writtenAt != nil ? .written : .issued }

    package enum State: String, Sendable {
        case issued, written, retired
    }
}

/// The reason why the server retired a tag by itself. The database stores these English texts; pages show them translated.
package enum TagRetirement: String, CaseIterable {
    case moved = "The tag got another place."
    case reset = "Set back to its factory keys."
}

/// The content for a newly registered tag.
package struct IssuedTag: Sendable, Equatable {
    package let uid: UID
    package let place: TagPlace
    /// nil: the tag is registered by its UID only.
    package let certificate: TagCertificate?
    /// For the tag's address; nil: the tag has no room for it.
    package let word: TagWord?
}

/// Suspicious taps of the same tag.
package struct FlaggedTaps: Sendable, Equatable {
    package let flag: TagFlag
    /// nil if the text sent is no UID.
    package let uid: UID?
    package let kind: TapKind
    package let desk: String?
    package let office: OfficeID
    package let officeName: String
    package let count: Int64
    /// The arrival of the latest tap.
    package let latest: Instant
    /// The reader of the latest tap; nil: a phone.
    package let reader: String?
}

/// Why a tag cannot be registered, retired or replaced.
package enum TagRegisterError: Error, Sendable, Equatable {
    case unknownDesk(DeskID)
    /// Several offices match the address.
    case officeNeeded
    /// The tag is in use for another place.
    case inUse(UID, TagPlace)
    case unknownTag(UID)
    /// The tag never got keys here.
    case noKeys(UID)
    case sameTag(UID)
    case reasonMissing
    case unknownKey(Int64)
    case unknownMasterKey(Int64)
    /// A master key was made while the keys were read.
    case newMasterKey
    case tooManyKeys
}
