import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Export command` {
    private static let daily = [
        "export", "daily", "--from", "2026-10-01", "--to", "2026-10-31", "--as", "cy", "--purpose", "payroll",
    ]

    @Test func `The export command names a file when it is complete, and replaces none unless forced`() async throws {
        try await October.withOffice { (office) async throws in
            try await TestFolder.with { (folder) async throws in
                let blank = try await office.command(Self.daily.dropLast() + [" \u{200F}"], in: folder)
                #expect(blank.status != 0 && blank.output.contains("--purpose must not be empty."))
                let path = folder + "/october.csv"
                let arguments = Self.daily + ["--output", path]
                let first = try await office.command(arguments, in: folder)
                #expect(first.status == 0 && first.output.contains("head ") && first.output.contains("time-zones "))
                #expect(!first.output.contains("\r"))
                let whole = try String(contentsOfFile: path, encoding: .utf8)
                #expect(whole.hasPrefix("employee_id,") && !FileManager.default.fileExists(atPath: path + ".part"))

                let again = try await office.command(arguments, in: folder)
                #expect(again.status == 1 && again.output.contains("The file \(path) already exists."))
                // A failed export leaves the earlier file.
                let broken = try await office.command(arguments + ["--force", "--preset", "cp932"], in: folder)
                #expect(broken.status == 1 && broken.output.contains("Code page 932 lacks letters of Jürgen Groß (“üß”)"))
                #expect(try String(contentsOfFile: path, encoding: .utf8) == whole)
                #expect(!FileManager.default.fileExists(atPath: path + ".part"))
                let replaced = try await office.command(
                    Self.daily + ["--output", folder + "/replaced.csv", "--preset", "cp932", "--replace", "yes"], in: folder)
                #expect(replaced.status == 0 && replaced.output.contains("were replaced by U+3013: 40."))
                #expect(
                    try await office.command(arguments + ["--force", "--rounding", "down-15"], in: folder).output.contains(
                        "warning: "))
                #expect(try String(contentsOfFile: path, encoding: .utf8).contains("worked_rounded_seconds"))
            }
        }
    }

    @Test func `The export command shows its progress on a terminal and clears it at the end`() async throws {
        try await October.withOffice { (office) async throws in
            try await TestFolder.with { (folder) async throws in
                for arguments in [Self.daily, ["export", "events"] + Self.daily.dropFirst(2)] {
                    let made = try await office.command(
                        arguments + ["--output", folder + "/\(arguments[1]).csv"], in: folder, onTerminal: true)
                    #expect(made.status == 0 && made.output.contains(" rows "), "\(made.output)")
                    #expect(arguments[1] == "events" || made.output.contains(String(repeating: "█", count: 30) + " 100 %, "))
                    let left = made.output.components(separatedBy: "\r\u{1B}[K")
                    #expect(left.count == 2 && left[1].hasPrefix("head "))
                }
            }
        }
    }

    @Test(arguments: [
        (["--from", "2026-11-02", "--to", "2026-11-01"], "The period ends before it begins."),
        (["--rounding", "up-7"], "There is no rounding “up-7”."), (["--preset", "latin1"], "There is no preset “latin1”."),
        (["--user", "nobody"], "There is no person with the user name “nobody”."), (["--team", "X"], "There is no team “X”."),
        (["--as", "ada"], "You can export only the records of people in your offices."),
        (["--layout", "nothing"], "There is no layout “nothing”."),
        (["--layout", "./nothing.json"], "The layout file ./nothing.json cannot be read."),
    ])
    func `The export command reports a wrong option and writes nothing`(options: [String], sentence: String) async throws {
        try await October.withOffice { (office) async throws in
            try await TestFolder.with { (folder) async throws in
                var arguments = Self.daily
                var rest = options
                while rest.count > 1 {
                    if let place = arguments.firstIndex(of: rest[0]) {
                        arguments[place + 1] = rest[1]
                    } else {
                        arguments += rest[0...1]
                    }
                    rest = Array(rest.dropFirst(2))
                }
                let made = try await office.command(arguments + ["--output", folder + "/x.csv"], in: folder)
                #expect(made.status == 1 && made.output.contains(sentence), "\(made.output)")
                #expect(!FileManager.default.fileExists(atPath: folder + "/x.csv"))
                #expect(!FileManager.default.fileExists(atPath: folder + "/x.csv.part"))
            }
        }
    }

    @Test func `The export command writes targets and balances, also in a layout, and prints how to repeat the file`()
        async throws
    {
        try await October.withOffice { (office) async throws in
            try await October.addSchedule(to: office)
            try await TestFolder.with { (folder) async throws in
                func made(from day: String, _ more: String...) async throws -> (output: String, file: String) {
                    let arguments = [
                        "export", "hours", "--from", day, "--to", "2026-10-31", "--as", "cy", "--purpose", "payroll",
                        "--output", folder + "/hours.csv", "--force",
                    ]
                    let made = try await office.command(arguments + more, in: folder)
                    #expect(made.status == 0, "\(made.output)")
                    return (made.output, try String(contentsOfFile: folder + "/hours.csv", encoding: .utf8))
                }
                let first = try await made(from: "2026-10-01")
                #expect(first.output.contains("head ") && first.output.contains("as-of "))
                #expect(first.file.hasPrefix("employee_id,") && first.file.count(of: "\r\n") == 32)
                try Data(#"{"rows": "hours", "columns": [{"from": "target_s", "style": "H:MM"}]}"#.utf8).write(
                    to: URL(filePath: folder + "/layout.json"))
                let layout = try await made(from: "2026-10-30", "--layout", folder + "/layout.json")
                #expect(layout.file == "target_s\r\n8:00\r\n0:00\r\n")
                let wrong = try await office.command(Self.daily + ["--layout", folder + "/layout.json"], in: folder)
                #expect(wrong.status == 1 && wrong.output.contains("The layout is for “hours”."))
            }
        }
    }

    @Test func `The export command accepts any period`() async throws {
        try await October.withOffice { (office) async throws in
            try await TestFolder.with { (folder) async throws in
                let path = folder + "/all.csv"
                let made = try await office.command(
                    [
                        "export", "events", "--from", "0001-01-01", "--to", "9999-12-31", "--as", "lea", "--purpose", "all",
                        "--output", path,
                    ], in: folder)
                #expect(made.status == 0, "\(made.output)")
                #expect(try String(contentsOfFile: path, encoding: .utf8).count(of: "\r\n") == 121)
            }
        }
    }

    @Test func `The export command takes layouts that an office saved, and layout files`() async throws {
        try await October.withOffice { (office) async throws in
            try await TestFolder.with { (folder) async throws in
                func write(_ name: String, _ text: String) throws -> String {
                    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
                    return "\(folder)/\(name)"
                }
                let good = try write("good.json", #"{"columns": [{"from": "employee_id", "as": "No."}]}"#)
                let bad = try write("bad.json", #"{"columns": [{"from": "employee_id"}, {"from": "salary"}]}"#)
                func layout(_ arguments: String...) async throws -> (status: Int32, output: String) {
                    try await office.command(["layout"] + arguments, in: folder)
                }
                let refused = try await layout("set", "payroll", bad, "--as", "cy")
                #expect(refused.status == 1 && refused.output.contains("Column 2: there is no column 'salary'."))
                #expect(try await layout("set", "Pay roll", good, "--as", "cy").output.contains("and no hyphen first"))
                #expect(
                    try await layout("set", "payroll", good, "--as", "cy").output == "Harbour Office: saved layout payroll.\n")
                let list = try await layout("list").output
                #expect(
                    list.hasPrefix("payroll\tsaved by cy ") && list.hasSuffix("quickbooks-timeact\tbuilt in\n"))
                #expect(try await layout("show", "payroll").output.contains("employee_id"))
                #expect(try await layout("show", "monthly-total").output.contains("\"month\""))
                for name in ["payroll", good] {
                    let made = try await office.command(
                        Self.daily + ["--layout", name, "--output", "\(folder)/out.csv", "--force"], in: folder)
                    #expect(made.status == 0, "\(made.output)")
                    #expect(try String(contentsOfFile: "\(folder)/out.csv", encoding: .utf8).hasPrefix("No.\r\n"))
                }
                #expect(try await layout("remove", "payroll").status == 0)
                #expect(try await layout("remove", "payroll").output.contains("There is no layout 'payroll'."))
            }
        }
    }
}
