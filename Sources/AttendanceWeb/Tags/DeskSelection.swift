import Attendance
import Localization

/// Some of a floor's desks, as people write them: names and ranges, such as `6F-A1…A12, 6F-B3`.
enum DeskSelection {
    /// - Parameter known: the floor's desks.
    /// - Returns: the desks meant, each once, in the order in which they are named.
    /// - Throws: ``WebError`` that names what is no desk of the floor.
    static func desks(_ text: String, among known: [String]) throws(WebError) -> [String] {
        var chosen: [String] = []
        for part in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "、" || $0.isWhitespace }) {
            let ends = part.replacing("...", with: "…").replacing("..", with: "…").split(separator: "…").map(String.init)
            let meant = ends.count == 2 ? range(ends[0], ends[1], among: known) : desk(String(part), among: known)
            if meant.isEmpty {
                throw .badRequest(localized("tagSheet.unknownDesk", ["desk": String(part.prefix(40))]), reason: .unknownDesk)
            }
            chosen += meant.filter { !chosen.contains($0) }
        }
        return chosen
    }

    private static func desk(_ text: String, among known: [String]) -> [String] {
        DeskID(text).map(\.description).flatMap { known.contains($0) ? [$0] : nil } ?? []
    }

    /// Those whose names differ in their last number alone. Of the last desk's name that number suffices.
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
