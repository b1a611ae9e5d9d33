extension DayHours {
    /// Gives the parts of the target to absences. Each second has one owner at most (Hours.docc, "Absences").
    mutating func claim(_ absences: [(absence: Recorded<Absence>, kind: AbsenceKind)], _ accounts: [String: LeaveAccount]) {
        let ordered = absences.sorted { ($0.kind.rank, $0.absence.seq) > ($1.kind.rank, $1.absence.seq) }
        for (absence, kind) in ordered {
            guard case .part(let part) = absence.value.extent else { continue }
            let halves = part.halves.subtracting(owned)
            guard !halves.isEmpty else { continue }
            owned.formUnion(halves)
            let account = kind.account.flatMap { accounts[$0] }
            claims.append(
                Claim(
                    absence: absence.id, kind: kind, halves: halves, isHourly: false, claimed: halves.seconds(of: target),
                    credited: 0, taken: account.map { halves.count * ($0.daySeconds / 2) } ?? 0))
        }
        var free = unclaimed
        for (absence, kind) in ordered {
            guard case .hours(let seconds) = absence.value.extent, free > 0 else { continue }
            let claimed = min(seconds, free)
            free -= claimed
            let account = kind.account.flatMap { accounts[$0] }
            claims.append(
                Claim(
                    absence: absence.id, kind: kind, halves: [], isHourly: true, claimed: claimed, credited: 0,
                    taken: account.map { $0.taken(hourly: claimed, of: target) } ?? 0))
        }
        credit()
    }

    /// What each claim counts as worked (Hours.docc, "Credit").
    private mutating func credit() {
        let sure = claims.reduce(0) { $0 + ($1.kind.credit == .fill ? 0 : $1.claimed) }
        var gap = max(target - holidaySeconds - sure - worked, 0)
        for index in claims.indices {
            switch claims[index].kind.credit {
            case .full: claims[index].credited = claims[index].claimed
            case .none: break
            case .fill:
                claims[index].credited = min(gap, claims[index].claimed)
                gap -= claims[index].credited
            }
        }
    }
}

extension LeaveAccount {
    /// The seconds of the account for hourly leave on a day: its share of the target, rounded up to whole ``hourSeconds``.
    func taken(hourly claimed: Int64, of target: Int64) -> Int64 {
        let length = (target + hourSeconds - 1) / hourSeconds * hourSeconds
        return claimed * daySeconds / length
    }
}
