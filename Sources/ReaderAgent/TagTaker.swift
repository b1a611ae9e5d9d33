package import Attendance
import ServiceLifecycle

/// Waits for tags or badges on all readers and makes each into a tap on disk.
package struct TagTaker: Service {
    private let readers: any CardReaders
    private let desk: TagDesk
    private let choices: AsyncStream<TapKind>

    /// - Parameters:
    ///   - hosts: of the servers whose tags are ours, in lower case.
    ///   - choices: what people say the next badge means.
    package init(
        readers: any CardReaders, queue: TapQueue, duty: ReaderDuty, hosts: Set<String>,
        choices: AsyncStream<TapKind> = AsyncStream { $0.finish() }, clock: AgentClock = AgentClock(),
        report: @escaping @Sendable (AgentReport) -> Void
    ) {
        self.readers = readers
        self.choices = choices
        desk = TagDesk(readers: readers, queue: queue, duty: duty, hosts: hosts, clock: clock, report: report)
    }

    package func run() async throws {
        try await desk.begin()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { for await event in choices { await desk.choose(event) } }
                await readers.watch { event in
                    if let visit = await desk.take(event) { group.addTask { await desk.read(visit) } }
                }
            }
        }
    }
}
