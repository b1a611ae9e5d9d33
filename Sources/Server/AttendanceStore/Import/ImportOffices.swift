import Postgres

/// The offices of an import.
struct ImportOffices {
    let all: [Office]
    /// The office that was chosen for lines that name none; nil: none was.
    let chosen: Office?
    /// The office of lines that name none.
    private var usual: Office? { chosen ?? (all.count == 1 ? all.first : nil) }

    /// - Throws: ``StoreError/unknownOffice(_:)``.
    init(_ offices: [Office], usual name: String?) throws(StoreError) {
        all = offices
        chosen = name.flatMap { offices.named($0) }
        if let name, chosen == nil { throw .unknownOffice(name) }
    }

    func office(_ name: String) throws(LineError) -> Office {
        if name.isEmpty {
            guard let usual else { throw LineError(.noOffice) }
            return usual
        }
        guard let office = all.named(name) else { throw LineError(.unknownOffice, ["text": name]) }
        return office
    }
}
