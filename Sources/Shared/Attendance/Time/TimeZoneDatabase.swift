/// The system's time zone database. All derivations use it and no other, because databases of different versions disagree
/// about days. The caller provides access to the files.
package struct TimeZoneDatabase: Sendable {
    /// The version, such as `2025b`. Exports state it.
    package let version: String
    let read: @Sendable (_ path: String) throws -> [UInt8]

    /// The usual folder of the database.
    package static let folder = "/usr/share/zoneinfo"

    /// - Parameter read: returns the bytes of a file in the database's folder; throws if it does not exist.
    /// - Throws: ``TimeZoneError/noVersion``.
    package init(read: @escaping @Sendable (_ path: String) throws -> [UInt8]) throws(TimeZoneError) {
        self.read = read
        guard let version = Self.version(read) else { throw .noVersion }
        self.version = version
    }

    /// - Parameter name: an IANA name, such as `Asia/Tokyo`.
    /// - Throws: ``TimeZoneError/unknownZone(_:)`` or ``TimeZoneError/malformed(_:why:)``.
    package func rules(of name: String) throws(TimeZoneError) -> TimeZoneRules {
        guard Self.isName(name), let bytes = try? read(name) else { throw .unknownZone(name) }
        do throws(TimeZoneFile.Malformed) {
            let file = try TimeZoneFile(bytes)
            return TimeZoneRules(
                name: name, firstOffset: file.firstOffset, changes: file.changes, future: file.future)
        } catch {
            throw .malformed(name, why: error.rawValue)
        }
    }

    /// Rejects names that lead out of the folder, and names that stand for this machine's own setting.
    private static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_+-".utf8.contains($0) }
        } && !["localtime", "posixrules", "Factory"].contains(name)
    }

    /// The version is in the first line of `tzdata.zi`, after `# version`, or alone in `+VERSION`.
    private static func version(_ read: (String) throws -> [UInt8]) -> String? {
        for (path, prefix) in [("tzdata.zi", "# version "), ("+VERSION", "")] {
            guard let bytes = try? read(path) else { continue }
            let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            guard line.hasPrefix(prefix) else { continue }
            let version = line.dropFirst(prefix.count)
            if version.first?.isNumber == true, version.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) {
                return String(version)
            }
        }
        return nil
    }
}

package enum TimeZoneError: Error, Equatable, CustomStringConvertible {
    case unknownZone(String)
    case malformed(String, why: String)
    case noVersion

    package var description: String {
        switch self {
        case .unknownZone(let name): "“\(name)” is not a time zone, such as Asia/Tokyo or Europe/Berlin."
        case .malformed(let name, let why): "The time zone file of \(name) cannot be used: \(why)."
        case .noVersion: "The system’s time zone database is missing, or its version is unknown. Install tzdata."
        }
    }
}
