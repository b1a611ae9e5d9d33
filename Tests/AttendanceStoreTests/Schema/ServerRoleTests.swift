import Attendance
import AttendanceStore
import Foundation
import Hours
import JSON
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Server role` {
    /// Passes an office and a pool that connects with the server role.
    func withServer(_ body: (TestOffice, PostgresPool) async throws -> Void) async throws {
        try await TestOffice.with { office in
            let role = "t_server_" + UUID().uuidString.lowercased().replacing("-", with: "_")
            try await office.execute("create role \(role) login")
            try await office.pool.withConnection { connection in
                // Twice, because each migration grants the rights again.
                try await Migrator(office.folder).grantServerRights(to: role, connection)
                try await Migrator(office.folder).grantServerRights(to: role, connection)
            }
            let pool = TestOffice.pool(office.database, office.folder, 3, as: role)
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(office, pool))
            } catch {
                outcome = .failure(error)
            }
            await pool.close()
            try await office.execute("drop owned by \(role); drop role \(role)")
            try outcome.get()
        }
    }

    @Test func `The server role suffices for taps, corrections, sign-in, the record and retention`() async throws {
        try await withServer { office, pool in
            let store = AttendanceStore(pool: pool, secretFile: office.secretFile)
            try await pool.withConnection { try await store.check(office.folder, $0) }
            let (first, second, now) = (UUID(), UUID(), TestOffice.noon)
            let outcomes = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, at: now + .seconds(5), desk: "6F-A1", id: first),
                    TestOffice.submission("bo", .start, at: now, desk: "6F-A1", id: second),
                    TestOffice.submission("ada", .pause, at: now + .seconds(2)),
                ], pool: pool)
            #expect(outcomes.allSatisfy { if case .accepted = $0 { true } else { false } })
            let why = Justification(author: "cy", reason: "A slip")
            let void = Correction(id: UUID(), target: first, change: .void, justification: why)
            #expect(
                try await store.corrections.correct([CorrectionSubmission(.correction(void), receivedAt: now + .seconds(60))])
                    == [.accepted(notes: [])])
            let ada = try await store.people.person(userName: "ada")
            #expect(try await store.people.accounts(AccountFilter(name: "lindqvíst"), limit: 5).map(\.person) == [ada])
            let secret = try await store.signInLinks.addSignInLink(for: ada.id, now: now)
            #expect(try await store.signInLinks.useSignInLink(secret.text, now: now)?.person == ada)
            let form = FormToken(now: now)
            await #expect(throws: StoreError.self) {
                try await store.sentForms.once(form, now: now) { () throws -> Int in throw StoreError.unknownPerson("x") }
            }
            let sent = try await store.sentForms.once(form, now: now) { 1 }
            #expect(sent == 1)
            let provided = ProvidedPerson(
                issuer: "https://id.example.com", subject: "1", userName: "nia", displayName: "Nia", role: .hr, team: .unsaid,
                office: nil, isOwnerOfUserName: false)
            guard case .person(let nia, _) = try await store.identities.signIn(provided, now: now) else {
                throw StoreError.unknownPerson("nia")
            }
            try await store.people.setLeft(userName: nia.userName, at: now)
            #expect(try await store.retention.eraseName(of: nia.id, now: now) == "former-\(nia.id)")
            #expect(try await store.identities.signIn(provided, now: now) == .leftAndErased)
            #expect(try await store.cookieKey.bytes.count == 32)
            let token = try #require(try await store.sessions.beginSession(for: ada.id, on: "Firefox", by: .link, now: now))
            let later = now + SignInSession.tokenLifetime
            let access = AccessCache(store: store)
            let session = try #require(try await access.session(withToken: token, now: later))
            await LastUseWriter(access: access, store: store, logger: TestOffice.logger).write()
            let renewed = try #require(try await store.sessions.renew(session, now: later))
            let confirmed = try #require(try await access.session(withToken: renewed, now: later))
            #expect(try await store.sessions.renew(confirmed, now: later) == nil)
            _ = try await store.sessions.beginSession(for: ada.id, on: "Firefox", by: .link, replacing: renewed, now: later)
            #expect(try await store.sessions.endSessions(of: ada.id, now: later) == 1)
            for hash in ["$scrypt$a", "$scrypt$b"] { try await store.passwords.setPasswordHash(hash, of: ada.id, now: now) }
            try await store.passwords.replacePasswordHash("$scrypt$b", by: "$scrypt$c", of: ada.id)
            #expect(try await store.passwords.password(ofUser: "ada")?.hash == "$scrypt$c")
            #expect(try await store.passwords.removePassword(of: ada.id, now: now))
            try await office.demoteAdministrators()
            let link = try #require(try await store.signInLinks.makeFirstAdministratorLink(now: now)).text
            let newcomer = FirstAdministrator(userName: "ned", displayName: "Ned", office: nil)
            #expect(
                try await store.signInLinks.addFirstAdministrator(newcomer, withLink: link, now: now)?.role == .administrator)
            let origin = SessionOrigin(issuer: "https://id.example.com", providerSession: "s-1")
            _ = try await store.sessions.beginSession(for: ada.id, on: "Firefox", by: .provider, from: origin, now: now)
            let ended = try await store.sessions.endSessions(
                from: "https://id.example.com", subject: nil, session: "s-1", token: "t-1", earliest: now, now: now)
            #expect(ended == 1)
            #expect(try await store.retention.forgetLogs(now: now) == 0)
            #expect(try await store.ledger.verifyLedger().flaw == nil)
            let today = CivilDate(daysSince1970: now.seconds / 86_400)
            #expect(try await store.record.record(of: ada.id, in: today...today, asOf: now, zones: try .system()) != nil)
            try await store.audit.log(Access(by: 2, to: .person(ada.id), of: today...today, purpose: "Approving"), now: now)

            let old = Instant(millisecondsSince1970: 1_500_000_000_000)
            _ = try await TapRecorder.recordAlone(
                [TestOffice.submission("ada", .end, at: old, desk: "6F-A1")], pool: pool)
            #expect(
                try await store.retention.runRetention(
                    now: Instant(millisecondsSince1970: 1_700_000_000_000), zones: try .system())?
                    .map(\.count) == [1, 0])
            #expect(try await store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `The server role suffices for tags that sign their address`() async throws {
        try await withServer { office, pool in
            let (store, now) = (AttendanceStore(pool: pool, secretFile: office.secretFile), TestOffice.noon)
            let (tag, desk) = (SignedTag(), DeskID("6F-A1"))
            let place = try await store.tags.place(of: .start, at: desk, in: nil, home: office.office)
            _ = try await store.tags.issueTag(tag.uid, for: place, certifying: false, word: false, now: now)
            try await tag.setUp(.start, at: desk, keys: try await store.tagKeys.issueKeys(of: tag.uid, now: now))
            let fields = try await tag.read().split(separator: "&").map { String($0.drop { $0 != "=" }.dropFirst()) }
            let evidence = try #require(TapReport.Tag(signed: fields[2], fields[3], fields[4])?.evidence)
            let tags = AccessCache(store: store).tags
            let claim = TagClaim(evidence, kind: .start, desk: desk)
            let verifications = try await tags.verifications(of: [(claim, now)], now: now)
            #expect(verifications.map(\.proof) == [.sun])
            try await tags.noteWritten(verifications, now: now)
            for (user, outcome) in [("ada", IngestOutcome.accepted(notes: [])), ("bo", .rejected(.linkUsed))] {
                var tap = TestOffice.submission(user, .start, desk: "6F-A1")
                tap.verification = verifications[0]
                #expect(try await TapRecorder.recordAlone([tap], pool: pool) == [outcome])
            }
            let required = try #require(desk)
            try await store.startRequirements.setSigning(true, at: required, of: office.office)
            #expect(try await store.tagKeys.issueKeys(of: tag.uid, now: now).current.version == 2)
            #expect(try await store.tagKeys.keys(of: tag.uid, now: now).current.version == 2)
            _ = try await store.tagKeys.addMasterKey(now: now)
            try await store.tagKeys.retireMasterKey(1, now: now)
            _ = try await store.retention.forgetLogs(now: now + .seconds(40 * 86_400))
            for statement in ["update tag_key set master = 2", "delete from tag_key", "delete from tag_master_key"] {
                await #expect { _ = try await pool.withConnection { try await $0.execute(statement, named: "try") } } throws: {
                    ($0 as? PostgresError)?.sqlState == "42501"
                }
            }
        }
    }

    @Test func `The server role suffices for managing people and cannot change the log of it`() async throws {
        try await withServer { office, pool in
            let (store, now) = (AttendanceStore(pool: pool), TestOffice.noon)
            let key = try await store.provisioners.addProvisioner(name: "Entra", office: office.office, now: now)
            let provisioner = try #require(try await AccessCache(store: store).provisioner(withKey: key, now: now))
            let emi = try await store.provisioning.provision(
                userName: "emi", displayName: "Emi", isActive: true, externalID: "1", by: provisioner, now: now)
            try await store.people.change(emi, PersonChange(displayName: "Emi Sato", role: .hr), by: .command, now: now)
            try await store.provisioning.unprovision(emi, by: provisioner, now: now)
            try await store.people.reinstate(emi, by: .command, now: now)
            try await store.people.leave(emi, at: now, by: .command, now: now)
            #expect(try await store.retention.eraseName(of: emi, now: now + .seconds(1)) != nil)
            try await store.provisioners.revokeProvisioner(name: "Entra", now: now)
            #expect(try await store.audit.adminLog(of: emi).count == 7)
            for statement in ["update admin_log set new = 'x'", "delete from admin_log", "delete from provisioned"] {
                await #expect { _ = try await pool.withConnection { try await $0.execute(statement, named: "try") } } throws: {
                    ($0 as? PostgresError)?.sqlState == "42501"
                }
            }
        }
    }

    @Test func `The server role suffices for editing floors`() async throws {
        try await withServer { office, pool in
            let (store, now) = (AttendanceStore(pool: pool), TestOffice.noon)
            let floor = try await store.floors.addEmptyFloor(named: "8F", to: office.office, by: nil, now: now)
            let version = FloorVersion(floor, version: nil, by: nil)
            let picture = FloorPicture(kind: .png, bytes: [1], width: 1, height: 1)
            let hash = try await store.floorPictures.keep(picture, now: now)
            let drawing = FloorDrawing(
                picture: hash, rooms: [Room(name: "Hall", x: 0, y: 0, width: 90, height: 90)],
                desks: try FloorDrawing(json: #"{"width":9,"height":9,"desks":[{"id":"8F-A1","x":200,"y":0}]}"#.utf8).desks)
            _ = try await store.floors.saveDraft(drawing, of: version, now: now)
            try await store.floors.discardDraft(of: version, now: now)
            _ = try await store.floors.saveDraft(drawing, of: version, now: now)
            _ = try await store.floors.publish(drawing, as: version, now: now)
            try await store.floors.renameFloor(floor, to: "9F", by: nil, now: now)
            try await store.floors.moveFloor(floor, by: -1)
            #expect(try await store.floors.floor(floor).published == drawing)
            try await office.store.displays.addDisplay(name: "Lobby", floor: "9F", of: office.office)
            try await store.floors.removeFloor(version, now: now)
            #expect(try await store.displays.displays().isEmpty)
            let other = FloorPicture(kind: .png, bytes: [2], width: 1, height: 1)
            _ = try await store.floorPictures.keep(other, now: now + FloorPictureStore.pictureLifetime + .seconds(1))
            #expect(try await store.floorPictures.picture(hash) == nil)
        }
    }

    @Test func `The server role suffices for wall displays`() async throws {
        try await withServer { office, pool in
            let (store, now) = (AttendanceStore(pool: pool), TestOffice.noon)
            try await store.displays.addDisplay(name: "Lobby", floor: "6F", of: office.office)
            let link = try await store.displays.addDisplayLink(for: "Lobby", now: now)
            let enrolled = try await store.displays.enrolDisplay(withLink: link.text, now: now)
            let key = try #require(enrolled?.key)
            #expect(try await AccessCache(store: store).display(withKey: key, now: now)?.name == "Lobby")
            try await store.displays.revokeDisplay(name: "Lobby")
            #expect(try await AccessCache(store: store).display(withKey: key, now: now) == nil)
            let listed = try #require(try await store.displays.displays().first)
            #expect(listed.enrolledAt == now && listed.revokedAt != nil && listed.linkExpiresAt == nil)
            let secret = try await store.displays.addCode(now: now).text
            let code = try #require(try await store.displays.code(ofScreen: secret, now: now))
            try await store.displays.addDisplay(
                name: "Hall", floor: "6F", of: office.office, showing: code, by: .command, now: now)
            #expect(try await store.displays.display(ofScreen: secret)?.name == "Hall")
        }
    }

    @Test func `The server role suffices for tags, badges and keys`() async throws {
        try await withServer { office, pool in
            let (store, now) = (AttendanceStore(pool: pool, secretFile: office.secretFile), TestOffice.noon)
            let place = try await store.tags.place(of: .start, at: DeskID("6F-A1"), in: nil, home: office.office)
            let (first, second) = (try #require(UID(hex: "04A1B2C3")), try #require(UID(hex: "04A1B2C4")))
            _ = try await store.tags.issueTag(first, for: place, now: now)
            try await store.tags.noteWritten([first], now: now)
            try await store.tags.replaceTag(first, by: second, why: "lost", now: now)
            try await store.setRequiredProof(of: office.office, to: .uid)
            try await store.signingKeys.retireSigningKey(1, now: now)
            let key = try await store.personalKeys.addKey(for: 1, now: now)
            #expect(try await AccessCache(store: store).person(withKey: key, now: now)?.id == 1)
            #expect(try await store.personalKeys.revokeKeys(of: 1, now: now) == 1)

            _ = try await store.readers.addReader(name: "front door")
            try await office.execute(
                """
                insert into badge_enrolment (person_id, reader_id, asked_at, expires_at)
                select 1, id, '\(now.rfc3339())', '\((now + .seconds(60)).rfc3339())' from reader
                """)
            _ = try await store.readers.rotateReader(name: "front door", now: now)
            let reader = try #require(try await store.readers.readers().first).reader.id
            let card = BadgeReading(kind: .nfca, uid: first)
            let tap = TestOffice.submission("badge", .pause, at: now + .seconds(1), reader: reader)
            let owners = try await AccessCache(store: store).badges.owners(
                of: [BadgeTap(reading: card, submission: tap)], now: now + .seconds(2))
            #expect(owners == [.enrolled("Ada Lindqvist")])
            let early = TestOffice.submission("somebody", .start, at: now, desk: "6F-A1", reader: reader)
            try await AccessCache(store: store).badges.keep(
                [BadgeTap(reading: card, submission: early)], now: now + .seconds(3))
            #expect(try await store.corrections.quarantinedTaps().map(\.why) == [.beforeEnrolment])
            #expect(try await store.retention.runRetention(now: now, zones: try .system()) != nil)
            #expect(try await store.badges.removeBadge(try #require(try await store.badges.badges().first).id, now: now))
            try await store.people.setLeft(userName: "ada", at: now + .seconds(4))
            #expect(try await store.retention.eraseName(of: 1, now: now + .seconds(5)) != nil)
            #expect(try await office.value("select count(*)::text from badge") == "0")
        }
    }

    @Test(arguments: [
        "delete from tag", "delete from badge", "delete from person_key", "delete from signing_key",
        "delete from server_secret",
        "update server_secret set fingerprint = sha256('')", "update signing_key set public_key = sha256('')",
        "update signing_key set wrapped_private_key = ''",
    ])
    func `The server role can neither delete nor replace tags, badges and keys`(statement: String) async throws {
        try await withServer { _, pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { _ = try await $0.execute(statement) }
            }
            #expect(error?.sqlState == "42501", "\(statement)")
        }
    }

    @Test func `The server role suffices for offices and their settings`() async throws {
        try await withServer { office, pool in
            let store = AttendanceStore(pool: pool, secretFile: office.secretFile)
            let lea = try await store.people.person(userName: "lea").id
            let second = try await store.offices.addOffice(name: "Annex", timeZone: "Europe/Berlin", by: lea)
            var change = OfficeSettingsChange()
            change.dayBoundary = 5 * 3600
            let day = try #require(CivilDate(text: "2026-12-01"))
            try await store.officeSettings.change(
                change, of: second, from: day, by: lea, now: TestOffice.noon, zones: try .system())
            #expect(try await store.officeSettings.settings(of: second).count == 2)
            try await store.offices.change(second, OfficeChange(name: "West Annex"))
            try await store.offices.change(second, OfficeChange(place: Coordinates(latitude: 1, longitude: 2)))
            try await store.offices.change(second, OfficeChange(names: .managers, allowsPrivate: true))
            try await store.setNamesOnWall(of: second, to: true)
            try await store.offices.change(second, OfficeChange(showsDayTarget: true))
            try await store.startRequirements.setStartRequirement(of: second, to: StartRequirement(acceptsReader: true))
            try await store.setTaps(in: second, withoutWord: true)
            try await store.setTaps(in: second, withoutTag: true)
            #expect(try await store.offices.allowsTapsWithoutTag(second))
        }
    }

    @Test func `The server role suffices for reminders`() async throws {
        try await withServer { office, pool in
            let (store, now) = (AttendanceStore(pool: pool), TestOffice.noon)
            let ada = try await store.people.person(userName: "ada").id
            var reminders = OfficeReminders()
            (reminders.isOn, reminders.quietFrom, reminders.quietTo) = (true, 0, 0)
            try await store.offices.change(office.office, OfficeChange(reminders: reminders), now: now - .seconds(86_400))
            try await store.reminders.set(isOn: true, language: "ja", of: ada)
            try await store.reminders.set(email: "ada@example.com", isConfirmed: false, of: ada, now: now)
            #expect(try await store.reminders.confirm(email: "ada@example.com", of: ada, now: now))
            // Browsers are sent to while their person is signed in.
            _ = try await store.sessions.beginSession(for: ada, on: "Chrome on Linux", by: .link, now: now)
            for endpoint in ["https://push.example.com/1", "https://push.example.com/2"] {
                try await store.reminders.add(
                    endpoint: endpoint, publicKey: [UInt8](repeating: 4, count: 65),
                    authentication: [UInt8](repeating: 1, count: 16), name: "Chrome on Linux", of: ada, in: nil, now: now)
            }
            try await store.reminders.removeDevice(endpoint: "https://push.example.com/1", of: ada)
            // Only the second one is of the last three days.
            for days: Int64 in [5, 1] {
                let start = TestOffice.submission("ada", .start, at: now - .seconds(days * 86_400), desk: "6F-A1")
                _ = try await TapRecorder.recordAlone([start], pool: pool)
            }
            let (zones, channels) = (try TimeZoneDatabase.system(), ReminderChannel.allCases)
            var calendars = try await store.officeSettings.calendars(zones)
            let reminding = try #require(try await store.reminders.remindingOffices().first)
            for _ in 0..<2 {
                try await store.reminders.addMissingEnds(
                    of: reminding, through: channels, &calendars, now: now, zones: zones)
                try await store.reminders.addRequests(allowed: [office.office: now], through: channels, now: now)
            }
            let first = try #require(try await store.reminders.claim(through: [.mail], now: now))
            #expect(first.email == "ada@example.com" && first.language == "ja" && first.attempts == 1 && first.isOn)
            let occasion = try await store.reminders.occasion(of: first, &calendars, now: now, zones: zones)
            let day = try #require(CivilDate(text: "2026-11-19"))
            #expect(occasion == .missingEnd(on: day, isOpen: false))
            try await store.reminders.postpone(first, until: now, error: "busy")
            let again = try #require(try await store.reminders.claim(through: [.mail], now: now))
            #expect(again.id == first.id && again.attempts == 2)
            // The first claim is over.
            try await store.reminders.end(first, as: .failed, now: now)
            try await store.reminders.end(again, as: .sent, now: now)
            #expect(try await store.reminders.claim(through: [.mail], now: now) == nil)
            let push = try #require(try await store.reminders.claim(through: [.push], now: now))
            #expect(push.device?.endpoint == "https://push.example.com/2")
            try await store.reminders.removeRecipient(of: push)
            try await store.reminders.end(push, as: .failed, error: "gone", now: now)
            try await store.reminders.removeRecipient(of: again)
            #expect(try await store.reminders.outbox(of: ada).map(\.state) == [.failed, .sent])
            #expect(try await store.reminders.devices(of: ada).isEmpty)
            #expect(try await !store.reminders.preference(of: ada).isEmailConfirmed)
            let (cy, key) = (
                try await store.people.person(userName: "cy").id, DailyRow.Key(date: day, office: office.office)
            )
            for instant in [now, now + DayQuestion.pause] {
                #expect(try await store.reminders.ask(for: [ada: [key]], by: cy, now: instant, zones: zones) == 1)
                try await store.reminders.addQuestions(through: channels, now: instant)
            }
            _ = try await store.retention.forgetLogs(now: now + .seconds(100 * 86_400))
            #expect(try await store.reminders.outbox(of: ada).isEmpty)
            #expect(try await store.reminders.questions(of: [ada], in: day...day).isEmpty)
        }
    }

    @Test func `The server role suffices for teams and requests and cannot rewrite a request`() async throws {
        try await withServer { office, pool in
            let (store, now) = (AttendanceStore(pool: pool), TestOffice.noon)
            let (ada, bo) = (try await store.people.person(userName: "ada"), try await store.people.person(userName: "bo"))
            let team = try await store.teams.addTeam("Design", in: office.office)
            try await store.people.assign([ada.id], to: team)
            for manages in [true, false, true] { try await store.people.setManager(bo.id, of: team, to: manages) }
            for decision in [CorrectionRequest.State.approved, .refused, .withdrawn] {
                let end = Tap(id: UUID(), user: "ada", kind: .end, at: now, desk: nil)
                let wish = LogRecord.add(end, Justification(author: "ada", reason: "Forgot"))
                _ = try await store.requests.ask(wish, atSent: nil, by: ada, for: ada, now: now)
                let outcome =
                    switch decision {
                    case .approved: try await store.requests.approve(end.id, by: bo, comment: nil, now: now)
                    case .refused: try await store.requests.refuse(end.id, by: bo, comment: "No", now: now)
                    default: try await store.requests.withdraw(end.id, by: ada, now: now)
                    }
                guard case .decided = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
            }
            #expect(try await store.requests.requests(of: ada.id).count == 3)
            #expect(try await store.requests.newDecisions(for: ada.id, now: now).count == 2)
            for _ in 1...2 { try await store.requests.setDecisionsSeen(by: ada.id, until: now + .seconds(1)) }
            #expect(try await store.requests.newDecisions(for: ada.id, now: now).isEmpty)
            for statement in [
                "update correction_request set reason = 'x'", "update correction_request set at = now()",
                "delete from correction_request", "truncate correction_request", "delete from team",
            ] {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.withConnection { _ = try await $0.execute(statement) }
                }
                #expect(error?.sqlState == "42501", "\(statement)")
            }
        }
    }

    @Test func `The server role suffices for the offices of HR`() async throws {
        try await withServer { office, pool in
            let store = AttendanceStore(pool: pool, secretFile: office.secretFile)
            let other = try await store.offices.addOffice(name: "Annex", timeZone: "Europe/Berlin")
            let cy = try await store.people.person(userName: "cy").id
            for offices in [[office.office, other], [other], [office.office]] {
                try await store.people.change(cy, PersonChange(hrOffices: offices), by: .command, now: TestOffice.noon)
                #expect(try await store.people.person(userName: "cy").hrOffices == offices)
            }
        }
    }

    @Test func `The server role suffices for export layouts`() async throws {
        try await withServer { office, pool in
            let (layouts, harbour, now) = (AttendanceStore(pool: pool).exportLayouts, office.office, TestOffice.noon)
            let cy = try await AttendanceStore(pool: pool).people.person(userName: "cy").id
            let json = #"{"columns": [{"from": "worked_hours"}]}"#
            try await layouts.setLayout("payroll", of: harbour, json: json, replaces: false, by: cy, now: now)
            #expect(
                try await layouts.changeLayout(
                    "payroll", savedAt: now, to: "wages", of: harbour, json: json, by: cy, now: now + .seconds(1)))
            #expect(try await layouts.removeLayout("wages", of: harbour, by: .person(cy), now: now + .seconds(2)))
        }
    }

    @Test func `The server role suffices for facts of hours, and writes none in another way`() async throws {
        try await withServer { office, pool in
            let (store, ada) = (
                AttendanceStore(pool: pool), try await AttendanceStore(pool: pool).people.person(userName: "ada").id
            )
            let json: JSONValue = ["type": "adjustment", "user": .string("\(ada)"), "date": "2026-11-20", "s": 3600]
            #expect(try await store.hours.append([NewFact(json)], by: nil, reason: "Ada said so") == .appended)
            try await store.people.assign([ada], to: try await store.teams.addTeam("Design", in: office.office))
            let file = "user,kind,at,desk\nada,start,2025-11-18T09:00:00+09:00,6F-A1\n"
            _ = try await store.imports.importFile(
                Array(file.utf8), of: .attendance, into: nil, by: Justification(author: "cy", reason: "From the old system"),
                dryRun: false, now: TestOffice.noon)
            let types = try await store.hours.facts(of: ada).map(\.fact.content.type)
            #expect(types == [.employment, .adjustment, .employment, .employment])
            let cy = try await store.people.person(userName: "cy").id
            let employment: JSONValue = [
                "type": "employment", "user": .string("\(ada)"), "office": .string("\(office.office)"),
                "from": .string(try await office.value("select working_day(1, now())::text") ?? ""),
            ]
            #expect(try await store.hours.append([NewFact(employment)], by: cy, reason: "A new task") == .appended)
            #expect(try await store.people.carryOutTransfers(now: TestOffice.noon).isEmpty)
            #expect(try await store.people.account(userName: "ada").account.team == nil)
            #expect(try await store.ledger.verifyLedger().flaw == nil)
            for statement in [
                "insert into hours_fact select * from hours_fact", "update hours_fact set reason = 'x'",
                "update hours_fact set reason = null, reason_salt = null", "delete from hours_fact", "truncate hours_fact",
                "select record_facts('hours', '{}', '{}')",
                "select record_missing_employments(1)", "select grant_hours_rights('postgres')",
                "select grant_employment_rights('postgres')",
            ] {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.withConnection { _ = try await $0.execute(statement) }
                }
                #expect(error?.sqlState == "42501", "\(statement)")
            }
            // With the names it erases the reasons.
            try await store.people.setLeft(userName: "ada", at: TestOffice.noon)
            #expect(try await store.retention.eraseName(of: ada, now: TestOffice.noon + .seconds(86_400)) != nil)
            let facts = try await store.hours.facts(of: ada)
            #expect(facts.contains { $0.fact.content.type == .adjustment } && facts.allSatisfy { $0.reason == nil })
            #expect(try await store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `The server role suffices for notes on days and cannot change one`() async throws {
        try await withServer { office, pool in
            let (store, day) = (AttendanceStore(pool: pool), try #require(CivilDate(text: "2026-11-19")))
            let ada = try await store.people.person(userName: "ada").id
            let cy = try await store.people.person(userName: "cy").id
            for text in ["Train late", "Train strike", "Train strike"] {
                let row = DailyRow.Key(date: day, office: office.office)
                try await store.dayNotes.write(text, on: row, of: ada, by: cy, now: TestOffice.noon)
            }
            #expect(try await store.dayNotes.notes(of: [ada], in: day...day)[ada]?.map(\.text) == ["Train strike"])
            #expect(try await store.dayNotes.notes(of: [ada], in: day...day, replaced: true)[ada]?.count == 2)
            for statement in ["update day_note set text = 'x'", "delete from day_note", "truncate day_note"] {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.withConnection { _ = try await $0.execute(statement) }
                }
                #expect(error?.sqlState == "42501", "\(statement)")
            }
        }
    }

    @Test func `The server role suffices for the retention of facts of hours and cannot empty one itself`() async throws {
        try await withServer { office, pool in
            let store = AttendanceStore(pool: pool, secretFile: office.secretFile)
            try await store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: nil)
            try await office.execute("update person set first_day = '2020-01-01' where id = 2")
            let adjustment: JSONValue = ["type": "adjustment", "user": "2", "date": "2020-02-03", "s": 60]
            #expect(try await store.hours.append([NewFact(adjustment)], by: 3, reason: "As agreed") == .appended)
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970) * 1000)
            _ = try await store.retention.runRetention(now: now, zones: try .system())
            #expect(try await office.value("select count(*)::text from hours_fact where content is null") == "2")
            #expect(try await store.ledger.verifyLedger().flaw == nil)
            for statement in ["select empty_facts('{1}')", "update hours_fact set content = null, salt = null"] {
                await #expect { _ = try await pool.withConnection { try await $0.execute(statement, named: "try") } } throws: {
                    ($0 as? PostgresError)?.sqlState == "42501"
                }
            }
        }
    }

    @Test func `The server role suffices for comments on warnings and cannot change one`() async throws {
        try await withServer { office, pool in
            let (store, day) = (AttendanceStore(pool: pool), try #require(CivilDate(text: "2026-11-19")))
            let ada = try await store.people.person(userName: "ada").id
            let cy = try await store.people.person(userName: "cy").id
            let warning = HoursWarning(date: day, rule: .de, code: .breakShort, value: 0, limit: 2700)
            for comment in ["Agreed", "Agreed again"] {
                try await store.warningNotes.write(
                    comment, on: [WarningNoteStore.Warned(ada, in: office.office, warning)], by: cy, now: TestOffice.noon)
            }
            #expect(try await store.warningNotes.notes(of: ada, in: day...day).map(\.comment) == ["Agreed"])
            for statement in [
                "update warning_note set comment = 'x'", "delete from warning_note", "truncate warning_note",
                "select grant_warning_note_rights('postgres')",
            ] {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.withConnection { _ = try await $0.execute(statement) }
                }
                #expect(error?.sqlState == "42501", "\(statement)")
            }
        }
    }

    @Test(
        arguments: [
            "log_record", "log_place", "erasure", "erased_record", "erased_fact", "hours_fact", "access_log", "export_log",
            "office_settings",
        ],
        ["update %s set %c = %c", "delete from %s", "truncate %s cascade", "drop table %s", "alter table %s add x int"]
    )
    func `The server role can neither change nor delete a record`(table: String, statement: String) async throws {
        try await withServer { _, pool in
            let columns = ["access_log": "at", "export_log": "at", "office_settings": "valid_from"]
            let column = columns[table] ?? "seq"
            let text = statement.replacing("%s", with: table).replacing("%c", with: column)
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { _ = try await $0.execute(text) }
            }
            #expect(error?.sqlState == "42501", "\(text)")
        }
    }

    @Test(arguments: [
        "alter table log_record disable trigger all", "drop function carry_out_erasure", "create table mine (x int)",
        "select grant_server_rights('postgres')", "select grant_settings_rights('postgres')",
        "select grant_unclaimed_tap_rights('postgres')", "delete from person",
        "delete from schema_version",
        "update schema_version set number = 1", "alter view logged_event rename to other",
    ])
    func `The server role cannot change the schema`(statement: String) async throws {
        try await withServer { _, pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { _ = try await $0.execute(statement) }
            }
            #expect(error?.sqlState == "42501", "\(statement)")
        }
    }
}
