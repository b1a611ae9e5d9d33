/// A write of one whole block.
package struct BlockWrite: Equatable, Hashable, Sendable {
    package var block: Int
    package var bytes: [UInt8]

    package init(block: Int, bytes: [UInt8]) {
        self.block = block
        self.bytes = bytes
    }

    func range(_ blockSize: Int) -> Range<Int> { block * blockSize..<block * blockSize + bytes.count }
}
