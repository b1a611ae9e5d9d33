package import Attendance
import ServiceLifecycle

/// Waits for tags or badges on all readers and saves a tap for each.
package struct TagReaderService: Service {
    private let readers: any CardReaders
    private let processor: TagProcessor
    private let choices: AsyncStream<TapKind>

    /// - Parameters:
    ///   - hosts: the hosts whose tags are accepted, in lower case.
    ///   - choices: the events that people choose for their next badge.
    package init(
        readers: any CardReaders, queue: TapQueue, mode: ReaderMode, hosts: Set<String>,
        choices: AsyncStream<TapKind> = AsyncStream { $0.finish() }, clock: AgentClock = AgentClock(),
        report: @escaping @Sendable (AgentReport) -> Void
    ) {
        self.readers = readers
        self.choices = choices
        processor = TagProcessor(readers: readers, queue: queue, mode: mode, hosts: hosts, clock: clock, report: report)
    }

    package func run() async throws {
        try await processor.begin()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { for await event in choices { await processor.choose(event) } }
                await readers.watch { event in
                    if let detected = await processor.handle(event) { group.addTask { await processor.read(detected) } }
                }
            }
        }
    }
}
