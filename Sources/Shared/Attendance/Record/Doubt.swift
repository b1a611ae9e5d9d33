/// The taps because of which a row has a flag that a person can confirm to be right (``RowFlags/confirmable``).
package struct Doubt: Sendable, Hashable {
    /// One flag.
    package let flag: RowFlags
    let tap: TapOrder
    /// The tap before it in its session; nil: the tap belongs to no session.
    let previous: TapOrder?

    /// Identifies the flag and the taps with their times. After a correction of a tap, the doubt is another one.
    package var text: String {
        (flag.names
            + [tap, previous].compactMap(\.self).map { "\($0.id.uuidString.lowercased())@\($0.at.millisecondsSince1970)" })
            .joined(separator: " ")
    }

    /// The name of the flag in a ``text``.
    package static func flag(of text: String) -> String { String(text.prefix { $0 != " " }) }
}

extension RowFlags {
    /// The flags that only say that a tap seems to be missing, which a person who knows the day can deny.
    package static let confirmable: RowFlags = [
        .endWithoutStart, .pauseWithoutStart, .suspectMissingPause, .suspectMissingStart,
    ]
}

extension DailyRow {
    /// The row without the flags whose doubts are all confirmed. They are in ``confirmed`` then.
    /// - Parameter confirmed: the texts of the confirmed doubts.
    package func confirmed(by confirmed: Set<String>) -> DailyRow {
        var row = self
        for flag in Set(doubts.map(\.flag))
        where doubts.allSatisfy({ $0.flag != flag || confirmed.contains($0.text) }) {
            row.flags.subtract(flag)
            row.confirmed.formUnion(flag)
        }
        return row
    }
}

extension ShownRow {
    package func confirmed(by confirmed: Set<String>) -> ShownRow { with(row.confirmed(by: confirmed)) }
}
