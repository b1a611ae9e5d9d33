import Foundation
import Glibc

/// Checks the machine: its clock, its disk and its smart card service.
struct MachineCheckup {
    private static let leastFree: UInt64 = 1 << 30
    private static let readerProgram = "/usr/bin/desktap-reader"

    let stateFolder: String

    func findings() -> [Finding] { [disk(), pcscd()] }

    /// Whether a program such as chrony synchronises the clock; nil: unknown.
    static var isClockSynchronised: Bool? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/timedatectl")
        process.arguments = ["show", "--property", "NTPSynchronized", "--value"]
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        guard (try? process.run()) != nil, let answer = try? output.fileHandleForReading.readToEnd() else { return nil }
        process.waitUntilExit()
        return switch String(decoding: answer, as: UTF8.self) {
        case "yes\n": true
        case "no\n": false
        default: nil
        }
    }

    private func disk() -> Finding {
        let folders: [String] = [stateFolder, "/var/lib/postgresql"].filter { (folder: String) in access(folder, F_OK) == 0 }
        for folder in folders {
            var status = statvfs()
            guard statvfs(folder, &status) == 0 else { continue }
            let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
            if free < Self.leastFree {
                return .warning(
                    .disk, "The disk of \(folder) has \(free >> 20) MiB left. A full disk stops the recording. Make room.")
            }
            if status.f_files > 0, status.f_favail * 20 < status.f_files {
                return .warning(.disk, "The disk of \(folder) has few inodes left (\(status.f_favail)). Delete small files.")
            }
        }
        return folders.isEmpty
            ? .skipped(.disk, "There is no state folder yet.") : .ok(.disk, "\(folders.joined(separator: ", ")): enough room.")
    }

    private func pcscd() -> Finding {
        let socket = ProcessInfo.processInfo.environment["PCSCLITE_CSOCK_NAME"].flatMap { $0.isEmpty ? nil : $0 }
        guard socket != nil || access(Self.readerProgram, X_OK) == 0 else {
            return .skipped(.pcscd, "No reader is installed on this machine.")
        }
        return Self.canConnect(to: socket ?? "/run/pcscd/pcscd.comm")
            ? .ok(.pcscd, "The smart card service accepts connections.")
            : .failed(.pcscd, "The smart card service does not answer. Run 'systemctl enable --now pcscd.socket'.")
    }

    private static func canConnect(to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
