import Attendance
import AttendanceStore
import Logging
import WebServer

/// What the server notices of taps beside what becomes of them.
extension TapRoutes {
    /// Tells the administrator of a reader that brings taps which its key is not for: it is set up wrongly, or somebody has its key.
    func noteOutOfScope(_ answers: some Sequence<TapAnswer>, _ context: WebContext) {
        guard let reader = context.identity.reader else { return }
        let count = answers.count { $0.reason == .notInScope }
        if count == 0 { return }
        context.logger.warning(
            "refused taps of the reader '\(reader.name)', whose key is for \(reader.scope): \(count)",
            metadata: ["reason": "\(RejectionReason.notInScope.rawValue)"])
    }

    /// Notes from which network the tags of these taps were tapped, of taps that are made now: what a reader kept is of another time.
    /// A reader without a tag in front of it says nothing, and waits for nothing.
    func noteNetworks(
        _ submissions: inout [TapSubmission], _ claims: [(submission: Int, claim: TagRegistry.Claim)],
        from client: ClientAddress, now: Instant
    ) async {
        var tags = claims.compactMap { claim in claim.claim.uid.map { (claim.submission, TagNetworks.Tag.read($0)) } }
        for index in submissions.indices where submissions[index].reader == nil {
            let tap = submissions[index].tap
            if let desk = tap.desk { tags.append((index, .opened(tap.kind, desk, office: tap.office))) }
        }
        for (index, tag) in tags where abs(now.milliseconds(since: submissions[index].tap.at)) <= 60_000 {
            submissions[index].isFromSecondNetwork = await services.tagNetworks.isSeenElsewhere(tag, from: client, now: now)
        }
    }
}
