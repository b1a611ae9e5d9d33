package import Attendance

/// What a tag stands for.
package struct TagPlace: Sendable, Equatable {
    package var office: Int64
    package var officeName: String
    package var kind: TapKind
    /// nil: a pause or an end for any desk.
    package var desk: DeskID?

    package init(office: Int64, officeName: String, kind: TapKind, desk: DeskID?) {
        self.office = office
        self.officeName = officeName
        self.kind = kind
        self.desk = desk
    }

    /// As people read it.
    package var description: String { "\(kind.rawValue)\(desk.map { " at \($0)" } ?? "") (\(officeName))" }
}

/// A tag as the server knows it.
package struct RegisteredTag: Sendable, Equatable {
    package let id: Int64
    package let uid: UID
    package let place: TagPlace
    /// Of its certificate; nil where it has none.
    package let key: Int64?
    package let issued: CivilDate?
    package let isKeyRetired: Bool
    package let madeAt: Instant
    /// When it was first seen to say what it should; nil: not yet.
    package let writtenAt: Instant?
    package let retiredAt: Instant?
    package let why: String?
    /// The tag that came in its place.
    package let successor: UID?
    /// Whether its address was given a word. A tag without one taps by a button alone.
    package let hasWord: Bool

    package var state: State { retiredAt != nil ? .retired : writtenAt != nil ? .written : .issued }

    package enum State: String, Sendable {
        case issued, written, retired
    }
}

/// A tag that the server vouches for from now on.
package struct IssuedTag: Sendable, Equatable {
    package let uid: UID
    package let place: TagPlace
    /// nil where it is known by its UID alone.
    package let certificate: TagCertificate?
    /// What its address carries; nil where the tag has no room for it.
    package let word: TagWord?
}

/// Taps with the same odd tag.
package struct FlaggedTaps: Sendable, Equatable {
    package let flag: TagFlag
    /// Of the tag that was read; nil where what was sent is no UID.
    package let uid: UID?
    package let kind: TapKind
    package let desk: String?
    package let office: Int64
    package let officeName: String
    package let count: Int64
    /// When the latest came.
    package let latest: Instant
    /// Where the latest was read; nil for none of our readers.
    package let reader: String?
}

/// Why a tag cannot be registered, retired or replaced.
package enum TagRegisterError: Error, Sendable, Equatable {
    case unknownDesk(DeskID)
    /// Several offices can be meant.
    case officeNeeded(DeskID?)
    /// The tag is in use for something else.
    case inUse(UID, TagPlace)
    case unknownTag(UID)
    case sameTag(UID)
    case reasonMissing
    case unknownKey(Int64)
    case tooManyKeys
}

extension TagRegisterError: CustomStringConvertible {
    /// What happened, then what to do.
    package var description: String {
        switch self {
        case .unknownDesk(let desk): "There is no desk \(desk) here. Please look at the map, or add the desk first."
        case .officeNeeded(let desk):
            "Several offices\(desk.map { " have a desk \($0)" } ?? " can be meant"). Please name one in the address, as office=…"
        case .inUse(let uid, let place):
            "The tag \(uid) stands for \(place.description) already. Please take another tag, or replace what it stands for."
        case .unknownTag(let uid): "No tag in use has the UID \(uid). See 'desktap tags list'."
        case .sameTag(let uid): "A tag cannot be replaced by itself. Please read another tag than \(uid)."
        case .reasonMissing: "Please say why the tag goes out of use."
        case .unknownKey(let number): "There is no signing key \(number) in use. See 'desktap key list'."
        case .tooManyKeys: "There are 65535 signing keys already, and no tag can name a further one."
        }
    }
}
