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
    private func log(_ web: TestWeb) async throws -> [LoggedConfigurationChange] {
        try await web.office.store.audit.configurationChanges(limit: 100).reversed()
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
                    ConfigurationChange(.office, .changed, "Harbour Office", "taps"),
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
