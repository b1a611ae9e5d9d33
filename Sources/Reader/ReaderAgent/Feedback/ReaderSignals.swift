import PCSC
import ServiceLifecycle

/// Sounds the buzzer of readers for each tap, independently of the work with tags. A reader that refuses the command gets no
/// further ones.
package struct ReaderSignals: Service {
    private let feedback: AsyncStream<Feedback>
    private let continuation: AsyncStream<Feedback>.Continuation

    package init() {
        // Outdated sounds are dropped.
        (feedback, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(2))
    }

    package func enqueue(_ feedback: Feedback) { continuation.yield(feedback) }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var refusing: Set<String> = []
            for await feedback in feedback {
                guard let isSuccess = feedback.outcome.isSuccess, !refusing.contains(feedback.reader),
                    let model = SignalModel.named(feedback.reader)
                else { continue }
                do {
                    try await Self.send(isSuccess ? model.good : model.bad, model.method, to: feedback.reader)
                } catch {
                    refusing.insert(feedback.reader)
                }
            }
        }
    }

    private static func send(_ command: [UInt8], _ method: SignalModel.Method, to reader: String) async throws {
        if method == .pseudoAPDU {
            do {
                let answer = try await SmartCard.with(in: reader) { card, _ in try await card.transmit(command) }
                // The second byte is the state of the lights.
                guard answer.count == 2, answer[0] == 0x90 else { throw PCSCError.communication }
                return
            } catch let error as PCSCError where error == .noCard || error == .cardRemoved {
                // The tag was removed. The escape command accepts the same bytes.
            }
        }
        _ = try await ReaderEscape.send(command, to: reader)
    }
}
