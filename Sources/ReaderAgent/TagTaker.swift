import ServiceLifecycle

/// Waits for tags on all readers and makes each into a tap on disk.
package struct TagTaker: Service {
    private let readers: any CardReaders
    private let desk: TagDesk

    /// - Parameters:
    ///   - user: whose taps these are.
    ///   - hosts: of the servers whose tags are ours, in lower case.
    package init(
        readers: any CardReaders, queue: TapQueue, user: String, hosts: Set<String>, clock: AgentClock = AgentClock(),
        report: @escaping @Sendable (AgentReport) -> Void
    ) {
        self.readers = readers
        desk = TagDesk(readers: readers, queue: queue, user: user, hosts: hosts, clock: clock, report: report)
    }

    package func run() async throws {
        try await desk.begin()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                await readers.watch { event in
                    if let visit = await desk.take(event) { group.addTask { await desk.read(visit) } }
                }
            }
        }
    }
}
