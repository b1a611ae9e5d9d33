import Attendance
import Localization

/// Parses a typed selection of a floor's desks: names and ranges, such as `6F-A1…A12, 6F-B3`.
enum DeskSelection {
    /// - Parameter known: the floor's desks.
    /// - Returns: each selected desk once, in the order of the text.
    /// - Throws: ``WebError`` with the first part that matches no desk of the floor.
    static func desks(_ text: String, among known: [String]) throws(WebError) -> [String] {
        var (chosen, seen): ([String], Set<String>) = ([], [])
        let typed = TypedDesks(known.compactMap { DeskID($0) })
        for part in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "、" || $0.isWhitespace }) {
            let ends = part.replacing("...", with: "…").replacing("..", with: "…").split(separator: "…").map(String.init)
            let meant =
                ends.count == 2
                ? range(ends[0], ends[1], among: known) : typed.desk(String(part)).map { [$0.description] } ?? []
            if meant.isEmpty {
                throw .badRequest(localized("tagSheet.unknownDesk", ["desk": String(part.prefix(40))]), reason: .unknownDesk)
            }
            chosen += meant.filter { seen.insert($0).inserted }
        }
        return chosen
    }

    /// Desks whose names differ only in their last number. For the last desk, the number is enough.
    private static func range(_ first: String, _ last: String, among known: [String]) -> [String] {
        guard let first = DeskID(first).map({ numbered($0.description) }), let from = first.number,
            let to = numbered(last).number, from <= to
        else { return [] }
        return known.map { ($0, numbered($0)) }
            .filter { $0.1.stem == first.stem && $0.1.number.map { (from...to).contains($0) } ?? false }
            .sorted { ($0.1.number ?? 0) < ($1.1.number ?? 0) }.map(\.0)
    }

    private static func numbered(_ name: String) -> (stem: Substring, number: Int?) {
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        return (name.dropLast(digits), Int(name.suffix(digits)))
    }
}
