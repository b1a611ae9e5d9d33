import PCSC
import ServiceLifecycle

/// Lets readers sound for each tap, apart from the work with tags. A reader that refuses is left in peace.
package struct ReaderSignals: Service {
    private let feedback: AsyncStream<Feedback>
    private let tell: AsyncStream<Feedback>.Continuation

    package init() {
        // An old sound is worth nothing.
        (feedback, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(2))
    }

    package func give(_ feedback: Feedback) { tell.yield(feedback) }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var refusing: Set<String> = []
            for await feedback in feedback {
                guard let isGood = feedback.outcome.isGood, !refusing.contains(feedback.reader),
                    let model = SignalModel.named(feedback.reader)
                else { continue }
                do {
                    try await Self.send(isGood ? model.good : model.bad, model.way, to: feedback.reader)
                } catch {
                    refusing.insert(feedback.reader)
                }
            }
        }
    }

    private static func send(_ command: [UInt8], _ way: SignalModel.Way, to reader: String) async throws {
        if way == .pseudoAPDU {
            do {
                let answer = try await SmartCard.with(in: reader) { card, _ in try await card.transmit(command) }
                // The second byte tells the lights' state.
                guard answer.count == 2, answer[0] == 0x90 else { throw PCSCError.communication }
                return
            } catch let error as PCSCError where error == .noCard || error == .cardRemoved {
                // Lifted: the reader itself takes the same bytes.
            }
        }
        _ = try await ReaderEscape.send(command, to: reader)
    }
}
