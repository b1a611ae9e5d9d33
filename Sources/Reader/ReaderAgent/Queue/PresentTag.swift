/// A tag on a reader that has already made a tap.
package struct PresentTag: Sendable, Equatable {
    package var reader: String
    package var uid: [UInt8]

    package init(reader: String, uid: [UInt8]) {
        self.reader = reader
        self.uid = uid
    }
}
