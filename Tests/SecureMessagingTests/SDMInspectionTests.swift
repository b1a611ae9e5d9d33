import Foundation
import SecureMessaging
import Testing

@Suite struct `SDM inspection` {
    private static let zero = "00000000000000000000000000000000"
    private static let keys = "\"keys\": {\"meta\": \"\(zero)\", \"file\": \"\(zero)\"}"

    private func inspected(_ json: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let input = try JSONDecoder().decode(SDMInspection.Input.self, from: Data(json.utf8))
        return String(decoding: try encoder.encode(SDMInspection(input)), as: UTF8.self)
    }

    @Test(arguments: [
        (
            #"{"picc": "ef963ff7828658a599f3041510671e88", "cmac": "94EED9EE65337086", \#(keys)}"#,
            #"{"counter":61,"uid":"04DE5F1EACC040","valid":true}"#
        ),
        (
            #"{"uid": "041E3C8A2D6B80", "ctr": "000006", "cmac": "4B00064004B0B3D3", "keys": {"file": "\#(zero)"}}"#,
            #"{"counter":6,"uid":"041E3C8A2D6B80","valid":true}"#
        ),
        (
            """
            {"picc": "FD91EC264309878BE6345CBE53BADF40", "enc": "CEE9A53E3E463EF1F459635736738962", "cmac": "ECC1E7F6C6C73BF6",
             "mac_input": "CEE9A53E3E463EF1F459635736738962&cmac=", \(keys)}
            """, #"{"counter":8,"file_data":"78787878787878787878787878787878","uid":"04958CAA5C5E80","valid":true}"#
        ),
    ])
    func `A valid address is shown with its UID and counter`(json: String, result: String) throws {
        #expect(try inspected(json) == result)
    }

    @Test(arguments: [
        (#""uid": "041E3C8A2D6B80", "ctr": "000007", "cmac": "4B00064004B0B3D3""#, "the MAC is wrong"),
        (#""uid": "041E3C8A2D6B80", "ctr": "06", "cmac": "4B00064004B0B3D3""#, "ctr has 1 bytes instead of 3"),
        (#""uid": "041E3C8A2D", "ctr": "000006", "cmac": "4B00064004B0B3D3""#, "uid has 5 bytes instead of 7"),
        (#""uid": "041E3C8A2D6B80", "cmac": "4B00064004B0B3D3""#, "ctr is missing"),
        (#""uid": "041E3C8A2D6B80", "ctr": "000006""#, "cmac is missing"),
        (#""uid": "041E3C8A2D6B80", "ctr": "000006", "cmac": "4B0006400""#, "cmac is not hexadecimal"),
        (#""uid": "041E3C8A2D6B80", "ctr": "000006", "cmac": "4B00""#, "the MAC has 2 bytes instead of 8"),
        (#""cmac": "4B00064004B0B3D3""#, "expected either picc, or uid and ctr"),
        (#""picc": "EF96", "uid": "041E3C8A2D6B80", "ctr": "000006", "cmac": "4B00""#, "expected either picc, or uid and ctr"),
        (#""picc": "EF963FF7828658A599F3041510671E88EF963FF7828658A5", "cmac": "94EED9EE65337086""#, "LRP mode"),
        (#""picc": "EF963FF7828658A599F3041510671E89", "cmac": "94EED9EE65337086""#, "the encrypted UID was changed"),
    ])
    func `An invalid address is shown with the reason`(fields: String, reason: String) throws {
        let result = try inspected("{\(fields), \(Self.keys)}")
        #expect(result.contains(reason) && result.contains("\"valid\":false"), "\(result)")
    }

    @Test(arguments: [
        ("", "keys.file is missing"), (#", "keys": {}"#, "keys.file is missing"),
        (#", "keys": {"file": "00"}"#, "keys.file has 1 bytes instead of 16"),
    ])
    func `A missing key is named`(keys: String, reason: String) throws {
        let result = try inspected(
            #"{"uid": "041E3C8A2D6B80", "ctr": "000006", "cmac": "4B00064004B0B3D3"\#(keys)}"#)
        #expect(result.contains(reason), "\(result)")
    }
}
