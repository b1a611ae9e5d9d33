import Attendance
import AttendanceStore

extension TapRoutes {
    /// Puts the owners of badges in the place of user names.
    /// - Returns: the answers to those taps that are not to be recorded, by their places.
    func resolveBadges(
        of items: [TapItem], _ reports: inout [TapReport], at reader: Reader
    ) async throws -> [Int: TapAnswer] {
        var answers: [Int: TapAnswer] = [:]
        var taps: [(index: Int, tap: BadgeTap)] = []
        for index in items.indices where items[index].reading.isBadge {
            guard reports[index].user == nil else {
                // It says of two people that it is theirs.
                answers[index] = TapAnswer(reports[index], .rejected(.badUser))
                continue
            }
            // All else has to be right before a badge can become anybody's.
            reports[index].user = "somebody"
            do {
                let tap = try reports[index].tap()
                guard case .badge(let reading) = items[index].reading else {
                    answers[index] = TapAnswer(reports[index], BadgeRefusal.bad)
                    continue
                }
                if reading.isRandom {
                    answers[index] = TapAnswer(reports[index], BadgeRefusal.random)
                } else {
                    taps.append((index, BadgeTap(id: tap.id, reading: reading, at: tap.at, reader: reader.id)))
                }
            } catch {
                answers[index] = TapAnswer(reports[index], .rejected(error))
            }
        }
        if taps.isEmpty { return answers }
        let owners = try await services.access.badges.owners(of: taps.map(\.tap), now: services.now())
        for (index, owner) in zip(taps.map(\.index), owners) {
            switch owner {
            case .person(let user): reports[index].user = user
            case .enrolled(let name): answers[index] = TapAnswer(reports[index], BadgeRefusal.enrolled(name))
            case .nobody: answers[index] = TapAnswer(reports[index], BadgeRefusal.unknown)
            }
        }
        return answers
    }
}
