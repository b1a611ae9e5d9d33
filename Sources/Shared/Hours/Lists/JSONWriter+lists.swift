import Attendance
package import JSON

/// The elements of the lists of `desktap hours` and of the API (Hours.docc, "The command"). The names of members are in the order
/// of code points.
extension JSONWriter {
    package mutating func put(_ day: DayHours, _ names: ListNames) {
        object {
            $0.put("absence_s", day.absence)
            $0.name("absences")
            $0.array { json in for claim in day.claims { json.put(claim) } }
            $0.put("adjustment_s", day.adjustment)
            $0.put("balance_s", day.balance)
            $0.put("carried_s", day.carried)
            $0.put("counted", day.isCounted)
            $0.put("cut_s", day.cut)
            $0.put("date", day.date)
            $0.put("holiday", day.holiday)
            $0.put("holiday_s", day.holidaySeconds)
            $0.put("night_s", day.night)
            $0.put("office", names.office(day.conditions.office))
            $0.put("overtime_s", day.overtime)
            $0.put("rest_day_s", day.restDay)
            $0.put("schedule", day.conditions.schedule?.name)
            $0.put("target_s", day.target)
            $0.put("team", names.team(day.conditions.team))
            $0.put("user", names.user)
            $0.put("worked_s", day.worked)
        }
    }

    private mutating func put(_ claim: Claim) {
        object {
            $0.put("claimed_s", claim.claimed)
            $0.put("credited_s", claim.credited)
            $0.put("halves", claim.halves.count)
            $0.put("id", claim.absence)
            $0.put("kind", claim.kind.kind)
            $0.put("taken_s", claim.taken)
        }
    }

    package mutating func put(_ week: WeekHours, _ names: ListNames) {
        object {
            $0.put("absence_s", week.sums.absence)
            $0.put("adjustment_s", week.sums.adjustment)
            $0.put("balance_s", week.sums.balance)
            $0.put("cut_s", week.sums.cut)
            $0.put("holiday_s", week.sums.holiday)
            $0.put("night_s", week.sums.night)
            $0.put("overtime_s", week.sums.overtime)
            $0.put("rest_day_s", week.sums.restDay)
            $0.put("target_s", week.sums.target)
            $0.put("user", names.user)
            $0.put("week", week.week.description)
            $0.put("worked_s", week.sums.worked)
        }
    }

    package mutating func put(_ period: PeriodHours, _ names: ListNames) {
        object {
            $0.put("carried_end_s", period.carriedEnd)
            $0.put("carried_start_s", period.carriedStart)
            $0.put("complete", period.isComplete)
            $0.put("delta", period.delta)
            $0.put("from", period.period.first)
            $0.put("handed", period.handed)
            $0.put("items", period.items)
            $0.put("period", period.period.name.description)
            $0.put("state", period.state.rawValue)
            $0.put("to", period.period.last)
            $0.put("user", names.user)
        }
    }

    package mutating func put(_ account: AccountBalance, _ names: ListNames) {
        object {
            $0.put("account", account.account)
            $0.put("debt_s", account.debt)
            $0.put("granted_s", account.granted)
            $0.name("grants")
            $0.array { json in for grant in account.grants { json.put(grant) } }
            $0.put("lapsed_s", account.lapsed)
            $0.put("planned_s", account.planned)
            $0.put("remaining_s", account.remaining)
            $0.put("taken_s", account.taken)
            $0.put("user", names.user)
        }
    }

    private mutating func put(_ grant: GrantBalance) {
        object {
            $0.put("id", grant.id)
            $0.put("lapsed_s", grant.lapsed)
            $0.put("remaining_s", grant.remaining)
        }
    }

    package mutating func put(_ obligation: Obligation, _ names: ListNames) {
        object {
            $0.put("account", obligation.account)
            $0.put("due", obligation.due)
            $0.put("grant", obligation.grant)
            $0.put("needed_halves", obligation.needed)
            $0.put("planned_halves", obligation.planned)
            $0.put("state", obligation.state.rawValue)
            $0.put("taken_halves", obligation.taken)
            $0.put("user", names.user)
        }
    }

    package mutating func put(_ warning: HoursWarning, _ names: ListNames) {
        object {
            $0.put("code", warning.code.rawValue)
            $0.put("date", warning.date)
            $0.put("limit_s", warning.limit)
            $0.put("rule", warning.rule.rawValue)
            $0.put("user", names.user)
            $0.put("value_s", warning.value)
        }
    }

    package mutating func put(_ line: HandOverLine, _ names: ListNames) {
        object {
            $0.put("item", line.item)
            $0.put("period", line.period.description)
            $0.put("user", names.user)
            $0.put("value", line.value)
        }
    }

    // MARK: Members

    private mutating func put(_ name: String, _ date: CivilDate) { put(name, date.description) }

    private mutating func put(_ name: String, _ items: Items) {
        self.name(name)
        put(JSONValue.object(items.mapValues { .integer($0) }))
    }
}
