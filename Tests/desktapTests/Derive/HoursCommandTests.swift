import Foundation
import TestServers
import Testing

/// Runs the `desktap hours` command.
@Suite(.enabled(if: HoursCommand.isAvailable, "Build the product desktap first."))
struct `Hours command` {
    /// A Monday on which Ada worked half an hour too much with too short a break, and the Tuesday after it.
    private static let facts = """
        [{"id": "1", "seq": 1, "type": "employment", "user": "ada", "from": "2026-03-02", "office": "main"},
         {"id": "2", "seq": 2, "type": "schedule", "name": "full", "from": "2020-01-01", "anchor": "2024-01-01",
          "days": [28800, 28800, 28800, 28800, 28800, 0, 0]},
         {"id": "3", "seq": 3, "type": "terms", "scope": "office", "of": "main", "from": "2026-01-01", "schedule": "full",
          "calendars": ["de"], "rules": ["de"]}]
        """

    private static let work = """
        [{"user": "ada", "date": "2026-03-02", "worked_s": 30600, "stretches": [
         ["2026-03-02T08:30:00+01:00", "2026-03-02T12:00:00+01:00"],
         ["2026-03-02T12:20:00+01:00", "2026-03-02T17:20:00+01:00"]]}]
        """

    private static let range = #""from": "2026-03-02", "to": "2026-03-03", "through": "2026-03-02""#

    static func input(
        range: String = range, facts: String = facts, work: String = work, more: String = #""note": {"any": [1]}"#
    ) -> String {
        #"{\#(range), "facts": \#(facts), "work": \#(work), \#(more)}"#
    }

    private static let answer = """
        {"accounts":[],"days":[{"absence_s":0,"absences":[],"adjustment_s":0,"balance_s":1800,"carried_s":1800,"counted":true,\
        "cut_s":0,"date":"2026-03-02","holiday":null,"holiday_s":0,"night_s":0,"office":"main","overtime_s":0,"rest_day_s":0,\
        "schedule":"full","target_s":28800,"team":null,"user":"ada","worked_s":30600},{"absence_s":0,"absences":[],\
        "adjustment_s":0,"balance_s":0,"carried_s":1800,"counted":false,"cut_s":0,"date":"2026-03-03","holiday":null,\
        "holiday_s":0,"night_s":0,"office":"main","overtime_s":0,"rest_day_s":0,"schedule":"full","target_s":28800,"team":null,\
        "user":"ada","worked_s":0}],"obligations":[],"periods":[],"rejected":[],"warnings":[{"code":"break_short",\
        "date":"2026-03-02","limit_s":1800,"rule":"de","user":"ada","value_s":1200}],"weeks":[]}

        """

    @Test func `desktap hours answers facts and work with their hours, and ignores unknown fields`() async throws {
        let (text, errors, status) = try await HoursCommand.run(Self.input())
        #expect(errors == "")
        #expect(status == 0)
        #expect(text == Self.answer)
    }

    /// The zone, language and clock of the machine have no effect.
    @Test func `desktap hours --lines answers each line in order`() async throws {
        let line = Self.input().replacing("\n", with: " ")
        let (text, errors, status) = try await HoursCommand.run(
            "\(line)\nnonsense\n\n\(line)", "--lines", zone: "America/Santiago")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try #require(lines.count == 5)
        #expect(lines[0] + "\n" == Self.answer && lines[3] + "\n" == Self.answer)
        #expect(lines[1] == #"{"error":"The input is not JSON: see line 1, column 1."}"# && lines[2] == lines[1])
        #expect(errors == "" && status == 1)
        #expect(try await HoursCommand.run("\(line)\n", "--lines").status == 0)
        #expect(try await HoursCommand.run("", "--lines").text == "")
    }

    @Test func `People whom only work names are in the lists, in the order of code points`() async throws {
        let names = ["ada", "Zoë", "zoe", "\u{1F600}", "\u{FF5A}"]
        let work = names.map { #"{"user": "\#($0)", "date": "2026-03-02", "worked_s": 60, "night_s": 30}"# }
        let (text, _, status) = try await HoursCommand.run(
            Self.input(facts: "[]", work: "[\(work.joined(separator: ","))]"))
        let listed = text.matches(of: /"night_s":30,"office":null,.*?"user":"(.*?)","worked_s":60/).map { String($0.output.1) }
        #expect(listed == ["Zoë", "ada", "zoe", "\u{FF5A}", "\u{1F600}"] && status == 0)
    }

    @Test func `Refused facts are listed, and have no effect`() async throws {
        let facts =
            Self.facts.dropLast() + #", {"id": "4", "seq": 4, "type": "untype"}, {"id": "5", "seq": 5, "type": "void"}]"#
        let (text, errors, status) = try await HoursCommand.run(Self.input(facts: String(facts)))
        #expect(errors == "" && status == 0)
        let rejected = #""rejected":[{"id":"4","reason":"bad_type"},{"id":"5","reason":"bad_value"}]"#
        #expect(text == Self.answer.replacing(#""rejected":[]"#, with: rejected))
    }

    @Test func `A batch is in the output only if the input asks for one`() async throws {
        let range = #""from": "2026-03-02", "to": "2026-03-31", "through": "2026-03-02""#
        let work = #"[{"user": "ada", "date": "2026-03-02", "worked_s": 30600}]"#
        func batch(_ more: String) async throws -> String? {
            let text = try await HoursCommand.run(Self.input(range: range, work: work, more: more)).text
            return text.firstMatch(of: /"batch":\[.*?\]/).map { String($0.output) }
        }
        #expect(try await batch(#""batch": null"#) == nil)
        #expect(try await batch(#""batch": "2026-02""#) == #""batch":[]"#)
        #expect(
            try await batch(#""batch": "2026-03""#) == #""batch":["#
                + [("balance_s", 1800), ("days", 1), ("target_s", 28800), ("worked_s", 30600)].map {
                    #"{"item":"\#($0.0)","period":"2026-03","user":"ada","value":\#($0.1)}"#
                }.joined(separator: ",") + "]")
    }

    @Test(arguments: [("", "2026-03-01"), (#", "period_day": null"#, "2026-03-01"), (#", "period_day": 16"#, "2026-02-16")])
    func `Periods begin on the day that the input names, or on the first`(more: String, first: String) async throws {
        let range = #""from": "2026-03-02", "to": "2026-03-31", "through": "2026-03-31""#
        let (text, _, _) = try await HoursCommand.run(Self.input(range: range + more))
        let periods = text.matches(of: /"from":"(.*?)"/).map { String($0.output.1) }
        #expect(periods == [first])
    }

    private static let stretches = """
        work[0]: stretches must be pairs of a start and an end, each with an offset, such as ["2026-11-21T09:00:00+09:00", \
        "2026-11-21T12:00:00+09:00"].
        """
    private static let seconds = "must be a whole number from 0 to 1000000000000."

    static let malformed: [(String, String)] = [
        ("", "The input is not JSON: see line 1, column 1."), ("[]", "The input must be a JSON object."),
        ("{}", "The input: from must be a date, such as 2026-11-21."),
        (input(range: #""from": 20260302, "to": "2026-03-03", "through": "2026-03-02""#), date("from")),
        (input(range: #""from": "2026-02-29", "to": "2026-03-03", "through": "2026-03-02""#), date("from")),
        (input(range: #""from": "2026-03-02", "to": "03.03.2026", "through": "2026-03-02""#), date("to")),
        (input(range: #""from": "2026-03-02", "to": "2026-03-03", "through": null"#), date("through")),
        (
            input(range: #""from": "2026-03-02", "to": "2026-03-01", "through": "2026-03-02""#),
            "to must not be before from."
        ),
        (input(more: #""period_day": 29"#), "The input: period_day must be a whole number from 1 to 28."),
        (input(more: #""period_day": 0"#), "The input: period_day must be a whole number from 1 to 28."),
        (input(more: #""period_day": "1""#), "The input: period_day must be a whole number from 1 to 28."),
        (input(more: #""batch": "2026-13""#), "The input: batch must be a month, such as 2026-11."),
        (input(more: #""batch": 202603"#), "The input: batch must be a month, such as 2026-11."),
        (input(facts: "{}"), "The input: facts must be an array."),
        (input(work: "null"), "The input: work must be an array."),
        (input(work: "[7]"), "work[0] must be a JSON object."),
        (entry(#""date": "2026-03-02", "worked_s": 1"#), "work[0] needs user, who worked."),
        (entry(#""user": " ", "date": "2026-03-02", "worked_s": 1"#), "work[0] needs user, who worked."),
        (entry(#""user": 7, "date": "2026-03-02", "worked_s": 1"#), "work[0]: user must be a string."),
        (entry(#""user": "ada", "worked_s": 1"#), "work[0]: date must be a date, such as 2026-11-21."),
        (entry(#""user": "ada", "date": "2026-03-02""#), "work[0]: worked_s \(seconds)"),
        (entry(#""user": "ada", "date": "2026-03-02", "worked_s": -1"#), "work[0]: worked_s \(seconds)"),
        (entry(#""user": "ada", "date": "2026-03-02", "worked_s": 1.5"#), "work[0]: worked_s \(seconds)"),
        (entry(#""user": "ada", "date": "2026-03-02", "worked_s": 1000000000001"#), "work[0]: worked_s \(seconds)"),
        (entry(#""user": "ada", "date": "2026-03-02", "worked_s": 1, "night_s": "0""#), "work[0]: night_s \(seconds)"),
        (stretch("{}"), "work[0]: stretches must be an array."), (stretch("[7]"), stretches),
        (stretch(#"[["2026-03-02T08:30:00+01:00"]]"#), stretches),
        (stretch(#"[["2026-03-02T08:30:00", "2026-03-02T09:30:00"]]"#), stretches),
        (stretch(#"[["2026-03-02T08:30:00+01:00", null]]"#), stretches),
        (stretch(#"[["2026-03-02T08:30:00+01:00", "2026-03-02T08:30:00+02:00"]]"#), stretches),
        (
            entry(#""user": "ada", "date": "2026-03-02", "worked_s": 1}, {"user": "ada", "date": "2026-03-02", "worked_s": 2"#),
            "work[1] is the second entry for ada on 2026-03-02."
        ),
    ]

    private static func date(_ name: String) -> String { "The input: \(name) must be a date, such as 2026-11-21." }

    private static func entry(_ members: String) -> String { input(work: "[{\(members)}]") }

    private static func stretch(_ value: String) -> String {
        entry(#""user": "ada", "date": "2026-03-02", "worked_s": 1, "stretches": \#(value)"#)
    }

    @Test(arguments: malformed)
    func `desktap hours names what is wrong in its input`(input: String, sentence: String) async throws {
        let (text, errors, status) = try await HoursCommand.run(input)
        #expect(text == "")
        #expect(errors == "desktap: \(sentence)\n")
        #expect(status == 1)
    }
}
