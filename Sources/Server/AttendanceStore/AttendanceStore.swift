package import Logging
package import Postgres

/// Everything that DeskTap stores, in PostgreSQL. Lends one small store per noun.
package struct AttendanceStore: Sendable {
    let pool: PostgresPool
    private let privilegedSessions: PrivilegedSessions
    /// The servers' shared secret. It is outside the database.
    package let secrets: SecretStore
    /// Who is where.
    package let fold = PresenceFold()
    /// The facts of hours that concern all people.
    package let commonFacts: CommonFactCache

    /// - Parameters:
    ///   - secretFile: nil: operations that need the servers' secret throw ``SecretError/noFile``.
    ///   - createsSecret: whether a missing secret is created on first use.
    package init(
        pool: PostgresPool, secretFile: String? = nil, createsSecret: Bool = true,
        privilegedSessions: PrivilegedSessions = .usual, logger: Logger? = nil
    ) {
        self.pool = pool
        commonFacts = CommonFactCache(store: HoursStore(pool: pool))
        self.privilegedSessions = privilegedSessions
        secrets = SecretStore(path: secretFile, mayMake: createsSecret, pool: pool, logger: logger)
    }

    package var anchors: AnchorStore { AnchorStore(pool: pool, secrets: secrets) }
    package var audit: AuditStore { AuditStore(pool: pool) }
    package var balances: BalanceStore { BalanceStore(pool: pool, commonFacts: commonFacts) }
    package var badges: BadgeStore { BadgeStore(pool: pool, secrets: secrets) }
    package var cookieKey: CookieKey { get async throws { try await CookieKey(pool: pool, secrets: secrets) } }
    package var corrections: CorrectionStore { CorrectionStore(pool: pool) }
    package var dayNotes: DayNoteStore { DayNoteStore(pool: pool) }
    package var displays: DisplayStore { DisplayStore(pool: pool) }
    package var exportLayouts: ExportLayoutStore { ExportLayoutStore(pool: pool) }
    package var exports: ExportStore { ExportStore(pool: pool) }
    package var flagConfirmations: FlagConfirmationStore { FlagConfirmationStore(pool: pool) }
    package var floorPictures: FloorPictureStore { FloorPictureStore(pool: pool) }
    package var floors: FloorStore { FloorStore(pool: pool, fold: fold) }
    package var holidays: HolidayStore { HolidayStore(pool: pool, commonFacts: commonFacts) }
    package var hours: HoursStore { HoursStore(pool: pool) }
    package var identities: IdentityStore { IdentityStore(pool: pool, secrets: secrets) }
    package var imports: ImportStore { ImportStore(pool: pool) }
    package var ledger: LedgerStore { LedgerStore(pool: pool) }
    package var legalHolds: LegalHoldStore { LegalHoldStore(pool: pool) }
    package var mapPrivacy: MapPrivacyStore { MapPrivacyStore(pool: pool) }
    package var officeSettings: OfficeSettingsStore { OfficeSettingsStore(pool: pool) }
    package var offices: OfficeStore { OfficeStore(pool: pool) }
    package var passwords: PasswordStore { PasswordStore(pool: pool) }
    package var people: PeopleStore { PeopleStore(pool: pool) }
    package var personData: PersonDataStore { PersonDataStore(pool: pool, commonFacts: commonFacts) }
    package var personalKeys: PersonalKeyStore { PersonalKeyStore(pool: pool) }
    package var presence: PresenceStore { PresenceStore(pool: pool, fold: fold) }
    package var provisioners: ProvisionerStore { ProvisionerStore(pool: pool) }
    package var provisioning: ProvisioningStore { ProvisioningStore(pool: pool) }
    package var readers: ReaderStore { ReaderStore(pool: pool) }
    package var record: RecordStore { RecordStore(pool: pool) }
    package var reminders: ReminderStore { ReminderStore(pool: pool, privileged: privilegedSessions) }
    package var requests: RequestStore { RequestStore(pool: pool) }
    package var retention: RetentionStore { RetentionStore(pool: pool, secrets: secrets) }
    package var sentForms: SentFormStore { SentFormStore(pool: pool) }
    package var sessions: SessionStore { SessionStore(pool: pool, privileged: privilegedSessions) }
    package var signInLinks: SignInLinkStore { SignInLinkStore(pool: pool, privileged: privilegedSessions) }
    package var signingKeys: SigningKeyStore { SigningKeyStore(pool: pool, secrets: secrets) }
    package var startRequirements: StartRequirementStore { StartRequirementStore(pool: pool) }
    package var tagKeys: TagKeyStore { TagKeyStore(pool: pool, secrets: secrets) }
    package var tagWords: TagWordStore { TagWordStore(pool: pool) }
    package var tags: TagStore { TagStore(pool: pool, secrets: secrets) }
    package var taps: TapStore { TapStore(pool: pool) }
    package var teams: TeamStore { TeamStore(pool: pool) }
    package var warningNotes: WarningNoteStore { WarningNoteStore(pool: pool) }

    /// Checks that this program works with the schema, and that every query can be prepared.
    package func check(_ folder: SQLFolder, _ connection: PostgresConnection) async throws {
        try await Migrator(folder).check(connection)
        for name in folder.queries.names { try await connection.prepare(name) }
    }

    /// The state of the database.
    package struct Condition: Sendable {
        /// True for a standby, and for a primary that is configured as read-only.
        package let isReadOnly: Bool
        package let schema: Schema
    }

    /// The role of the pool's connections.
    package func serverRole() async throws -> ServerRole { try await pool.withConnection(ServerRole.of) }

    /// What the pooled database connections do.
    package var poolActivity: PoolActivity {
        get async { await pool.activity }
    }

    /// - Throws: ``PostgresError``, also if the database does not respond within `limit`.
    package func condition(within limit: Duration) async throws -> Condition {
        try await pool.withConnection { connection in
            try await connection.withStatementLimit(to: limit) { connection in
                let row = try await connection.query("Operation/condition")[0]
                return Condition(
                    isReadOnly: try row.get("is_read_only"), schema: try Schema(row))
            }
        }
    }
}
