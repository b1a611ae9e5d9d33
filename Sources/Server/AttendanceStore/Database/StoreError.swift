package import Attendance
import Postgres

/// A refusal of the store. Its sentence is in the catalogue of texts.
package enum StoreError: Error, Equatable {
    /// Too many taps are waiting; another would wait too long.
    case tooManyTapsWaiting
    /// Another writer locked the log for longer than a tap waits.
    case recordingTimedOut
    case shuttingDown
    case alreadyExists(UniqueName)
    /// A name of something other than a person is no line of 1 to `longest` visible characters.
    case badName(longest: Int)
    /// A person's name does not follow the rule of ``PersonName``.
    case badDisplayName
    case badUserName
    case badEmail
    /// A text is no date.
    case badDay
    case unknownPerson(String)
    case unknownOffice(String)
    /// Tags and links with this name lead to another office, which had it.
    case formerOfficeName(String, of: String)
    /// No office exists.
    case noOffice
    /// Several offices exist, and none is named.
    case officeNotNamed
    case unknownReader(String)
    case unknownDesk(String)
    /// nil: the team no longer exists. Otherwise no team or several have this name.
    case unknownTeam(String?)
    /// A person of another office cannot become a member of the team.
    case teamOfOtherOffice(String, office: String)
    case unknownProvisioner(String)
    /// The change would leave no administrator.
    case lastAdministrator
    /// Administrators cannot change their own role, or mark themselves as having left.
    case ownAccount
    /// A provisioner created a person with the user name of a person who left.
    case userNameOfFormer(String)
    /// The user name belonged to another person, and readers may still hold taps for it. nil: never free, because an office
    /// accepts taps of any age.
    case userNameNotFree(String, until: Instant?)
    case unknownFloor(String)
    case unknownDisplay(String)
    /// No screen shows the typed code.
    case unknownDisplayCode
    case badTimeZone(TimeZoneError)
    /// The ledger has no such entry.
    case unknownCheckpoint(String)
    /// New settings would change existing daily rows of this number of people.
    case settingsWouldChangeRows(from: CivilDate, people: Int64)
}

extension StoreError {
    /// Whether the database is temporarily unavailable. The same request may succeed in a moment.
    package static func isUnavailability(_ error: any Error) -> Bool {
        (error as? PostgresError)?.isUnavailability ?? false
    }

    /// Whether the database's disk is full.
    package static func isFull(_ error: any Error) -> Bool { (error as? PostgresError)?.sqlState == "53100" }

    /// Whether a text of a statement contains U+0000, which texts of PostgreSQL cannot. (Other invalid UTF-8 is never sent.)
    package static func isNullCharacter(_ error: any Error) -> Bool { (error as? PostgresError)?.sqlState == "22021" }
}
