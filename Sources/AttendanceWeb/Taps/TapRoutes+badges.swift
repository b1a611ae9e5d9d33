import Attendance
import AttendanceStore

extension TapRoutes {
    /// Puts the owners of badges in the place of user names, and keeps the taps by those that are nobody's.
    /// - Parameter answers: to taps that are not to be recorded, by their places.
    func resolveBadges(
        _ reports: inout [TapReport], _ readings: inout [TapItem.Reading], _ answers: inout [Int: TapAnswer],
        at reader: Reader, client: String?
    ) async throws {
        let now = services.now()
        var taps: [(index: Int, tap: UnclaimedTap)] = []
        for index in reports.indices where readings[index].isBadge && answers[index] == nil {
            guard reports[index].user == nil else {
                // It says of two people that it is theirs.
                answers[index] = TapAnswer(reports[index], .rejected(.badUser))
                continue
            }
            // All else has to be right before a badge can become anybody's.
            reports[index].user = "somebody"
            do {
                let tap = try reports[index].tap()
                guard case .badge(let reading) = readings[index] else {
                    answers[index] = TapAnswer(reports[index], BadgeTapOutcome.bad)
                    continue
                }
                if reading.isRandom {
                    answers[index] = TapAnswer(reports[index], BadgeTapOutcome.random)
                } else {
                    let submission = TapSubmission(
                        tap, as: reports[index], reader: reader.id, client: client, receivedAt: now)
                    taps.append((index, UnclaimedTap(reading: reading, submission: submission)))
                }
            } catch {
                answers[index] = TapAnswer(reports[index], .rejected(error))
            }
        }
        if taps.isEmpty { return }
        let badges = services.access.badges
        let asked = taps.map { _, unclaimed in
            let tap = unclaimed.submission.tap
            return BadgeTap(id: tap.id, reading: unclaimed.reading, at: tap.at, reader: reader.id)
        }
        let owners = try await badges.owners(of: asked, now: now)
        var unclaimed: [(index: Int, tap: UnclaimedTap)] = []
        for (owner, (index, tap)) in zip(owners, taps) {
            switch owner {
            case .person(let user): reports[index].user = user
            case .laterOwner(let user):
                reports[index].user = user
                readings[index] = .laterBadge
            case .enrolled(let name): answers[index] = TapAnswer(reports[index], BadgeTapOutcome.enrolled(name))
            case .nobody: unclaimed.append((index, tap))
            }
        }
        let areKept = try await badges.keep(unclaimed.map(\.tap), now: now)
        for (index, _) in unclaimed { answers[index] = TapAnswer(reports[index], BadgeTapOutcome.unknown(isKept: areKept)) }
    }
}
