package import Attendance
import Postgres

/// A registered Linux computer with an NFC reader.
package struct Reader: Sendable, Equatable {
    package let id: ReaderID
    package let name: String
    package let scope: ReaderScope
    /// The TLS client certificate that its keys require; nil: none.
    package let certificate: CertificateFingerprint?
}

extension Reader {
    /// Reads a row of `reader_by_key` or `readers`.
    init(_ row: PostgresRow) throws {
        let scope: ReaderScope
        if let userName = try row.getIfPresent("user_name", as: String.self) {
            scope = .person(userName: userName)
        } else if let office = try row.getIfPresent("office_id", as: OfficeID.self) {
            scope = .office(office, name: try row.get("office_name"))
        } else if try row.get("scope", as: String.self) == "badges" {
            let desks = try row.get("desks", as: String.self)
            scope = .badges(at: desks.split(separator: ",").compactMap { DeskID(String($0)) })
        } else {
            scope = .anyone
        }
        self.init(
            id: try row.get("id"), name: try row.get("name"), scope: scope,
            certificate: try row.getIfPresent("certificate_hash", as: PostgresBytes.self)
                .map(CertificateFingerprint.init(hash:)))
    }
}
