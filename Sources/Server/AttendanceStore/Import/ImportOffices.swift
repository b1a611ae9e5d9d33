import Postgres

/// The offices of an import.
struct ImportOffices {
    let all: [Office]
    /// The office of lines that name none.
    private let usual: Office?

    /// - Throws: ``StoreError/unknownOffice(_:)``.
    init(_ offices: [Office], usual name: String?) throws(StoreError) {
        all = offices
        guard let name else {
            (chosen, usual) = (nil, offices.count == 1 ? offices.first : nil)
            return
        }
        chosen = offices.named(name)
        usual = chosen
        if chosen == nil { throw .unknownOffice(name) }
    }

    /// The office that was chosen for lines that name none; nil: none was.
    let chosen: Office?

    func office(_ name: String) throws(LineError) -> Office {
        if name.isEmpty {
            guard let usual else { throw LineError(.noOffice) }
            return usual
        }
        guard let office = all.named(name) else { throw LineError(.unknownOffice, ["text": name]) }
        return office
    }
}
