/// The end of the ledger. Chains records to it, one after the other.
struct LedgerChain {
    private var seq: Int64
    private var hash: [UInt8]
    private var salts = Salts()

    init(after version: LogVersion) {
        seq = version.seq
        hash = version.hash
    }

    mutating func append(_ record: LedgerRecord) -> LedgerLink {
        seq += 1
        let link = LedgerLink(record, seq: seq, after: hash, &salts)
        hash = link.hash
        return link
    }
}
