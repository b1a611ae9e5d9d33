package import Attendance
package import Logging
import ServiceLifecycle

/// Lets people leave at the end of their last day, and carries out the transfers that HR recorded for the day. It runs in each server
/// process; one of them is the first.
package struct EmploymentJob: Service {
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
            var (staying, unmoved): (Set<PersonID>, Set<PersonID>) = ([], [])
            repeat {
                await carryOut(
                    noting: &staying, "cannot leave on the last day: see /admin/people",
                    failure: "people whose last day is over could not leave"
                ) {
                    try await store.people.carryOutLeavings(try await store.officeSettings.calendars(zones), now: now())
                }
                await carryOut(
                    noting: &unmoved, "cannot be transferred: the team belongs to another office",
                    failure: "transfers of people could not be carried out"
                ) {
                    try await store.people.carryOutTransfers(now: now())
                }
            } while (try? await Task.sleep(for: Self.pause)) != nil
        }
    }

    /// - Parameter changes: returns those whose accounts could not be changed.
    private func carryOut(
        noting known: inout Set<PersonID>, _ problem: String, failure: String, _ changes: () async throws -> [PersonID]
    ) async {
        guard check.problem == nil else { return }
        do {
            for person in try await changes() where known.insert(person).inserted {
                logger.warning("the person \(person) \(problem)")
            }
        } catch  where StoreError.isUnavailability(error) {
            // The next round is in a minute.
        } catch {
            logger.error("\(failure): \(error)")
        }
    }
}
