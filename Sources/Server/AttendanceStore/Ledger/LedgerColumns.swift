import Postgres

/// Ledger entries as arrays, one for each parameter of the statements that append entries.
struct LedgerColumns {
    let hashes: [PostgresBytes]
    let timeSalts: [PostgresBytes]
    let timeCommitments: [PostgresBytes]
    let placeSalts: [PostgresBytes?]
    let placeCommitments: [PostgresBytes?]

    init(_ links: [LedgerLink]) {
        hashes = links.map { PostgresBytes($0.hash) }
        timeSalts = links.map { PostgresBytes($0.timeSalt) }
        timeCommitments = links.map { PostgresBytes($0.entry.timeCommitment) }
        placeSalts = links.map { $0.placeSalt.map { PostgresBytes($0) } }
        placeCommitments = links.map { $0.entry.placeCommitment.map { PostgresBytes($0) } }
    }
}
