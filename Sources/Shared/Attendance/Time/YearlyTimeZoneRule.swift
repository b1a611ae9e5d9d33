/// The rule for the years after a time zone's last listed change: one offset, or two that alternate every year. Format: the
/// TZ variable of POSIX.1-2017, 8.3, with hours from -167 to 167 (RFC 8536, 3.3.1).
struct YearlyTimeZoneRule: Sendable, Equatable {
    /// Seconds east of UTC.
    var standard: Int64
    var alternative: Alternative?

    struct Alternative: Sendable, Equatable {
        var offset: Int64
        var begins: Change
        var ends: Change
    }

    struct Change: Sendable, Equatable {
        var day: Day
        /// Seconds after local midnight, by the clock before the change.
        var time: Int64
    }

    enum Day: Sendable, Equatable {
        /// Day 1 to 365; 29 February is never counted.
        case ofCommonYear(Int64)
        /// Day 0 to 365; 29 February is counted.
        case ofYear(Int64)
        /// A day of the week, 0 for Sunday: the first to fourth of the month, or the last for week 5.
        case weekday(month: Int64, week: Int64, day: Int64)

        func date(in year: Int64) -> Int64? {
            guard let newYear = CivilDate(year: year, month: 1, day: 1)?.daysSince1970 else { return nil }
            switch self {
            case .ofYear(let number): return newYear + number
            case .ofCommonYear(let number):
                let isLeap = CivilDate(year: year, month: 2, day: 29) != nil
                return newYear + number - 1 + (isLeap && number >= 60 ? 1 : 0)
            case .weekday(let month, let week, let day):
                guard let first = CivilDate(year: year, month: month, day: 1)?.daysSince1970 else { return nil }
                // 1 January 1970 was a Thursday, day 4.
                let weekday = (first + 4) - (first + 4).flooredQuotient(7) * 7
                var date = first + (day - weekday + 7) % 7 + (week - 1) * 7
                while CivilDate(daysSince1970: date).components.month != month { date -= 7 }
                return date
            }
        }
    }

    func span(at seconds: Int64, notBefore floor: Int64) -> TimeZoneRules.Span {
        guard let alternative else { return TimeZoneRules.Span(from: floor, to: .max, offset: standard) }
        let year = CivilDate(daysSince1970: seconds.flooredQuotient(86400)).components.year
        var changes: [(at: Int64, offset: Int64)] = []
        for year in (year - 2)...(year + 2) {
            guard let begins = alternative.begins.day.date(in: year), let ends = alternative.ends.day.date(in: year) else {
                continue
            }
            let toAlternative = (begins * 86400 + alternative.begins.time - standard, alternative.offset)
            let toStandard = (ends * 86400 + alternative.ends.time - alternative.offset, standard)
            changes += toAlternative.0 < toStandard.0 ? [toAlternative, toStandard] : [toStandard, toAlternative]
        }
        let next = changes.firstIndex { $0.at > seconds } ?? changes.endIndex
        guard next > changes.startIndex, next < changes.endIndex else {
            return TimeZoneRules.Span(from: floor, to: .max, offset: standard)
        }
        let current = changes[next - 1]
        return TimeZoneRules.Span(from: max(floor, current.at), to: changes[next].at, offset: current.offset)
    }
}

extension YearlyTimeZoneRule {
    /// - Returns: nil if the text is malformed.
    init?(_ text: some Collection<UInt8>) {
        var reader = Reader(rest: ArraySlice(text))
        guard reader.name(), let west = reader.time(hours: 24) else { return nil }
        standard = -west
        if reader.rest.isEmpty { return }
        guard reader.name() else { return nil }
        var offset = standard + 3600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.time(hours: 24) else { return nil }
            offset = -west
        }
        guard let begins = reader.change(), let ends = reader.change(), reader.rest.isEmpty else { return nil }
        alternative = Alternative(offset: offset, begins: begins, ends: ends)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// Three or more letters, or three or more letters, digits and signs in angle brackets.
        mutating func name() -> Bool {
            let isQuoted = skip("<")
            let length = rest.prefix { byte in
                byte.isASCIILetter || isQuoted && (byte.isASCIIDigit || "+-".utf8.contains(byte))
            }.count
            rest.removeFirst(length)
            return length >= 3 && (!isQuoted || skip(">"))
        }

        mutating func number(upTo limit: Int64) -> Int64? {
            let digits = rest.prefix(while: \.isASCIIDigit)
            guard (1...3).contains(digits.count) else { return nil }
            rest.removeFirst(digits.count)
            let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            return value <= limit ? value : nil
        }

        /// `hh[:mm[:ss]]` with an optional sign, in seconds.
        mutating func time(hours limit: Int64) -> Int64? {
            let sign: Int64 = skip("-") ? -1 : 1
            if sign == 1 { _ = skip("+") }
            guard var seconds = number(upTo: limit).map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] as [Int64] where skip(":") {
                guard let part = number(upTo: 59) else { return nil }
                seconds += part * unit
            }
            return sign * seconds
        }

        mutating func change() -> Change? {
            guard skip(","), let day = day() else { return nil }
            guard skip("/") else { return Change(day: day, time: 7200) }
            return time(hours: 167).map { Change(day: day, time: $0) }
        }

        private mutating func day() -> Day? {
            if skip("J") { return number(upTo: 365).flatMap { $0 >= 1 ? .ofCommonYear($0) : nil } }
            guard skip("M") else { return number(upTo: 365).map { .ofYear($0) } }
            guard let month = number(upTo: 12), month >= 1, skip("."), let week = number(upTo: 5), week >= 1, skip("."),
                let day = number(upTo: 6)
            else { return nil }
            return .weekday(month: month, week: week, day: day)
        }
    }
}
