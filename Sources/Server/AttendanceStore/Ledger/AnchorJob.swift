package import Attendance
package import Foundation
package import Logging
import ServiceLifecycle

/// Writes an anchor every night: to a file, to the log and, if an address is set, to another machine. It runs in each server
/// process, so that each machine has the files.
package struct AnchorJob: Service {
    /// Seconds after midnight, UTC: after the retention job.
    private static let hour: Int64 = 3 * 3600
    /// If there is no anchor since the last night, the server makes one this long after its start.
    private static let delay = Duration.seconds(10)
    /// Between two attempts.
    private static let pause = Duration.seconds(3600)
    private static let attemptsToSend = 12

    private let anchors: AnchorStore
    private let folder: AnchorFolder
    private let zones: TimeZoneDatabase
    private let logger: Logger
    private let send: (@Sendable (Data) async throws -> Void)?
    private let now: @Sendable () -> Instant

    /// - Parameter send: sends an anchor's file to another machine.
    package init(
        anchors: AnchorStore, folder: AnchorFolder, zones: TimeZoneDatabase, logger: Logger,
        send: (@Sendable (Data) async throws -> Void)? = nil, now: @escaping @Sendable () -> Instant
    ) {
        self.anchors = anchors
        self.folder = folder
        self.zones = zones
        self.logger = logger
        self.send = send
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            // A file that is not an anchor is reported when the next one is made.
            var wait = Self.firstWait(latest: (try? folder.latest())??.anchor.madeAt, now: now())
            while (try? await Task.sleep(for: wait)) != nil {
                guard let content = await anchorLedger() else {
                    wait = Self.pause
                    continue
                }
                await deliver(content)
                wait = now().timeUntilSoon(after: Self.hour)
            }
        }
    }

    /// The time from the server's start to its first anchor.
    /// - Parameter latest: when the latest anchor was made; nil: there is none.
    package static func firstWait(latest: Instant?, now: Instant) -> Duration {
        let night = now + now.timeUntil(secondOfDay: hour) - .seconds(86_400)
        guard let latest, night <= latest, latest <= now else { return delay }
        return now.timeUntilSoon(after: hour)
    }

    /// Makes an anchor. Makes none if the ledger contradicts the latest one.
    /// - Returns: its file's content; nil: there is none, and the log says why.
    package func anchorLedger() async -> Data? {
        do {
            if let (path, latest) = try folder.latest(), let flaw = try await anchors.flaw(against: latest) {
                logger.critical(
                    """
                    the ledger is not the one that was anchored at \(latest.madeAt.rfc3339()): \(flaw). Check the database with \
                    'desktap backup-check'. If it was restored to an earlier state on purpose, move the later anchors away
                    """, metadata: ["file": "\(path)", "anchor": "\(latest.head.text)"])
                return nil
            }
            let anchor = try await anchors.anchor(zones: zones, now: now())
            let content = try anchor.json()
            let path = try folder.save(content, of: CivilDate(daysSince1970: anchor.madeAt.seconds / 86_400))
            logger.notice(
                "anchored the ledger",
                metadata: [
                    "head": "\(anchor.head.text)", "signature": "\(anchor.signature.hexadecimal.lowercased())",
                    "file": "\(path)",
                ])
            return content
        } catch is LedgerAnchor.FileError {
            logger.error("the ledger is not anchored: the latest file is not an anchor", metadata: ["folder": "\(folder.path)"])
        } catch {
            if !Task.isCancelled { logger.error("the ledger is not anchored, and the next attempt is in an hour: \(error)") }
        }
        return nil
    }

    private func deliver(_ content: Data) async {
        guard let send else { return }
        for _ in 0..<Self.attemptsToSend {
            do {
                return try await send(content)
            } catch {
                if Task.isCancelled { return }
                logger.error("the anchor was not sent, and the next attempt is in an hour: \(error)")
            }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        }
    }
}
