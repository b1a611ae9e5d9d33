package import Attendance
import Postgres

/// Offices, their coordinates, and what their people may do without a tag and see after a clock-out.
package struct OfficeStore: Sendable {
    let pool: PostgresPool
    /// The longest name, in Unicode scalars.
    package static let longestName = 200

    /// The name of an office in its kept form: a line of 1 to ``longestName`` visible characters (``TypedText/line(_:upTo:)``).
    /// - Throws: ``StoreError/badName(longest:)``.
    package static func name(_ text: String) throws(StoreError) -> String {
        guard let name = TypedText.line(text, upTo: longestName) else { throw .badName(longest: longestName) }
        return name
    }

    /// - Parameters:
    ///   - timeZone: an IANA name that this system's time zone database knows. An alias is stored by its present name.
    ///   - dayBoundary: the start of a working day in seconds after midnight.
    ///   - author: nil: a command on the server.
    ///   - now: nil: by the database's clock.
    /// - Throws: ``StoreError/badTimeZone(_:)``, ``StoreError/alreadyExists(_:)``,
    ///   ``StoreError/formerOfficeName(_:of:)``.
    package func addOffice(
        name: String, timeZone: String, dayBoundary: Int64 = 0, by author: PersonID? = nil, now: Instant? = nil
    ) async throws -> OfficeID {
        try await pool.withTransaction { connection in
            try await addOffice(name: name, timeZone: timeZone, dayBoundary: dayBoundary, by: author, now: now, connection)
        }
    }

    func addOffice(
        name: String, timeZone: String, dayBoundary: Int64, by author: PersonID?, now: Instant?,
        _ connection: PostgresConnection
    ) async throws -> OfficeID {
        try await naming(.office(name)) {
            try await Self.requireNoFormerName(name, except: nil, connection)
            let office = try await connection.query("Offices/insert_office", ["name": name])[0].get("id", as: OfficeID.self)
            let zone = try TimeZoneDatabase.system().storedName(of: timeZone)
            let settings = OfficeSettingsVersion(office: office, validFrom: nil, timeZone: zone, dayBoundary: dayBoundary)
            _ = try await connection.pipeline([settings.insertion(by: author, at: nil)])
            try await ConfigurationChange(.office, .added, name).note(by: ChangeAuthor(author), now: now, connection)
            return office
        }
    }

    static func requireNoFormerName(
        _ name: String, except office: OfficeID?, _ connection: PostgresConnection
    ) async throws {
        let others = try await connection.query("Offices/offices", ["office": nil]).map(Office.init).filter { $0.id != office }
        if let other = others.first(where: { $0.formerNames.contains(name) }) {
            throw StoreError.formerOfficeName(name, of: other.name)
        }
    }

    package func offices() async throws -> [Office] {
        try await pool.query("Offices/offices", ["office": nil]).map(Office.init)
    }

    package func office(_ id: OfficeID) async throws -> Office? {
        try await pool.query("Offices/offices", ["office": id]).first.map(Office.init)
    }

    /// - Parameter name: its name or a former one; nil: the only office.
    /// - Throws: ``StoreError/unknownOffice(_:)``.
    package func office(named name: String?) async throws -> Office {
        try Self.office(named: name, among: try await offices())
    }

    /// The only office, or the only one that has a desk with this id. nil if that is ambiguous.
    package func office(withDesk desk: DeskID?) async throws -> Office? {
        let offices = try await offices()
        if offices.count == 1 { return offices[0] }
        guard let desk else { return nil }
        let holders = try await holders(of: desk)
        return holders.count == 1 ? offices.first { holders.contains($0.id) } : nil
    }

    /// The office in which a clock-in at this desk finds it (``LogCache/office(of:from:)``); nil: it does not find it.
    /// - Parameters:
    ///   - name: the office that the tap names; nil: none.
    ///   - home: the office of the person; nil: the person is unknown, so that a desk in any office suffices.
    package func office(ofDesk desk: DeskID, inOfficeNamed name: String?, from home: OfficeID?) async throws -> OfficeID? {
        let holders = try await holders(of: desk)
        if let name, let named = try await offices().named(name) { return holders.contains(named.id) ? named.id : nil }
        if let home, holders.contains(home) { return home }
        return home == nil || holders.count == 1 ? holders.first : nil
    }

    private func holders(of desk: DeskID) async throws -> Set<OfficeID> {
        Set(
            try await pool.query("Floors/offices_of_desk", ["desk": desk.description])
                .map { try $0.get("office_id", as: OfficeID.self) })
    }

    static func office(named name: String?, among offices: [Office]) throws -> Office {
        if let name, let office = offices.named(name) { return office }
        if name == nil, offices.count == 1 { return offices[0] }
        guard !offices.isEmpty else { throw StoreError.noOffice }
        throw name.map { StoreError.unknownOffice($0) } ?? StoreError.officeNotNamed
    }

    /// Whether the people of an office may tap on their own page, without a tag.
    package func allowsTapsWithoutTag(_ office: OfficeID) async throws -> Bool {
        try await pool.query("Offices/taps_without_tag", ["office": office])[0].get("allows_taps_without_tag")
    }

    /// Whether the result of a clock-out shows how much of the day was owed.
    package func showsDayTarget(_ office: OfficeID) async throws -> Bool {
        try await pool.query("Offices/shows_day_target", ["office": office])[0].get("shows_day_target")
    }
}
