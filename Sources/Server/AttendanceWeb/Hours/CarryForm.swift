import Hours
import Localization
import WebServer

/// The carry-over of a balance in a form for terms, as typed.
struct CarryForm: Sendable, Equatable {
    enum Way: String, Sendable, CaseIterable {
        /// As it is.
        case all
        /// Within limits at the end of the chosen months.
        case cap
        /// From 0 again after the chosen months.
        case reset
    }

    /// A ``Way``, or a choice of the form's own.
    var choice = ""
    /// The limits, with a sign. Blank: none.
    var most = ""
    var least = ""
    /// 1 to 12.
    var months = Set(CarryForm.eachMonth)

    static let eachMonth = Array(1...12 as ClosedRange<Int64>)

    /// - Throws: ``HoursProblem``, also if the choice is no ``Way``.
    func carryOver() throws(HoursProblem) -> CarryOver? {
        guard let way = Way(rawValue: choice) else { throw .badChoice(.carry) }
        if way == .all { return nil }
        if months.isEmpty { throw HoursProblem(.carry, localized("workingTime.chooseOne")) }
        if way == .reset { return CarryOver(months: months.sorted(), minimum: 0, maximum: 0) }
        let (maximum, minimum) = (try Self.limit(most), try Self.limit(least))
        if maximum == nil, minimum == nil { throw HoursForms.badAmount(.carry) }
        if let maximum, let minimum, minimum > maximum {
            throw HoursProblem(.carry, localized("personHours.bad.limits"))
        }
        return CarryOver(months: months.sorted(), minimum: minimum, maximum: maximum)
    }

    private static func limit(_ text: String) throws(HoursProblem) -> Int64? {
        if text.isEmpty { return nil }
        guard let seconds = HoursField.signed(text) else { throw HoursForms.badAmount(.carry) }
        return seconds
    }

    private static func text(_ limit: Int64?) -> String {
        limit.map { ($0 < 0 ? "-" : "") + HoursField.text(Int64(clamping: $0.magnitude)) } ?? ""
    }
}

extension CarryForm {
    init(_ carry: CarryOver?) {
        guard let carry, !carry.months.isEmpty, carry.minimum != nil || carry.maximum != nil else {
            self.init(choice: Way.all.rawValue)
            return
        }
        if carry.minimum == 0, carry.maximum == 0 {
            self.init(choice: Way.reset.rawValue, months: Set(carry.months))
        } else {
            self.init(
                choice: Way.cap.rawValue, most: Self.text(carry.maximum), least: Self.text(carry.minimum),
                months: Set(carry.months))
        }
    }

    init(_ fields: BodyFields) {
        self.init(
            choice: fields.trimmed("carry"), most: fields.trimmed("carry_max"), least: fields.trimmed("carry_min"),
            months: Set(fields.chosen(prefix: "month-").compactMap { Int64($0) }).intersection(Self.eachMonth))
    }
}

/// The fields of a ``CarryForm`` on a page.
struct CarryFields: Sendable {
    let choices, months: [Choice]
    let most, least: String
    let carryProblem: String?

    /// - Parameter own: the form's own choices, which come first.
    init(_ form: CarryForm, after own: [(value: String, name: String)], problem: String?) {
        let ways = CarryForm.Way.allCases.map { (value: $0.rawValue, name: localized("terms.carry.choice.\($0.rawValue)")) }
        choices = (own + ways).map { Choice(value: $0.value, name: $0.name, isChosen: $0.value == form.choice) }
        months = CarryForm.eachMonth.map { month in
            Choice(
                value: "month-\(month)", name: localized("date.shortMonth.\(month)"), isChosen: form.months.contains(month))
        }
        (most, least, carryProblem) = (form.most, form.least, problem)
    }
}
