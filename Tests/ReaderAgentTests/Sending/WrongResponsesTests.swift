import Attendance
import Foundation
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

/// Responses that must not settle a tap: a scripted server, followed by a correct one, with the real poster and queue.
@Suite struct `Wrong responses` {
    struct WrongResponse: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: @Sendable (StubServer.Request) -> StubServer.Answer
        /// True if the server recorded the taps before this response.
        var isRecorded = false

        init(
            _ name: String, isRecorded: Bool = false, _ answer: @escaping @Sendable (StubServer.Request) -> StubServer.Answer
        ) {
            (testDescription, self.answer, self.isRecorded) = (name, answer, isRecorded)
        }

        init(_ status: Int, _ body: String, _ type: String, head: [String] = []) {
            self.init("\(status) \(type) \(body)") { _ in
                StubServer.Answer(status: status, body: body, type: type, head: head)
            }
        }

        /// - Parameter item: creates an item of the response for a tap's id.
        init(items name: String, type: String? = nil, _ item: @escaping @Sendable (String) -> String) {
            self.init(name) { request in
                let items = request.taps.map { item($0["id"] ?? "") }
                return StubServer.Answer(status: 200, body: "[\(items.joined(separator: ","))]", type: type)
            }
        }
    }

    private static let page = "<html><p>400 The plain HTTP request was sent to HTTPS port</p></html>"

    private static func problem(_ status: Int, _ reason: String?) -> WrongResponse {
        let reason = reason.map { #","reason":"\#($0)""# } ?? ""
        return WrongResponse(
            status, #"{"type":"about:blank","title":"-","status":\#(status),"detail":"No."\#(reason)}"#,
            "application/problem+json")
    }

    private static func item(_ id: String, _ outcome: String) -> String {
        #"{"id":"\#(id)","outcome":"\#(outcome)","reason":"unknown_desk","message":"No."}"#
    }

    static let ways = pages + otherPrograms + problems + others + lists + connections

    private static let pages: [WrongResponse] =
        [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 451, 500, 502, 503, 504].map {
            WrongResponse($0, page, "text/html")
        }

    private static let otherPrograms: [WrongResponse] = [
        WrongResponse(400, #"{"error":"no"}"#, "application/json"), WrongResponse(422, "no", "text/plain"),
        WrongResponse(413, #"{"reason":"too_many_bytes"}"#, "application/json"),
    ]

    private static let problems: [WrongResponse] = [
        problem(400, nil), problem(400, "bad_query"), problem(413, nil), problem(422, "bad_desk"), problem(404, nil),
        problem(401, "unknown_key"), problem(401, "certificate_missing"), problem(401, "wrong_certificate"),
        problem(401, "sign_in_needed"), problem(401, nil), problem(403, "forbidden"), problem(403, nil),
        problem(429, "too_often"), problem(500, nil), problem(503, "database_away"),
    ]

    private static let others: [WrongResponse] = [
        WrongResponse(503, "", "text/plain", head: ["Retry-After: 120"]),
        WrongResponse(301, page, "text/html", head: ["Location: /login"]),
        WrongResponse(302, "", "text/html", head: ["Location: https://login.invalid/"]),
        WrongResponse(307, "", "", head: ["Location: /t"]),
        WrongResponse(200, page, "text/html"), WrongResponse(200, "", "application/json"),
        WrongResponse(204, "", "application/json"),
        WrongResponse(200, "{}", "application/json"), WrongResponse(200, "[]", "application/json"),
        WrongResponse(200, "[null, 1]", "application/json"),
        WrongResponse(200, #"[{"id":"#, "application/json"), WrongResponse(200, "\u{1}\u{2}", "application/octet-stream"),
        WrongResponse(200, item("11111111-1111-4111-8111-111111111111", "rejected"), "application/json"),
        WrongResponse(200, "[" + item("11111111-1111-4111-8111-111111111111", "rejected") + "]", "application/json"),
    ]

    private static let lists: [WrongResponse] = [
        WrongResponse(items: "a right list as a page", type: "text/html") { item($0, "rejected") },
        WrongResponse(items: "a right list as text", type: "text/plain") { item($0, "accepted") },
        WrongResponse(items: "a right list as problem details", type: "application/problem+json") { item($0, "rejected") },
        WrongResponse(items: "outcomes that contradict each other") { item($0, "accepted") + "," + item($0, "rejected") },
        WrongResponse(items: "an unknown outcome") { item($0, "deferred") },
        WrongResponse(items: "an unknown outcome beside a known one") { item($0, "rejected") + "," + item($0, "deferred") },
        WrongResponse(items: "items without a sentence") { #"{"id":"\#($0)","outcome":"rejected"}"# },
        WrongResponse(items: "items without an outcome") { #"{"id":"\#($0)","message":"No."}"# },
        WrongResponse(items: "numbers as outcomes") { #"{"id":"\#($0)","outcome":200,"message":"No."}"# },
        WrongResponse("201 with a right list") { StubServer.Answer(status: 201, body: $0.accepted.body) },
    ]

    private static let connections: [WrongResponse] = [
        WrongResponse("no answer") { _ in StubServer.Answer(status: 200, isCut: true) },
        WrongResponse("no answer to recorded taps", isRecorded: true) { _ in StubServer.Answer(status: 200, isCut: true) },
        WrongResponse("a page in answer to recorded taps", isRecorded: true) { _ in
            StubServer.Answer(status: 400, body: page, type: "text/html")
        },
        WrongResponse("an answer that ends too early") { request in
            let body = request.accepted.body
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count + 1)\r\n\r\n"
            return StubServer.Answer(status: 200, raw: head + body)
        },
        WrongResponse("garbage") { _ in StubServer.Answer(status: 200, raw: "\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{50}") },
        WrongResponse("another protocol") { _ in StubServer.Answer(status: 200, raw: "SSH-2.0-OpenSSH_9.2\r\n\r\n") },
        WrongResponse("dripping JSON") { _ in StubServer.Answer(status: 200, isDripping: true) },
        WrongResponse("a dripping page") { _ in StubServer.Answer(status: 400, type: "text/html", isDripping: true) },
    ]

    /// The taps that the server has recorded, each id once.
    private final class Ledger: Sendable {
        private let ids = Mutex<[String]>([])
        var recorded: [String] { ids.withLock { $0 } }

        func record(_ request: StubServer.Request) -> StubServer.Answer {
            let items = request.taps.map { tap in
                let id = tap["id"] ?? ""
                let isNew = ids.withLock { ids in
                    defer { if !ids.contains(id) { ids.append(id) } }
                    return !ids.contains(id)
                }
                return #"{"id":"\#(id)","outcome":"\#(isNew ? "accepted" : "duplicate")","message":"Good morning."}"#
            }
            return StubServer.Answer(status: 200, body: "[\(items.joined(separator: ","))]")
        }
    }

    private static func queue(_ folder: String, taps count: Int = 3) async throws -> (TapQueue, [QueuedTap]) {
        let queue = try TapQueue(folder: folder)
        let taps = (0..<count).map { _ in
            QueuedTap(
                id: UUID(), person: .user("ada"), kind: .start, at: "2026-11-21T09:00:00.000+09:00", desk: DeskID("6F-A3"),
                reader: "A")
        }
        for tap in taps { _ = try await queue.add(tap, uid: [1]) }
        return (queue, taps)
    }

    /// Runs a poster until it has settled all waiting taps.
    private static func post(
        _ queue: TapQueue, to address: String, key: AccessKey = AccessKey("k3y"), limit: Duration = .seconds(60),
        pausing: @escaping @Sendable (Duration) async throws -> Void
    ) async throws -> [AgentReport] {
        let url = try #require(URL(string: address))
        let log = Mutex<[AgentReport]>([])
        let waiting = try await queue.waitingCount()
        try await ServerConnection.with(server: url, key: key, version: "9", limit: limit, environment: [:]) { connection in
            let poster = TapPoster(queue: queue, server: HTTPTapServer(connection), sleep: pausing) { report in
                log.withLock { $0.append(report) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await poster.run() }
                let deadline = ContinuousClock.now + .seconds(120)
                while log.withLock({ $0.count(where: Self.isSettled) }) < waiting, .now < deadline {
                    try await Task.sleep(for: .milliseconds(5))
                }
                group.cancelAll()
            }
        }
        return log.withLock { $0 }
    }

    private static func isSettled(_ report: AgentReport) -> Bool {
        switch report {
        case .recorded, .refused: true
        default: false
        }
    }

    @Test(arguments: ways)
    func `Wrong responses settle no tap, and the correct server records each tap once`(response: WrongResponse) async throws {
        try await TestFolder.with { folder in
            let (queue, taps) = try await Self.queue(folder)
            let ledger = Ledger()
            let isRight = Mutex(false)
            let server = try StubServer { request in
                let answer = isRight.withLock { $0 } || response.isRecorded ? ledger.record(request) : nil
                return isRight.withLock { $0 } ? answer ?? StubServer.Answer(status: 500) : response.answer(request)
            }
            let limit = response.testDescription.contains("dripping") ? Duration.seconds(1) : .seconds(60)
            let kept = Mutex<[Int]>([])
            let reports = try await Self.post(queue, to: server.address, limit: limit) { _ in
                let waiting = try await queue.waitingCount()
                let tries = kept.withLock { kept in
                    kept.append(waiting)
                    return kept.count
                }
                if tries == 3 { isRight.withLock { $0 = true } }
            }
            // No tap was settled by the wrong responses.
            #expect(kept.withLock { $0 }.prefix(3) == [3, 3, 3])
            let ids = taps.map { $0.id.uuidString.lowercased() }
            #expect(Set(ledger.recorded) == Set(ids) && ledger.recorded.count == ids.count)
            let recorded = reports.compactMap { report in
                if case .recorded(let tap, _, _) = report { tap.id.uuidString.lowercased() } else { nil }
            }
            #expect(Set(recorded) == Set(ids) && recorded.count == ids.count)
            #expect(!reports.contains { if case .refused = $0 { true } else { false } })
        }
    }

    @Test func `A wrong response is reported with advice and retried once a minute`() async throws {
        try await TestFolder.with { folder in
            let (queue, _) = try await Self.queue(folder)
            let isRight = Mutex(false)
            let pauses = Mutex<[Duration]>([])
            let server = try StubServer { request in
                isRight.withLock { $0 }
                    ? request.accepted : StubServer.Answer(status: 400, body: Self.page, type: "text/html; charset=utf-8")
            }
            let reports = try await Self.post(queue, to: server.address) { pause in
                pauses.withLock { $0.append(pause) }
                isRight.withLock { $0 = true }
            }
            #expect(pauses.withLock { $0.allSatisfy { (.seconds(60)...(.seconds(75))).contains($0) } })
            #expect(
                reports.contains {
                    "\($0)".hasPrefix(
                        "offline   The response did not come from a DeskTap server (HTTP 400, text/html). Check the address and"
                            + " the proxy. Waiting taps: 3. Next attempt in ")
                })
        }
    }

    @Test func `A wrong response about one tap does not delay later taps`() async throws {
        try await TestFolder.with { folder in
            let (queue, taps) = try await Self.queue(folder)
            let ledger = Ledger()
            let isRight = Mutex(false)
            let first = taps[0].id.uuidString.lowercased()
            let server = try StubServer { request in
                if isRight.withLock({ $0 }) { return ledger.record(request) }
                var others = request
                others.taps = request.taps.filter { $0["id"] != first }
                let known = ledger.record(others).body.dropFirst().dropLast()
                return StubServer.Answer(
                    status: 200,
                    body:
                        "[\(([Self.item(first, "deferred")] + (known.isEmpty ? [] : [String(known)])).joined(separator: ","))]")
            }
            let reports = try await Self.post(queue, to: server.address) { _ in
                let left = try await queue.waiting(atMost: 9)
                #expect(left.map(\.id) == [taps[0].id])
                isRight.withLock { $0 = true }
            }
            #expect(ledger.recorded == [1, 2, 0].map { taps[$0].id.uuidString.lowercased() })
            #expect(reports.contains(.notUnderstood(1, retryIn: .seconds(60))))
        }
    }

    @Test func `A refused key is retried with the new content of the key file`() async throws {
        try await TestFolder.with { folder in
            let (queue, taps) = try await Self.queue(folder)
            let file = folder + "/key"
            @Sendable func write(_ key: String) throws {
                try key.write(toFile: file, atomically: true, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            }
            try write("wrong\n")
            let server = try StubServer { request in
                request.key == "Bearer right"
                    ? request.accepted
                    : StubServer.Answer(status: 401, body: #"{"detail":"?","reason":"unknown_key"}"#)
            }
            let reports = try await Self.post(
                queue, to: server.address, key: AccessKey(file: file, madeBy: "desktap reader add")
            ) { _ in try write("right\n") }
            #expect(
                reports.contains {
                    "\($0)".contains("refuses this reader's key (401)")
                        && "\($0)".contains("\(file), which is read again before each attempt. Waiting taps: 3")
                })
            #expect(reports.count { if case .recorded = $0 { true } else { false } } == taps.count)
        }
    }

    @Test func `A tap that makes the server refuse the whole list is refused alone, and 'queue retry' sends it again`()
        async throws
    {
        try await TestFolder.with { folder in
            let (queue, taps) = try await Self.queue(folder)
            let ledger = Ledger()
            let isRight = Mutex(false)
            let bad = taps[1].id.uuidString.lowercased()
            let server = try StubServer { request in
                isRight.withLock { $0 } || !request.taps.contains { $0["id"] == bad }
                    ? ledger.record(request)
                    : StubServer.Answer(status: 400, body: #"{"detail":"This is no list.","reason":"bad_json"}"#)
            }
            let inspector = try QueueInspector(folder: folder)
            #expect(try await inspector.taps().map(\.state) == [.waiting, .waiting, .waiting])
            _ = try await Self.post(queue, to: server.address) { _ in }
            let refused = try await inspector.taps()
            #expect(refused.map(\.id) == [bad] && refused[0].state == .refused && refused[0].canBeSent)
            #expect(refused[0].message == "This is no list." && refused[0].reason == "bad_json")
            isRight.withLock { $0 = true }
            #expect(try await inspector.retry() == (1, 0))
            _ = try await Self.post(queue, to: server.address) { _ in }
            #expect(ledger.recorded == [0, 2, 1].map { taps[$0].id.uuidString.lowercased() })
            #expect(try await inspector.taps().isEmpty)
        }
    }
}
