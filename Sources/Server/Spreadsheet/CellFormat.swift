import Attendance
import Foundation

/// How a cell shows a number (ECMA-376 part 1, 18.8.30 and 18.8.31).
enum CellFormat: Equatable {
    case general
    case date, time, dateAndTime
    /// With leading zeros.
    case digits(Int)

    /// The built-in format with this number.
    init(number: Int) {
        self =
            switch number {
            // Some are of Japanese and Chinese editions only.
            case 14...17, 27...31, 34...36, 50...58: .date
            case 18...21, 32, 33, 45...47: .time
            case 22: .dateAndTime
            default: .general
            }
    }

    /// The format that a file's styles define.
    static func format(_ code: String) -> CellFormat {
        var letters = ""
        var scalars = code.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            // Only the format of positive numbers counts.
            case ";": scalars = scalars.suffix(0)
            case "\\", "_", "*": _ = scalars.popFirst()
            case "\"": scalars = scalars.drop { $0 != "\"" }.dropFirst()
            case "[":
                let inside = scalars.prefix { $0 != "]" }
                scalars = scalars.dropFirst(inside.count + 1)
                // Elapsed hours, minutes or seconds. Others are colours, conditions and languages.
                if inside.allSatisfy({ "hmsHMS".unicodeScalars.contains($0) }) { letters.unicodeScalars += inside }
            default: letters.unicodeScalars.append(scalar)
            }
        }
        if letters.count > 1, letters.allSatisfy({ $0 == "0" }) { return .digits(letters.count) }
        let parts = letters.lowercased()
        guard parts != "general", !parts.contains("e+"), !parts.contains("e-") else { return .general }
        let isTime = parts.contains { "hs".contains($0) }
        // Without hours and seconds, an m is a month.
        let isDate = parts.contains { "yd".contains($0) } || !isTime && parts.contains("m")
        return isDate ? isTime ? .dateAndTime : .date : isTime ? .time : .general
    }

    /// The text of a number in the file, as a CSV file has it. Dates are as ISO 8601 writes them.
    /// - Parameter epoch: the days from the workbook's day 0 to 1970-01-01.
    func text(_ written: String, epoch: Int) -> String {
        guard let number = Double(written), number.isFinite else { return written }
        switch self {
        case .general: return Self.plain(number)
        case .digits(let count):
            let text = Self.plain(number)
            return text.allSatisfy(\.isNumber) ? String(repeating: "0", count: max(0, count - text.count)) + text : text
        case .date, .time, .dateAndTime:
            // The years that Excel knows.
            guard (0..<2_958_466).contains(number) else { return Self.plain(number) }
            let seconds = Int((number * 86_400).rounded())
            let (days, second) = (seconds / 86_400, seconds % 86_400)
            // Excel counts 29 February 1900, which did not exist.
            let date = CivilDate(daysSince1970: Int64(days - epoch + (epoch == Self.epoch1900 && days < 60 ? 1 : 0)))
                .description
            let time = String(format: "%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60)
            return self == .time || days == 0 ? time : self == .date && second == 0 ? date : "\(date) \(time)"
        }
    }

    static let epoch1900 = 25_569
    static let epoch1904 = 24_107

    /// With the 15 digits that spreadsheets show.
    private static func plain(_ number: Double) -> String {
        number.magnitude < 1e15 && number == number.rounded() ? String(Int64(number)) : String(format: "%.15G", number)
    }
}
