/// Why a record was rejected. The cases are in the order of the checks.
package enum RejectionReason: String, Error, Sendable, CaseIterable {
    case badID = "bad_id"
    case badType = "bad_type"
    case badTime = "bad_time"
    case badUser = "bad_user"
    case badKind = "bad_kind"
    case badDesk = "bad_desk"
    case deskRequired = "desk_required"
    /// An amendment sets no field, or a field that cannot be amended.
    case emptySet = "empty_set"
    /// A correction without author or reason.
    case reasonRequired = "reason_required"
    /// A correction whose target is no recorded tap or addition.
    case unknownTarget = "unknown_target"
    case badOffice = "bad_office"
    /// A correction to a time in the future.
    case future
    case unknownPerson = "unknown_person"
    case unknownDesk = "unknown_desk"
    /// The reader's key does not cover this office or desk.
    case notInScope = "not_in_scope"
    /// The tag's signed address was used for a tap before.
    case linkUsed = "link_used"
    /// A phone's tap with a signed address came later than a tap with a later address of the tag.
    case linkOutdated = "link_outdated"
}
