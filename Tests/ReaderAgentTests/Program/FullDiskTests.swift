import Attendance
import Foundation
import Synchronization
import TestServers
import Testing

@testable import ReaderAgent

/// `desktap-reader run` with its queue on a separate disk that a test fills.
@Suite(.enabled("needs unshare and the right to mount a tmpfs") { await OwnDisk.isAvailable }) struct `A full disk` {
    @Test func `Outcomes are saved and the program continues when a full disk has space again`() async throws {
        try await TestFolder.with { folder in
            let (prepared, disk) = (folder + "/prepared", folder + "/disk")
            do {
                let queue = try TapQueue(folder: prepared)
                let tap = QueuedTap(
                    id: UUID(), person: .user("ada"), kind: .start, at: "2026-11-21T09:00:00.000+09:00", desk: DeskID("6F-A3"),
                    reader: "A")
                _ = try await queue.add(tap, uid: [1])
            }
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
            let isThere = Mutex(false)
            let server = try StubServer { request in
                isThere.withLock { $0 } ? request.accepted : StubServer.Answer(status: 503)
            }
            let process = try ChildProcess(
                OwnDisk.unshare + [
                    "sh", "-c", "mount -t tmpfs -o size=400k tmpfs $0 && cp -a $1/. $0/ && shift && exec \"$@\"", disk,
                    prepared,
                    builtProgram("desktap-reader"), "run", "--server", server.address, "--user", "ada", "--queue", disk,
                ], in: folder,
                environment: ["PCSCLITE_CSOCK_NAME": folder + "/nobody", "DESKTAP_READER_KEY": "k3y"])
            try await process.waitForOutput("offline ")
            // The disk in the program's mount namespace.
            let filler = "/proc/\(process.id)/root\(disk)/filler"
            #expect(FileManager.default.createFile(atPath: filler, contents: nil))
            let file = try #require(FileHandle(forWritingAtPath: filler))
            while (try? file.write(contentsOf: Data(count: 512))) != nil {}
            isThere.withLock { $0 = true }
            try await process.waitForOutput("queue +The disk of the queue's folder \(disk) is full. Retrying.")
            #expect(!process.output.contains("recorded"))
            try file.close()
            try FileManager.default.removeItem(atPath: filler)
            try await process.waitForOutput("queue +The queue can be written again.")
            try await process.waitForOutput("recorded +start 6F-A3")
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
            // The last request had the response whose outcomes had to wait.
            #expect(server.requests.last?.taps.count == 1)
        }
    }
}

private enum OwnDisk {
    static let unshare = geteuid() == 0 ? ["unshare", "--mount"] : ["unshare", "--mount", "--map-root-user"]

    static var isAvailable: Bool {
        get async {
            await (try? ChildProcess.run(unshare + ["sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"])) != nil
        }
    }
}
