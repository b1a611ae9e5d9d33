import Attendance
@testable import AttendanceStore

import Foundation
import TestOffice
import TestServers
import Testing

@Suite struct `The waiting room of taps` {
    @Test func `holds a tenth of one sender, and all of ten`() {
        var room = PendingTaps(capacity: 100)
        let first = (0..<11).map { _ in room.enter(.reader(1), 1) }
        #expect(first == Array(repeating: true, count: 10) + [false])
        // A person has the number of a reader, and is somebody else.
        let others = (2...10).map { room.enter($0 == 2 ? .person("1") : .reader(ReaderID(Int64($0))), 10) }
        #expect(!others.contains(false))
        let full = room.enter(.reader(99), 1)
        #expect(!full)
        room.leave(.reader(1), 4)
        let again = [room.enter(.reader(1), 5), room.enter(.reader(1), 4)]
        #expect(again == [false, true])
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Lists and single taps` {
    private static func list(_ count: Int, by reader: ReaderID) -> [TapSubmission] {
        (0..<count).map { _ in
            var tap = TestOffice.submission("ada", .pause)
            tap.reader = reader
            return tap
        }
    }

    @Test func `a single tap goes before what is left of a long list`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.readers.addReader(name: "front door")
            let reader = try await office.store.readers.readers()[0].reader.id
            try await office.withRecorder { (recorder) async throws in
                // The log is locked until both wait.
                let (list, single) = try await office.pool.withTransaction { connection in
                    try await connection.query("Taps/lock_log")
                    let list = Task { try await recorder.record(Self.list(2000, by: reader)) }
                    while await recorder.underwayTaps == 0 { await Task.yield() }
                    let single = Task { try await recorder.record([TestOffice.submission("bo", .pause)]) }
                    while recorder.waitingTaps == 0 { await Task.yield() }
                    return (list, single)
                }
                #expect(try await list.value.count == 2000)
                #expect(try await single.value.count == 1)
            }
            let place = try await office.value(
                "select seq::text from event join person on person.id = person_id where user_name = 'bo'")
            #expect(place == "\(TestOffice.facts + 501)")
        }
    }

    @Test func `a reader has one list of the longest kind under way, and others have theirs`() async throws {
        try await TestOffice.with { office in
            for name in ["front door", "back door"] { _ = try await office.store.readers.addReader(name: name) }
            let readers = try await office.store.readers.readers().map(\.reader.id)
            try await office.withRecorder { (recorder) async throws in
                let lists = try await office.pool.withTransaction { connection in
                    try await connection.query("Taps/lock_log")
                    let first = Task { try await recorder.record(Self.list(9990, by: readers[0])) }
                    while await recorder.underwayTaps == 0 { await Task.yield() }
                    await #expect(throws: StoreError.tooManyTapsWaiting) {
                        try await recorder.record(Self.list(21, by: readers[0]))
                    }
                    let second = Task { try await recorder.record(Self.list(21, by: readers[1])) }
                    while recorder.waitingTaps == 0 { await Task.yield() }
                    return [first, second]
                }
                for list in lists { _ = try await list.value }
            }
            #expect(try await office.value("select count(*)::text from event") == "10011")
        }
    }
}
