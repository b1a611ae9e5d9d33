import FoundationEssentials

extension Date {
    static func + (date: Date, duration: Duration) -> Date { date + duration / .seconds(1) }
    static func - (date: Date, duration: Duration) -> Date { date - duration / .seconds(1) }
}
