import Attendance
import Foundation
import NFCTag
import TestServers
import Testing

@testable import ReaderAgent

@Suite struct `Series of tags` {
    private static let time = "2026-11-21T09:00:00+09:00"

    private func list() throws -> TagList {
        let host = `List of tags`.host
        return try TagList(
            csv: `List of tags`.list(
                "Tokyo,6F-A1,start,\(host)start&desk=6F-A1", "Tokyo,6F-A2,start,\(host)start&desk=6F-A2",
                "Tokyo,,end,\(host)end&office=Tokyo"))
    }

    private func uid(_ number: UInt8) -> UID { UID([4, number, 2, 3, 4, 5, 6]) }

    private func result(_ entry: TagListEntry, _ number: UInt8, _ outcome: TagResult.Outcome = .written) -> TagResult {
        TagResult(entry: entry, uid: uid(number), outcome: outcome, time: Self.time)
    }

    @Test func `A series continues after completed lines, unless their outcome is not sufficient`() throws {
        let list = try list()
        let results = [result(list.entries[1], 1)]
        var series = try TagSeries(
            list, results: results, finishing: TagSeriesRun.Work.writing, where: { $0.event == .start })
        #expect(series.entries.count == 2 && series.doneCount == 1 && series.next == list.entries[0])
        series.finished(list.entries[0], on: uid(2))
        #expect(series.next == nil && series.doneCount == 2)
        let provisioning = try TagSeries(
            list, results: results, finishing: TagSeriesRun.Work.provisioning(certificates: true), where: { _ in true })
        #expect(provisioning.doneCount == 0)
    }

    @Test func `A series uses no tag for two lines, and objects to a tag of another line`() throws {
        let list = try list()
        var series = try TagSeries(
            list, results: [result(list.entries[1], 1)], finishing: TagSeriesRun.Work.writing, where: { _ in true })
        let first = list.entries[0]
        #expect(series.objection(to: uid(1), holding: nil, becoming: first) == .isInUse(list.entries[1]))
        #expect(series.objection(to: uid(1), holding: nil, becoming: list.entries[1]) == nil)
        #expect(series.objection(to: uid(2), holding: nil, becoming: first) == nil)
        #expect(series.objection(to: uid(2), holding: first.address, becoming: first) == nil)
        #expect(series.objection(to: uid(2), holding: "https://shop.example.com/", becoming: first) == nil)
        let end = "https://DESK.example.com/t?office=Tokyo&event=end"
        #expect(series.objection(to: uid(2), holding: end, becoming: first) == .saysOther(list.entries[2]))
        series.finished(first, on: uid(3))
        #expect(series.objection(to: uid(3), holding: first.address, becoming: list.entries[2]) == .justMade(first))
    }

    @Test func `A series without selected lines is rejected`() throws {
        let list = try list()
        #expect(throws: TagListError.noneChosen) {
            try TagSeries(list, results: [], finishing: [], where: { $0.event == .pause })
        }
    }

    /// A program that is being started has all descriptors of this process until it runs.
    @Test func `A result file and a queue can be opened again while another program still has their descriptors`() async throws
    {
        try await TestFolder.with { folder in
            let path = folder + "/results.csv"
            var inherited: [Int32] = []
            do {
                let file = try TagResultFile(path: path)
                let queue = try TapQueue(folder: folder)
                inherited = try copiesOfDescriptors(of: [path, folder + "/lock"])
                #expect(throws: TagResultFileError.inUse(path)) { _ = try TagResultFile(path: path) }
                withExtendedLifetime((file, queue)) {}
            }
            #expect(inherited.count >= 2)
            #expect(throws: Never.self) { _ = try TagResultFile(path: path) }
            #expect(throws: Never.self) { _ = try TapQueue(folder: folder) }
            inherited.forEach { close($0) }
        }
    }

    private func copiesOfDescriptors(of paths: [String]) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            guard let target, paths.contains(target), let descriptor = Int32(name) else { return nil }
            return dup(descriptor)
        }
    }

    @Test func `A result file keeps all results except a partial last line`() async throws {
        let list = try list()
        try await TestFolder.with { folder in
            let path = folder + "/results.csv"
            let results = [result(list.entries[0], 1), result(list.entries[2], 2, .provisioned)]
            for result in results { try TagResultFile(path: path).append(result) }
            let whole = try Data(contentsOf: URL(filePath: path))
            #expect(try TagResultFile(path: path).results == results)
            for cut in [1, 2, 30] {
                try whole.dropLast(cut).write(to: URL(filePath: path))
                let file = try TagResultFile(path: path)
                #expect(file.results == Array(results.dropLast()))
                try file.append(results[1])
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == whole)
        }
    }

    @Test func `A result file has no formula, and its offices are read as they are`() async throws {
        var result = result(try list().entries[0], 1)
        result.entry.office = "=Tower 2, -1 OG"
        try await TestFolder.with { folder in
            let path = folder + "/results.csv"
            try TagResultFile(path: path).append(result)
            #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\"'=Tower 2,' -1 OG\""))
            #expect(try TagResultFile(path: path).results == [result])
        }
    }

    @Test func `A result file belongs to one program, and a file of another kind is rejected`() async throws {
        try await TestFolder.with { folder in
            let path = folder + "/results.csv"
            let file = try TagResultFile(path: path)
            #expect(throws: TagResultFileError.inUse(path)) { try TagResultFile(path: path) }
            #expect(file.results.isEmpty)
            try "office,desk\r\n".write(toFile: folder + "/other.csv", atomically: true, encoding: .utf8)
            #expect(throws: TagResultFileError.notOurs(folder + "/other.csv", line: 1)) {
                try TagResultFile(path: folder + "/other.csv")
            }
            #expect {
                try TagResultFile(path: folder)
            } throws: { error in
                if case .notWritable = error as? TagResultFileError { true } else { false }
            }
        }
    }
}
