package import Attendance
import Daemon
import Postgres

/// Compares a restored database with an anchor. Writes nothing.
package struct BackupCheck: Sendable {
    package enum Check: String, Sendable, CaseIterable, Codable {
        /// The servers' secret fits the database and the anchor, which it signed.
        case secret
        /// The program works with the schema, which is not older than the anchor's.
        case schema
        /// The ledger contains the anchor's head.
        case head
        /// All entries of the ledger are correct, and all that they commit to.
        case ledger
        /// People's hours and open sessions, derived from the log, are those of the anchor.
        case hours
        /// Every index has all rows of its table.
        case indexes
    }

    package enum Result: String, Sendable, Codable {
        case passed
        case failed
        /// It could not be checked. The backup is not proven.
        case unchecked
        /// As requested.
        case skipped
    }

    package struct Finding: Sendable, Codable, Equatable {
        package let check: Check
        package let result: Result
        /// What was found; after a failure, also what to do.
        package let detail: String

        package init(_ check: Check, _ result: Result, _ detail: String) {
            (self.check, self.result, self.detail) = (check, result, detail)
        }
    }

    let pool: PostgresPool
    let secrets: SecretStore
    let signingKeys: SigningKeyStore
    let ledger: LedgerStore
    let anchors: AnchorStore
    package let schemas: SchemaRange
    package let zones: TimeZoneDatabase

    package init(_ store: AttendanceStore, schemas: SchemaRange, zones: TimeZoneDatabase) {
        (pool, secrets, signingKeys) = (store.pool, store.secrets, store.signingKeys)
        (ledger, anchors) = (store.ledger, store.anchors)
        (self.schemas, self.zones) = (schemas, zones)
    }

    /// - Parameter report: is called after each check, in the order of ``Check``.
    package func run(
        against anchor: LedgerAnchor, skipping skipped: Set<Check> = [], _ report: (Finding) -> Void
    ) async -> [Finding] {
        var findings: [Finding] = []
        for check in Check.allCases {
            let finding = skipped.contains(check) ? Finding(check, .skipped, "not requested") : await self.check(check, anchor)
            report(finding)
            findings.append(finding)
        }
        return findings
    }

    private func check(_ check: Check, _ anchor: LedgerAnchor) async -> Finding {
        do {
            let (result, detail) =
                switch check {
                case .secret: try await checkSecret(anchor)
                case .schema: try await checkSchema(anchor)
                case .head: try await checkHead(anchor)
                case .ledger: try await checkLedger()
                case .hours: try await checkHours(anchor)
                case .indexes: try await checkIndexes()
                }
            return Finding(check, result, detail)
        } catch let error as SecretError {
            return Finding(check, .failed, "\(error)")
        } catch {
            return Finding(check, .unchecked, "\(error)")
        }
    }

    private func checkSecret(_ anchor: LedgerAnchor) async throws -> (Result, String) {
        guard let secret = try await secrets.check() else {
            return (.failed, "The database is not bound to a secret, but the anchor is. It is not the database of the anchor.")
        }
        guard secret.fingerprint == anchor.secret else {
            return (.failed, "The anchor was made with another secret. It is not the anchor of this database.")
        }
        guard try anchor.isSigned(with: secret) else {
            return (.failed, "The anchor was changed after it was made. Use another copy of it.")
        }
        let keys = try await signingKeys.check(with: secret)
        guard keys >= anchor.signingKeys else {
            return (.failed, "The database has \(keys) signing keys, the anchor \(anchor.signingKeys). The backup lacks some.")
        }
        let masters = try await TagKeyStore(pool: pool, secrets: secrets).decryptedMasters(with: secret)
        return (
            .passed,
            "The secret fits the database and the anchor, and opens \(keys) signing keys and \(masters.count) master keys of tags."
        )
    }

    private func checkSchema(_ anchor: LedgerAnchor) async throws -> (Result, String) {
        let schema = try Schema(try await pool.query("Operation/condition")[0])
        if let problem = schemas.problem(of: schema) { return (.failed, "\(problem)") }
        return schema.number < anchor.schema
            ? (.failed, "The schema has number \(schema.number), the anchor \(anchor.schema). The backup is older than it.")
            : (.passed, "The schema has number \(schema.number).")
    }

    private func checkHead(_ anchor: LedgerAnchor) async throws -> (Result, String) {
        guard anchor.head.seq > 0 else {
            return (
                .unchecked,
                "The anchor is of an empty ledger and proves nothing. Use a later one: 'desktap ledger anchor' makes one."
            )
        }
        if let flaw = try await anchors.flaw(against: anchor) {
            return (.failed, "The ledger is not that of the anchor: \(flaw).")
        }
        let head = try await ledger.ledgerHead()
        return (
            .passed, "The ledger contains the anchor's entry \(anchor.head.seq) and \(head.seq - anchor.head.seq) later ones."
        )
    }

    private func checkLedger() async throws -> (Result, String) {
        let (entries, flaw) = try await ledger.verifyLedger()
        return if let flaw {
            (.failed, "The ledger is broken: \(flaw). The \(entries) entries before are correct.")
        } else {
            (.passed, "All \(entries) entries of the ledger are correct.")
        }
    }

    private func checkHours(_ anchor: LedgerAnchor) async throws -> (Result, String) {
        guard let record = try await anchors.record(asOf: anchor, zones: zones) else {
            return (
                .unchecked, "Hours of the anchor's months were erased after it was made. Use an anchor from after the erasure."
            )
        }
        let (found, anchored) = (record.months, anchor.record.months)
        if let month = (anchored + found).first(where: { !found.contains($0) || !anchored.contains($0) }) {
            func hours(_ months: [RecordDigest.Month]) -> String {
                months.first { $0.office == month.office && $0.first == month.first }?.hours ?? "none"
            }
            return (
                .failed,
                "People's hours of \(month.name) are not the anchor's. In all they are \(hours(found)), anchored \(hours(anchored))."
                    + difference(anchor)
            )
        }
        guard record.openSessions == anchor.record.openSessions else {
            let time = anchor.madeAt.rfc3339()
            return (.failed, "The sessions that were open at \(time) are not the anchor's." + difference(anchor))
        }
        let months = found.map { "\($0.name) \($0.hours)" }.joined(separator: ", ")
        return (.passed, "Hours and open sessions are the anchor's: \(months.isEmpty ? "no hours" : months).")
    }

    /// Why another machine may derive other hours from the same log.
    private func difference(_ anchor: LedgerAnchor) -> String {
        var sentence = ""
        if anchor.timeZones != zones.version {
            sentence += " The anchor's time zones are \(anchor.timeZones), this machine's \(zones.version)."
        }
        if anchor.program != programVersion {
            sentence += " DeskTap \(anchor.program) made the anchor, and this is \(programVersion)."
        }
        return sentence
    }

    /// data_corrupted and index_corrupted (PostgreSQL manual, appendix A).
    private static let damage: Set = ["XX001", "XX002"]
    /// feature_not_supported, insufficient_privilege and undefined_file.
    private static let unusableExtension: Set = ["0A000", "42501", "58P01"]

    /// PostgreSQL's extension amcheck compares each B-tree index with its table. It is added in a transaction that is rolled back.
    private func checkIndexes() async throws -> (Result, String) {
        try await pool.withConnection { connection in
            struct RolledBack: Error { let result: (Result, String) }
            do {
                return try await connection.withTransaction { connection -> (Result, String) in
                    try await connection.execute("create extension if not exists amcheck", named: "add amcheck")
                    throw RolledBack(result: try await Self.checkIndexes(connection))
                }
            } catch let end as RolledBack {
                return end.result
            } catch let error as PostgresError where Self.damage.contains(error.sqlState ?? "") {
                return (.failed, "An index is damaged: \(error). Run 'reindex database', and find out how that could happen.")
            } catch let error as PostgresError where Self.unusableExtension.contains(error.sqlState ?? "") {
                return (
                    .unchecked,
                    "PostgreSQL's extension amcheck cannot be used (\(error)). Install it and check as a superuser, or use --skip-indexes."
                )
            }
        }
    }

    private static func checkIndexes(_ connection: PostgresConnection) async throws -> (Result, String) {
        let invalid = try await connection.execute(
            "select indexrelid::regclass::text as name from pg_index where not indisvalid", named: "find invalid indexes")
        if let name = try invalid.first?.get("name", as: String.self) {
            return (.failed, "The index \(name) is invalid. Run 'reindex index \(name)'.")
        }
        let checked = try await connection.execute(
            """
            select count(bt_index_check(pg_index.indexrelid, true)) as indexes
              from pg_index
              join pg_class on pg_class.oid = pg_index.indexrelid and pg_class.relkind = 'i'
              join pg_am on pg_am.oid = pg_class.relam and pg_am.amname = 'btree'
             where pg_class.relnamespace = 'public'::regnamespace
            """, named: "check indexes")
        return (.passed, "\(try checked[0].get("indexes", as: String.self)) indexes have all rows of their tables.")
    }
}

extension RecordDigest.Month {
    fileprivate var name: String { "\(String("\(first)".dropLast(3))) in office \(office.rawValue)" }
    fileprivate var hours: String { "\(workedSeconds / 3600):" + String("0\(workedSeconds / 60 % 60)".suffix(2)) }
}
