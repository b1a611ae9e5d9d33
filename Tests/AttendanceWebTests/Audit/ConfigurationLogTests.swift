@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// Lea is the administrator.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Configuration log` {
    /// The entries without those of the first office and its floors.
    private func log(_ web: TestWeb) async throws -> [LoggedConfigurationChange] {
        let first = [
            ConfigurationChange(.office, .added, "Harbour Office"), ConfigurationChange(.floor, .added, "6F"),
            ConfigurationChange(.floor, .added, "7F"),
        ]
        return try await web.office.store.audit.configurationChanges().reversed()
            .filter { !first.contains($0.change) }
    }

    @Test func `The log names the author of each change of a reader, display, tag, key or office`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let lea = try await store.people.person(userName: "lea")
            let key = try await store.personalKeys.addKey(for: lea.id, use: .tags, now: web.clock.now())
            func send(_ address: String, _ fields: [String: String] = [:]) async throws {
                let sent = try await web.sendForm(address, as: "lea", fields)
                #expect([200, 303].contains(sent.status.code), "\(address): \(sent.text)")
            }
            let desk = "https://desk.example.com/t?event=start&desk=6F-A3"
            func issue(_ address: String, _ uid: String) async throws {
                let body = #"{"uid":"\#(uid)","address":"\#(desk)","replace":true}"#
                let sent = try await web.send(.post, address, key: key, body: body)
                #expect([200, 201].contains(sent.status.code), "\(sent.text)")
            }
            try await send("/admin/readers", ["name": "front door"])
            try await send("/admin/readers/1/rotate")
            try await send("/admin/readers/1/revoke")
            try await send("/admin/displays", ["name": "Lobby", "floor": "1"])
            try await send("/admin/displays/1/link")
            try await send("/admin/displays/1/revoke")
            try await issue("/api/tags/certificates", "04A1B2C3D4E580")
            try await send("/admin/tags/04A1B2C3D4E580/replace", ["uid": "04A1B2C3D4E581", "why": "Lost"])
            try await send("/admin/tags/04A1B2C3D4E581/retire", ["why": "Broken"])
            try await issue("/api/tags/keys", "04A1B2C3D4E582")
            #expect(try await web.send(.post, "/api/tags/04A1B2C3D4E582/reset", key: key, body: "{}").status == .ok)
            try await send("/admin/offices/1/taps", ["reader": "yes", "proof": "none", "sure": "yes"])
            let entries = try await log(web)
            #expect(
                entries.map(\.change) == [
                    ConfigurationChange(.reader, .added, "front door"), ConfigurationChange(.reader, .keyRenewed, "front door"),
                    ConfigurationChange(.reader, .revoked, "front door"), ConfigurationChange(.display, .added, "Lobby"),
                    ConfigurationChange(.display, .linkMade, "Lobby"), ConfigurationChange(.display, .linkMade, "Lobby"),
                    ConfigurationChange(.display, .revoked, "Lobby"), ConfigurationChange(.signingKey, .added, "1"),
                    ConfigurationChange(.tag, .added, "04A1B2C3D4E580"),
                    ConfigurationChange(.tag, .replaced, "04A1B2C3D4E580", "04A1B2C3D4E581"),
                    ConfigurationChange(.tag, .retired, "04A1B2C3D4E581"), ConfigurationChange(.tag, .added, "04A1B2C3D4E582"),
                    ConfigurationChange(.masterKey, .added, "1"), ConfigurationChange(.tag, .keysGiven, "04A1B2C3D4E582"),
                    ConfigurationChange(.tag, .keysGiven, "04A1B2C3D4E582"),
                    ConfigurationChange(.tag, .retired, "04A1B2C3D4E582"),
                    ConfigurationChange(.office, .changed, "Harbour Office", "reader_suffices: false → true"),
                ])
            // The server makes the keys when they are first needed.
            for entry in entries {
                let isServer = [.signingKey, .masterKey].contains(entry.change.thing)
                #expect(entry.author == (isServer ? .command : .person(userName: "lea", displayName: "Lea Root")), "\(entry)")
            }
            let page = try await web.send(.get, Address.adminChanges, as: "lea", headers: .page)
            #expect(page.status == .ok && page.text.contains("Lea Root") && page.text.contains("keys given to a program"))
            #expect(
                try await web.send(.get, Address.adminAccess, as: "lea", headers: .page).text.contains(Address.adminChanges))
            #expect(try await web.send(.get, Address.adminChanges, as: "cy").status == .forbidden)
        }
    }

    @Test func `Each setting of an office is logged with its old and new value, by a page as by a command`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            // Nothing changes.
            try await store.offices.change(office, OfficeChange(names: .office))
            #expect(try await log(web).isEmpty)
            try await store.offices.change(office, OfficeChange(names: .managers, allowsPrivate: false))
            try await store.offices.change(office, OfficeChange(place: Coordinates(latitude: 35.5, longitude: -1)))
            try await store.setTaps(in: office, withoutTag: true)
            try await store.setTaps(in: office, withoutWord: true)
            try await store.startRequirements.setStartRequirement(
                of: office, to: StartRequirement(networks: ["10.0.0.0/8"], acceptsReader: false, proof: .sun))
            try await store.startRequirements.setSigning(true, at: try #require(DeskID("6F-A1")), of: office)
            try await store.startRequirements.setSigning(false, at: try #require(DeskID("6F-A1")), of: office)
            try await store.retention.setRetention(of: office, timeMonths: nil, placeDays: 60)
            try await store.offices.change(office, OfficeChange(name: "Harbour"))
            let entries = try await log(web)
            #expect(
                entries.map(\.change.detail) == [
                    "allows_private: true → false; names_shown_to: office → managers",
                    "latitude: none → 35.5; longitude: none → -1", "allows_taps_without_tag: false → true",
                    "taps_without_word: false → true",
                    "required_networks: [] → [\"10.0.0.0/8\"]; required_proof: none → certificate; requires_signature: false → true",
                    "signing_desks: none → 6F-A1", "signing_desks: 6F-A1 → none", "place_retention_days: 90 → 60",
                    "name: Harbour Office → Harbour",
                ])
            #expect(entries.allSatisfy { $0.author == .command && $0.change.name == "Harbour Office" })
            web.clock.advance(by: .seconds(1))
            let before = try await store.audit.configurationChanges()
            let fields = [
                "name": "Harbour", "names": "everybody", "reminders": "yes", "missing_end_at": "20:00", "quiet_from": "22:00",
                "quiet_to": "07:00",
            ]
            // The second time, nothing changes.
            for _ in 1...2 {
                #expect(try await web.sendForm(Address.ofOffice(office), as: "lea", fields).status == .seeOther)
            }
            let added = try await store.audit.configurationChanges().filter { !before.contains($0) }
            #expect(added.count == 1 && added.first?.author == .person(userName: "lea", displayName: "Lea Root"))
            let detail = added.first?.change.detail ?? ""
            for change in ["latitude: 35.5 → none", "names_shown_to: managers → everybody", "reminders_is_on: none → true"] {
                #expect(detail.contains(change), "\(detail)")
            }
        }
    }

    @Test func `A change of working days is logged with its first day`() async throws {
        try await TestWeb.with { (web) async throws in
            var change = OfficeSettingsChange()
            change.dayBoundary = 5 * 3600
            change.maximumAge = .some(nil)
            try await web.office.store.officeSettings.change(
                change, of: web.office.office, from: try #require(CivilDate(text: "2026-12-01")), by: nil, now: web.clock.now(),
                zones: web.services.zones)
            let entry = try #require(try await log(web).first)
            #expect(
                entry.change.detail
                    == "day_boundary_s from 2026-12-01: 0 → 18000; max_age_s from 2026-12-01: 2678400 → none")
        }
    }

    @Test func `Changes of floors and names of teams are logged`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            func send(_ address: String, _ fields: [String: String]) async throws {
                let sent = try await web.sendForm(address, as: "lea", fields)
                #expect(sent.status == .seeOther, "\(address): \(sent.text)")
            }
            try await send(Address.adminFloors, ["name": "8F"])
            let floor = try #require(try await store.floors.floorsToEdit().first { $0.name == "8F" }).id
            try await send(Address.ofFloor(floor, Address.adminRenameFloor), ["name": "9F"])
            let drawing = try await store.floors.floor(floor).published
            _ = try await store.floors.publish(
                drawing, as: FloorVersion(floor, version: nil, by: nil), dryRun: true, now: web.clock.now())
            _ = try await store.floors.publish(drawing, as: FloorVersion(floor, version: nil, by: nil), now: web.clock.now())
            try await store.floors.removeFloor(FloorVersion(floor, version: nil, by: nil), now: web.clock.now())
            let team = try await store.teams.addTeam("Design", in: web.office.office, now: web.clock.now())
            try await store.teams.renameTeam(team, to: "Drawing", now: web.clock.now())
            let entries = try await log(web)
            #expect(
                entries.map(\.change) == [
                    ConfigurationChange(.floor, .added, "8F"), ConfigurationChange(.floor, .renamed, "8F", "9F"),
                    ConfigurationChange(.floor, .published, "9F"), ConfigurationChange(.floor, .removed, "9F"),
                    ConfigurationChange(.team, .added, "Design"), ConfigurationChange(.team, .renamed, "Design", "Drawing"),
                ])
            #expect(entries.map { $0.author == .command } == [false, false, true, true, true, true])
            let page = try await web.send(.get, Address.adminChanges, as: "lea", headers: .page).text
            for text in ["Floor", "drawing published", "renamed to", "Drawing"] { #expect(page.contains(text), "\(text)") }
        }
    }

    @Test func `Changes of export layouts are logged, also those by the command`() async throws {
        try await TestWeb.with { (web) async throws in
            let (layouts, office) = (web.office.store.exportLayouts, web.office.office)
            let cy = try await web.office.store.people.person(userName: "cy").id
            func send(_ address: String, _ fields: [String: String]) async throws {
                let sent = try await web.sendForm(address, as: "cy", fields)
                #expect(sent.status == .seeOther, "\(address): \(sent.text)")
            }
            func change(_ old: String, to name: String, _ content: String) async throws {
                let shown = try #require(try await layouts.layouts(of: office).first).shown
                try await send(Address.layout, ["old": old, "shown": shown, "name": name, "content-0": content])
            }
            try await send(Address.layout, ["name": "payroll", "content-0": "employee_id"])
            try await change("payroll", to: "payroll", "employee_name")
            try await change("payroll", to: "wages", "employee_name")
            try await send(Address.removeLayout, ["name": "wages"])
            let json = #"{"columns":[{"from":"employee_id"}]}"#
            let now = web.clock.now()
            for _ in 1...2 {
                try await layouts.setLayout("books", of: office, json: json, replaces: true, by: cy, now: now)
            }
            #expect(try await layouts.removeLayout("books", of: office, by: .command, now: now))
            #expect(try await !layouts.removeLayout("books", of: office, by: .command, now: now))
            let entries = try await log(web)
            #expect(
                entries.map(\.change) == [
                    ConfigurationChange(.layout, .added, "payroll"), ConfigurationChange(.layout, .changed, "payroll"),
                    ConfigurationChange(.layout, .renamed, "payroll", "wages"),
                    ConfigurationChange(.layout, .removed, "wages"), ConfigurationChange(.layout, .added, "books"),
                    ConfigurationChange(.layout, .changed, "books"), ConfigurationChange(.layout, .removed, "books"),
                ])
            #expect(entries.map { $0.author == .command } == [false, false, false, false, false, false, true])
        }
    }

    @Test func `New offices, the order of floors, imported desks, words of tags and keys of displays are logged`() async throws
    {
        try await TestWeb.with { (web) async throws in
            let (store, office, now) = (web.office.store, web.office.office, web.clock.now())
            let lea = try await store.people.person(userName: "lea").id
            _ = try await store.offices.addOffice(name: "Annex", timeZone: "Asia/Tokyo", by: lea, now: now)
            let floor = try #require(try await store.floors.floorsToEdit().first { $0.name == "7F" }).id
            for _ in 1...2 {
                let sent = try await web.sendForm(Address.ofFloor(floor, Address.adminMoveFloor), as: "lea", ["to": "front"])
                #expect(sent.status == .seeOther)
            }
            try await web.office.execute("update floor set width = 10000, height = 10000")
            _ = try await store.imports.importFile(
                Array("floor,desk,x,y\n6F,6F-Z1,9000,9000\n8F,8F-A1,0,0\n".utf8), of: .desks, into: "Harbour Office", by: nil,
                author: .person(lea), dryRun: false, now: now)
            for desk in [nil, "6F-A1", "9F-A1"] {
                _ = try await store.tagWords.renewWords(of: office, desk: desk.flatMap { DeskID($0) })
            }
            try await store.displays.addDisplay(name: "Lobby", floor: "6F", of: office, now: now)
            let link = try await store.displays.addDisplayLink(for: "Lobby", now: now)
            for isFirst in [true, false] {
                #expect(try await (store.displays.enrolDisplay(withLink: link.text, now: now) != nil) == isFirst)
            }
            try await store.setNamesOnWall(of: office, to: true)
            let entries = try await log(web)
            let changes = [
                ConfigurationChange(.office, .added, "Annex"), ConfigurationChange(.floor, .changed, "7F", "position: 2 → 1"),
                ConfigurationChange(.floor, .added, "8F"), ConfigurationChange(.floor, .published, "6F"),
                ConfigurationChange(.office, .changed, "Harbour Office", "words: renewed"),
                ConfigurationChange(.office, .changed, "Harbour Office", "words of 6F-A1: renewed"),
                ConfigurationChange(.display, .added, "Lobby"), ConfigurationChange(.display, .linkMade, "Lobby"),
                ConfigurationChange(.display, .keyRenewed, "Lobby", "enrolment_link"),
                ConfigurationChange(.office, .changed, "Harbour Office", "names_on_wall: false → true"),
            ]
            // Commands have the database's clock.
            #expect(entries.count == changes.count && changes.allSatisfy { entries.map(\.change).contains($0) }, "\(entries)")
            #expect(entries.allSatisfy { ($0.author == .command) != changes.prefix(4).contains($0.change) }, "\(entries)")
        }
    }

    @Test func `An entry of a later version is shown`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute(
                "insert into configuration_log (at, thing, action, name) values (now(), 'robot', 'painted', 'Ken')")
            #expect(try await log(web).map(\.change) == [ConfigurationChange(.other, .changed, "Ken")])
            let page = try await web.send(.get, Address.adminChanges, as: "lea", headers: .page)
            #expect(page.status == .ok && page.text.contains("Ken"))
        }
    }

    @Test func `Changes by commands have no author, and a refused change leaves no entry`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            _ = try await store.provisioners.addProvisioner(
                name: "Entra", office: web.office.office, now: web.clock.now())
            try await store.provisioners.revokeProvisioner(name: "Entra", now: web.clock.now())
            _ = try await store.readers.addReader(name: "door")
            try await store.readers.bindReader(name: "door", to: CertificateFingerprint(ofDER: [1, 2, 3]))
            try await store.readers.bindReader(name: "door", to: nil)
            await #expect(throws: StoreError.alreadyExists(.reader("door"))) {
                _ = try await store.readers.addReader(name: "door")
            }
            await #expect(throws: StoreError.unknownReader("gate")) { try await store.readers.revokeReader(name: "gate") }
            await #expect(throws: StoreError.unknownFloor("9F")) {
                try await store.displays.addDisplay(name: "Lobby", floor: "9F", of: web.office.office)
            }
            let entries = try await log(web)
            #expect(
                entries.map { "\($0.change.thing) \($0.change.action)" } == [
                    "provisioner added", "provisioner revoked", "reader added", "reader bound", "reader unbound",
                ])
            #expect(entries.allSatisfy { $0.author == .command })
        }
    }
}
