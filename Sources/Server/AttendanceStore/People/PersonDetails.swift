package import Attendance
import Postgres

/// What a company's personnel files say about a person, beside the name. nil: unknown.
package struct PersonDetails: Sendable, Equatable {
    /// As payroll programs know the person: unique in an office.
    package var personnelNumber: String?
    /// For invitations, and for reminders of people who named no address themselves.
    package var email: MailAddress?
    /// How the name is read, such as in hiragana. Lists are in its order, or that of the displayed name.
    package var reading: String?
    package var firstDay: CivilDate?

    package init(
        personnelNumber: String? = nil, email: MailAddress? = nil, reading: String? = nil, firstDay: CivilDate? = nil
    ) {
        (self.personnelNumber, self.email, self.reading, self.firstDay) = (personnelNumber, email, reading, firstDay)
    }

    /// Reads columns by their names in the table `person`; days since 1970.
    init(_ row: PostgresRow) throws {
        personnelNumber = try row.getIfPresent("personnel_number")
        email = try row.getIfPresent("email", as: String.self).flatMap { MailAddress($0) }
        reading = try row.getIfPresent("reading")
        firstDay = try row.dayIfPresent("first_day")
    }

    /// Typed texts. An empty one is unknown.
    /// - Throws: ``StoreError/badName(longest:)`` for the number, ``StoreError/badDisplayName`` for the reading,
    ///   ``StoreError/badEmail``, ``StoreError/badDay``.
    package init(personnelNumber: String, email: String, reading: String, firstDay: String) throws(StoreError) {
        self.personnelNumber = personnelNumber.isEmpty ? nil : try ThingName.given(personnelNumber)
        self.email = email.isEmpty ? nil : try Self.given(MailAddress(email), or: .badEmail)
        self.reading = reading.isEmpty ? nil : try PersonName.given(reading)
        self.firstDay = firstDay.isEmpty ? nil : try Self.given(CivilDate(entered: firstDay), or: .badDay)
    }

    /// Takes the values of other details that are known.
    mutating func update(by other: PersonDetails) {
        personnelNumber = other.personnelNumber ?? personnelNumber
        email = other.email ?? email
        reading = other.reading ?? reading
        firstDay = other.firstDay ?? firstDay
    }

    private static func given<Value>(_ value: Value?, or error: StoreError) throws(StoreError) -> Value {
        guard let value else { throw error }
        return value
    }
}
