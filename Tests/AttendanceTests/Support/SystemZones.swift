import Attendance
import Foundation
import Testing

/// The system's time zones, as the product reads them.
func systemZones() throws -> TimeZoneDatabase {
    try TimeZoneDatabase { path in
        [UInt8](try Data(contentsOf: URL(filePath: TimeZoneDatabase.folder).appending(path: path)))
    }
}

func calendar(_ zone: String, _ boundary: String = "00:00", policy: AttendancePolicy = AttendancePolicy()) throws
    -> OfficeCalendar
{
    OfficeCalendar(
        OfficeSettings(
            zone: try systemZones().rules(of: zone), dayBoundary: try #require(OfficeSettings.dayBoundary(boundary)),
            policy: policy))
}

/// Runs a program and gives what it printed.
func output(of program: String, _ arguments: [String], input: String = "") throws -> (
    text: String, errors: String, status: Int32
) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let folder = FileManager.default.temporaryDirectory.appending(path: "attendance-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files rather than pipes: neither side waits for the other, however much there is to say.
    let files = ["in", "out", "err"].map { folder.appending(path: $0) }
    try Data(input.utf8).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return (
        String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
        String(decoding: try Data(contentsOf: files[2]), as: UTF8.self), process.terminationStatus
    )
}

/// A generator whose seed is printed with a failure, so that the case can be had again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
