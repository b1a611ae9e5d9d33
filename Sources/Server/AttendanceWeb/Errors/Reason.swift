import Attendance
import Hours

/// The machine-readable reason why a request or tap was refused. Stable across releases; the API document lists all values.
enum Reason: String, Encodable, CaseIterable {
    case accountNotLinked = "account_not_linked"
    case alreadyExists = "already_exists"
    case ambiguousTime = "ambiguous_time"
    case badAddress = "bad_address"
    case badAsOf = "bad_as_of"
    case badBadge = "bad_badge"
    case badBody = "bad_body"
    case badCertificate = "bad_certificate"
    case badChoice = "bad_choice"
    case badDate = "bad_date"
    case badDesk = "bad_desk"
    case badDisplayName = "bad_display_name"
    case badDrawing = "bad_drawing"
    case badFile = "bad_file"
    case badFloor = "bad_floor"
    case badHead = "bad_head"
    case badHeads = "bad_heads"
    /// Sent by `WebServer` before a request is routed, as ``tooManyBytes`` may be.
    case badHost = "bad_host"
    case badID = "bad_id"
    case badJSON = "bad_json"
    case badKind = "bad_kind"
    case badLanguage = "bad_language"
    case badFirstDay = "bad_first_day"
    case badLastDay = "bad_last_day"
    case badLayout = "bad_layout"
    case badName = "bad_name"
    case badNetwork = "bad_network"
    case badOffice = "bad_office"
    case badPeriod = "bad_period"
    case badPicture = "bad_picture"
    case badPreset = "bad_preset"
    case badReplace = "bad_replace"
    case badRole = "bad_role"
    case badRounding = "bad_rounding"
    case badSetting = "bad_setting"
    case badText = "bad_text"
    case badTime = "bad_time"
    case badTimeZone = "bad_time_zone"
    case badType = "bad_type"
    case badTypeOfBody = "bad_type_of_body"
    case badUID = "bad_uid"
    case badUser = "bad_user"
    case badUserName = "bad_user_name"
    case badValue = "bad_value"
    case badWord = "bad_word"
    case badgeEnrolled = "badge_enrolled"
    case beforeEnrolment = "before_enrolment"
    case browserNeeded = "browser_needed"
    case busy
    case certificateMissing = "certificate_missing"
    case clockInsWouldBeHeld = "clock_ins_would_be_held"
    case clockWrong = "clock_wrong"
    case commentRequired = "comment_required"
    case compressedBody = "compressed_body"
    case conflict
    case contradiction
    case crossSite = "cross_site"
    case databaseAway = "database_away"
    case databaseFull = "database_full"
    case databaseReadOnly = "database_read_only"
    case decidedAlready = "decided_already"
    case deskRequired = "desk_required"
    case differs
    case duplicate
    case emptySet = "empty_set"
    case feedBehind = "feed_behind"
    case floorChanged = "floor_changed"
    case forbidden
    case freshSignInNeeded = "fresh_sign_in_needed"
    case future
    case hasLeft = "has_left"
    case incomplete
    case lastAdministrator = "last_administrator"
    case linkOutdated = "link_outdated"
    case linkUsed = "link_used"
    case longPeriod = "long_period"
    case missingOffice = "missing_office"
    case missingReader = "missing_reader"
    case missingUser = "missing_user"
    case noSecret = "no_secret"
    case nobodyMeant = "nobody_meant"
    case notAllowed = "not_allowed"
    case notInScope = "not_in_scope"
    case notNow = "not_now"
    case notReady = "not_ready"
    case notSigned = "not_signed"
    case notYours = "not_yours"
    case officeNeeded = "office_needed"
    case oldForm = "old_form"
    case otherPerson = "other_person"
    case own
    case ownAccount = "own_account"
    case peopleSitThere = "people_sit_there"
    case providerAway = "provider_away"
    case quarantined
    case randomBadge = "random_badge"
    case readerTaken = "reader_taken"
    case reasonRequired = "reason_required"
    case rejected
    case rowsWouldChange = "rows_would_change"
    case sameTag = "same_tag"
    case schemaNewer = "schema_newer"
    case sentAlready = "sent_already"
    case signInFailed = "sign_in_failed"
    case signInNeeded = "sign_in_needed"
    case skippedTime = "skipped_time"
    case stale
    case tagInUse = "tag_in_use"
    case tapsWouldNotCount = "taps_would_not_count"
    case tooLate = "too_late"
    case tooLong = "too_long"
    case tooManyAttempts = "too_many_attempts"
    case tooManyBytes = "too_many_bytes"
    case tooManyItems = "too_many_items"
    case tooManyKeys = "too_many_keys"
    case tooManyOpen = "too_many_open"
    case tooManyRows = "too_many_rows"
    case tooOften = "too_often"
    case tooOld = "too_old"
    case unknownBadge = "unknown_badge"
    case unknownDesk = "unknown_desk"
    case unknownDisplay = "unknown_display"
    case unknownFloor = "unknown_floor"
    case unknownHead = "unknown_head"
    case unknownKey = "unknown_key"
    case unknownLanguage = "unknown_language"
    case unknownLayout = "unknown_layout"
    case unknownOffice = "unknown_office"
    case unknownPerson = "unknown_person"
    case unknownReader = "unknown_reader"
    case unknownReference = "unknown_reference"
    case unknownTag = "unknown_tag"
    case unknownTap = "unknown_tap"
    case unknownTarget = "unknown_target"
    case unknownTeam = "unknown_team"
    case unknownUser = "unknown_user"
    case unmappable
    case unproven
    case userNameNotFree = "user_name_not_free"
    case weakPassword = "weak_password"
    case wrongCertificate = "wrong_certificate"
    case wrongPassword = "wrong_password"
    case wrongSchema = "wrong_schema"
    case wrongWord = "wrong_word"

    // The words of SCIM (RFC 7644, table 9).
    case invalidFilter
    case invalidPath
    case invalidSyntax
    case invalidValue
    case mutability
    case noTarget
    case uniqueness

    /// Whether this is a value of SCIM's `scimType` (RFC 7644, table 9).
    var isSCIM: Bool {
        switch self {
        case .invalidFilter, .invalidPath, .invalidSyntax, .invalidValue, .mutability, .noTarget, .uniqueness: true
        default: false
        }
    }
}

extension Reason {
    /// The reason of an outcome; for an outcome without one, its name. Nil if the tap or correction was accepted.
    init?(_ outcome: IngestOutcome) { self.init(rawValue: outcome.reason ?? outcome.name) }

    init?(_ rejection: RejectionReason) { self.init(rawValue: rejection.rawValue) }

    init?(_ rejection: FactRejection) { self.init(rawValue: rejection.rawValue) }
}
