import Attendance
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore

/// The choices of offices and people, and their browsers. `ReminderJobTests` tests the messages.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Reminder store` {
    private let now = TestOffice.noon

    private func add(
        _ endpoint: String, of person: PersonID, after seconds: Int64 = 0, key: UInt8 = 4, _ store: ReminderStore
    ) async throws {
        try await store.add(
            endpoint: endpoint, publicKey: [UInt8](repeating: key, count: 65),
            authentication: [UInt8](repeating: 1, count: 16), name: "Chrome on Linux", of: person,
            in: nil, now: now + .seconds(seconds))
    }

    @Test func `An office has no reminders until it sets them`() async throws {
        try await TestOffice.with { office in
            let store = office.store.reminders
            #expect(try await store.officeReminders(of: office.office) == OfficeReminders())
            var reminders = OfficeReminders()
            (reminders.isOn, reminders.missingEndAt, reminders.quietFrom, reminders.quietTo) = (true, 8 * 3600, 60, 86_399)
            for isOn in [true, false] {
                reminders.isOn = isOn
                try await office.store.offices.change(office.office, OfficeChange(reminders: reminders), now: now)
                #expect(try await store.officeReminders(of: office.office) == reminders)
                #expect(try await store.remindingOffices().count == (isOn ? 1 : 0))
            }
        }
    }

    /// The choice of a language waits for the row that "off" has locked.
    @Test func `Reminders that are switched off stay off when a language is chosen at the same time`() async throws {
        try await TestOffice.with { office in
            let (store, ada) = (office.store.reminders, try await office.store.people.person(userName: "ada").id)
            try await store.set(isOn: true, language: "en", of: ada)
            try await office.pool.withConnection { holder in
                try await holder.execute("begin; update person_reminders set is_on = false")
                async let chosen: Void = store.set(language: "ja", of: ada)
                try await office.waitForLocks(1)
                try await holder.execute("commit")
                try await chosen
            }
            let preference = try await store.preference(of: ada)
            #expect(!preference.isOn && preference.language == "ja")
            try await store.set(language: "en", of: ada, ifNone: true)
            try await store.set(isOn: true, language: "en", of: ada)
            #expect(try await store.preference(of: ada).language == "ja")
        }
    }

    @Test func `A confirmation counts only for the address for which it was asked`() async throws {
        try await TestOffice.with { office in
            let (store, ada) = (office.store.reminders, try await office.store.people.person(userName: "ada").id)
            #expect(try await store.preference(of: ada) == ReminderPreference())
            try await store.set(email: "ada@example.com", isConfirmed: false, of: ada, now: now)
            try await store.set(email: "berg@example.com", isConfirmed: false, of: ada, now: now)
            #expect(try await !store.confirm(email: "ada@example.com", of: ada, now: now))
            #expect(try await !store.preference(of: ada).isEmailConfirmed)
            #expect(try await store.confirm(email: "berg@example.com", of: ada, now: now))
            try await store.set(isOn: false, language: "en", of: ada)
            try await store.set(language: "ja", of: ada)
            var preference = ReminderPreference()
            (preference.isOn, preference.language) = (false, "ja")
            (preference.email, preference.isEmailConfirmed) = ("berg@example.com", true)
            #expect(try await store.preference(of: ada) == preference)
            try await store.set(email: nil, isConfirmed: true, of: ada, now: now)
            (preference.email, preference.isEmailConfirmed) = (nil, false)
            #expect(try await store.preference(of: ada) == preference)
        }
    }

    @Test func `A browser belongs to the person who used it last, and a person has the 20 latest ones`() async throws {
        try await TestOffice.with { office in
            let store = office.store.reminders
            let ada = try await office.store.people.person(userName: "ada").id
            let bo = try await office.store.people.person(userName: "bo").id
            for number: Int64 in 1...21 { try await add("https://push.example.com/\(number)", of: ada, after: number, store) }
            let devices = try await store.devices(of: ada)
            #expect(devices.map(\.endpoint) == (2...21).reversed().map { "https://push.example.com/\($0)" })
            #expect(devices[0].publicKey.count == 65 && devices[0].authentication.count == 16)
            #expect(devices[0].name == "Chrome on Linux" && devices[0].createdAt == now + .seconds(21))
            try await add("https://push.example.com/2", of: bo, after: 30, key: 7, store)
            #expect(try await store.devices(of: ada).count == 19)
            let moved = try #require(try await store.devices(of: bo).first)
            #expect(moved.publicKey == [UInt8](repeating: 7, count: 65))
            // Only the own ones can be removed.
            try await store.removeDevice(id: moved.id, of: ada)
            try await store.removeDevice(endpoint: moved.endpoint, of: ada)
            #expect(try await store.devices(of: bo).count == 1)
            try await store.removeDevice(endpoint: moved.endpoint, of: bo)
            try await store.removeDevice(id: devices[0].id, of: ada)
            #expect(try await store.devices(of: bo).isEmpty)
            #expect(try await store.devices(of: ada).count == 18)
        }
    }

    @Test func `Retention deletes old messages, and the addresses and browsers of people who left`() async throws {
        try await TestOffice.with { office in
            let store = office.store.reminders
            let ada = try await office.store.people.person(userName: "ada").id
            let bo = try await office.store.people.person(userName: "bo").id
            for person in [ada, bo] {
                try await store.set(email: "one@example.com", isConfirmed: true, of: person, now: now)
                try await add("https://push.example.com/\(person)", of: person, store)
                try await office.execute(
                    """
                    insert into reminder (person_id, kind, case_id, channel, not_before, created_at)
                    select \(person), 'request_waiting', gen_random_uuid(), 'mail', at, at
                      from unnest(array['2026-08-22 02:59Z', '2026-08-22 03:01Z']::timestamptz[]) as at
                    """)
            }
            let kept = try await office.store.retention.keptData(now: now, zones: try .system())
            #expect(kept.first { $0.kind == .reminders }?.term == .days(90))
            #expect(kept.first { $0.kind == .reminders }?.next?.day.description == "2026-11-21")
            #expect(kept.first { $0.kind == .reminderAddresses }?.term == .untilLeaving)
            try await office.store.legalHolds.hold(bo, reason: "Case 17", by: nil, now: now)
            for person in ["ada", "bo"] { try await office.store.people.setLeft(userName: person, at: now) }
            _ = try await office.store.retention.forgetLogs(now: now)
            #expect(try await store.outbox(of: ada).count == 1)
            #expect(try await store.devices(of: ada).isEmpty)
            #expect(try await store.preference(of: ada) == ReminderPreference())
            // A legal hold protects the data of a person.
            #expect(try await store.outbox(of: bo).count == 2)
            #expect(try await store.devices(of: bo).count == 1)
            #expect(try await store.preference(of: bo).email == "one@example.com")
            // With the name, all of it is erased.
            _ = try await office.store.retention.eraseName(of: ada, now: now + .seconds(1))
            #expect(try await store.outbox(of: ada).isEmpty)
        }
    }
}
