import Attendance
import SecureMessaging
import Testing
import VirtualReader

/// An address that a tag wrote, with its keys.
struct SDMVector: CustomTestStringConvertible {
    var name: String
    var message: SDMMessage
    var metaKey = AESKey.factory
    var fileKey = AESKey.factory
    var uid: String
    var counter: UInt32
    var fileData: String?

    var testDescription: String { name }

    /// AN12196, and the tests of a public server for such addresses. All were computed again with OpenSSL.
    static let all = [
        SDMVector(
            name: "encrypted UID",
            message: SDMMessage(.encrypted(hex("EF963FF7828658A599F3041510671E88")), mac: hex("94EED9EE65337086")),
            uid: "04DE5F1EACC040", counter: 61),
        SDMVector(
            name: "encrypted UID and file data",
            message: SDMMessage(
                .encrypted(hex("FD91EC264309878BE6345CBE53BADF40")),
                encryptedFileData: hex("CEE9A53E3E463EF1F459635736738962"), mac: hex("ECC1E7F6C6C73BF6"),
                macInput: Array("CEE9A53E3E463EF1F459635736738962&cmac=".utf8)),
            uid: "04958CAA5C5E80", counter: 8, fileData: "78787878787878787878787878787878"),
        SDMVector(
            name: "plain UID",
            message: SDMMessage(plain("041E3C8A2D6B80", 6), mac: hex("4B00064004B0B3D3")), uid: "041E3C8A2D6B80", counter: 6),
        SDMVector(
            name: "two keys",
            message: SDMMessage(
                .encrypted(hex("8ACADDEF0A9B62CDAE39A16B83FC14DE")),
                encryptedFileData: hex("B8436E11F627BB7F543FCC0C1E0D1A89"), mac: hex("238B2543A8DEBAD8"),
                macInput: Array("B8436E11F627BB7F543FCC0C1E0D1A89".utf8)),
            metaKey: key("42AFF114F2CB3B6141BE6DC95DFC5416"), fileKey: key("B62A9BAF092439BD43C62AEE96B970C5"),
            uid: "041D3C8A2D6B80", counter: 291, fileData: "4E545858716E6F5F6F42467077792D56"),
    ]

    static func plain(_ uid: String, _ counter: UInt32) -> SDMMessage.Source {
        guard let reading = SDMReading(uid: UID(hex(uid)), counter: counter) else { preconditionFailure("no reading: \(uid)") }
        return .plain(reading)
    }

    static func key(_ digits: String) -> AESKey {
        guard let key = AESKey(hex(digits)) else { preconditionFailure("no key: \(digits)") }
        return key
    }
}
