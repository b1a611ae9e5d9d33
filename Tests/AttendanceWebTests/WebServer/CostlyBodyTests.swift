@testable import AttendanceWeb

import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing
import WebServer

/// Bodies that are costly to read, of about a number of bytes.
private struct CostlyBodies {
    let size: Int

    /// The members of JSON objects, for every route.
    var members: [(name: String, json: String)] {
        [
            ("chains of objects", filled(size / 3000) { "\"\($0)\":" + nested("{\"a\":", "}", 430) }),
            ("the widest object", filled(size / 9) { "\"a\($0)\":1" }),
            ("equal names", filled(size / 6) { _ in "\"a\":1" }),
            ("the longest number", "\"a\":" + String(repeating: "9", count: size)),
            ("the longest text", "\"reason\":\"" + String(repeating: "x", count: size) + "\""),
            ("marks in a text", "\"reason\":\"\(marks(size))\""),
        ]
    }

    /// For one route of each way to read JSON.
    var otherMembers: [(name: String, json: String)] {
        [
            ("chains of lists", filled(size / 1000) { "\"\($0)\":" + nested("[", "]", 490) }),
            ("an unclosed list", "\"a\":" + String(repeating: "[", count: size)),
            ("chains at the limit", filled(size / 25) { "\"\($0)\":" + nested("[", "]", 7) }),
            ("the widest list", "\"a\":[" + filled(size / 2) { _ in "0" } + "]"),
            ("the widest list of objects", "\"Operations\":[" + filled(size / 3) { _ in "{}" } + "]"),
            ("the longest fraction", "\"a\":0." + String(repeating: "0", count: size) + "1"),
            ("escapes", "\"a\":\"" + String(repeating: "\\u00e9", count: size / 6) + "\""),
            ("line ends", "\"a\":\"" + String(repeating: "\\r\\n", count: size / 4) + "\""),
            ("flags", "\"a\":\"" + String(repeating: "\u{1F1E6}", count: size / 4) + "\""),
            ("marks in a name", "\"\(marks(size))\":1"),
        ]
    }

    var forms: [(name: String, text: String)] {
        [
            ("the widest form", filled(size / 7, separator: "&") { "a\($0)=1" }),
            ("marks in a field", "reason=" + escaped(marks(size / 3))),
        ]
    }

    var otherForms: [(name: String, text: String)] {
        [
            ("equal fields", filled(size / 4, separator: "&") { _ in "a=1" }),
            ("marks in a field's name", escaped(marks(size / 3)) + "=1"),
            ("spaces", "a=" + String(repeating: "+", count: size)), ("separators", String(repeating: "&", count: size)),
        ]
    }

    /// Members of ordinary texts, to compare with.
    var plain: String { filled(size / 40) { "\"field\($0)\":\"an ordinary short text\"" } }

    private func filled(_ count: Int, separator: String = ",", _ part: (Int) -> String) -> String {
        (0..<count).map(part).joined(separator: separator)
    }

    private func nested(_ open: String, _ close: String, _ depth: Int) -> String {
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }

    /// A letter with marks of two classes, which Unicode normalisation sorts.
    private func marks(_ size: Int) -> String { "a" + String(repeating: "\u{301}\u{316}", count: size / 4) }

    private func escaped(_ text: String) -> String { text.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined() }
}

/// Processor times are compared within a run, with a factor for noise. What takes quadratic time costs 50 times as much.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Costly bodies` {
    private static let bodies = CostlyBodies(size: 30_000)

    private static func readJSON(_ text: String) -> Double {
        ProcessorTime.least { _ = try? JSONValue(parsing: text.utf8, repairingTexts: true) }
    }

    private static func readForm(_ text: String) -> Double {
        ProcessorTime.least { _ = try? QueryParameters(text, maximumLength: .max, maximumQueryLength: .max) }
    }

    @Test func `Reading a body takes time in proportion to its length`() {
        let (short, long) = (CostlyBodies(size: 20_000), CostlyBodies(size: 160_000))
        let floor = Self.readJSON("{\(short.plain)}") / 10
        for (short, long) in zip(short.members + short.otherMembers, long.members + long.otherMembers) {
            let times = (Self.readJSON("{\(short.json)}"), Self.readJSON("{\(long.json)}"))
            #expect(times.1 < 20 * max(times.0, floor), "\(short.name): \(times) ms")
        }
        for (short, long) in zip(short.forms + short.otherForms, long.forms + long.otherForms) {
            let times = (Self.readForm(short.text), Self.readForm(long.text))
            #expect(times.1 < 20 * max(times.0, floor), "\(short.name): \(times) ms")
        }
    }

    /// A route for each way to read JSON.
    private static let readers = [Address.signIn, Address.taps, Address.scimUsers, Address.tagKeys, Address.adminFloor]

    @Test func `Each route that reads a body answers the worst body soon after reading it`() async throws {
        let bodies = Self.bodies
        try await `Authorization`.withPeople { web, tap, request in
            let reader = try await web.office.store.readers.addReader(name: "front door")
            let provisioner = try await web.office.store.provisioners.addProvisioner(
                name: "Entra", office: web.office.office, now: web.clock.now())
            let cookies = [
                "ada": try await web.cookie("ada"), "cy": try await web.cookie("cy"), "lea": try await web.cookie("lea"),
            ]
            var readingTimes: [String: Double] = [:]
            for entry in webRoutes(web.services).entries where [.post, .put, .patch].contains(entry.method) {
                let isNumbered = entry.address.hasPrefix(Address.admin)
                let address = try `Authorization`.address(
                    isNumbered ? entry.address.replacing("{id}", with: "1") : entry.address, tap, request)
                var headers: HTTPFields = [:]
                switch entry.permission {
                case .personPermission: headers[.cookie] = cookies[entry.address.hasPrefix(Address.me) ? "ada" : "cy"]
                case .permission where entry.address == Address.taps: headers[.authorization] = "Bearer \(reader)"
                case .permission(.provision): headers[.authorization] = "Bearer \(provisioner)"
                case .permission(let permission) where permission.grantedTo.contains(.anonymous): break
                case .permission(let permission):
                    headers[.cookie] = cookies[permission.grantedTo.contains(.administrator) ? "lea" : "ada"]
                }
                func milliseconds(_ type: String, _ body: String) async throws -> Double {
                    web.clock.advance(by: .seconds(10))
                    var fields = headers
                    fields[.contentType] = type
                    return try await ProcessorTime.of { [fields] in
                        let answer = try await web.send(entry.method, address, headers: fields, body: body)
                        #expect(answer.status.code < 500 && answer.status != .tooManyRequests, "\(entry.method) \(address)")
                    }
                }
                let isList = entry.address == Address.taps
                func object(_ members: String) -> String { isList ? "[{\(members)}]" : "{\(members)}" }
                let json = "application/json"
                let plain = try await milliseconds(json, object(bodies.plain))
                func compare(_ name: String, _ type: String, _ body: String) async throws {
                    if readingTimes[name] == nil {
                        readingTimes[name] = type == json ? Self.readJSON(body) : Self.readForm(body)
                    }
                    let most = 3 * (plain + (readingTimes[name] ?? 0))
                    var least = Double.infinity
                    // A context switch adds to the time.
                    for _ in 0..<3 where least > most { least = min(least, try await milliseconds(type, body)) }
                    #expect(least <= most, "\(entry.method) \(entry.address): \(name) takes \(least) ms, not \(most)")
                }
                let isReader = Self.readers.contains(entry.address)
                for (name, members) in bodies.members + (isReader ? bodies.otherMembers : []) {
                    try await compare(name, json, object(members))
                }
                for (name, form) in bodies.forms + (isReader ? bodies.otherForms : []) {
                    try await compare(name, "application/x-www-form-urlencoded", form)
                }
            }
        }
    }
}
