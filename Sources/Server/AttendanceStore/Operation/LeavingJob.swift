package import Attendance
package import Logging
import ServiceLifecycle

/// Records that people leave at the end of their last day. It runs in each server process; one of them is the first.
package struct LeavingJob: Service {
    private static let pause = Duration.seconds(60)

    private let store: AttendanceStore
    private let check: ServerCheck
    private let zones: TimeZoneDatabase
    private let logger: Logger
    private let now: @Sendable () -> Instant

    package init(
        store: AttendanceStore, check: ServerCheck, zones: TimeZoneDatabase, logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        (self.store, self.check, self.zones, self.logger, self.now) = (store, check, zones, logger, now)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            // Those about whom the log has a line already.
            var refused: Set<PersonID> = []
            repeat { await carryOut(&refused) } while (try? await Task.sleep(for: Self.pause)) != nil
        }
    }

    private func carryOut(_ refused: inout Set<PersonID>) async {
        guard check.problem == nil else { return }
        do {
            let calendars = try await store.officeSettings.calendars(zones)
            for person in try await store.people.carryOutLeavings(calendars, now: now())
            where refused.insert(person).inserted {
                logger.warning("the person \(person) cannot leave on the last day: see /admin/people")
            }
        } catch  where StoreError.isUnavailability(error) {
            // The next round is in a minute.
        } catch {
            logger.error("people whose last day is over could not leave: \(error)")
        }
    }
}
