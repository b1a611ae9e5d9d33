import Attendance
package import NFCTag

/// The tags of a list that are still to be made, and which tag may become which.
package struct TagSeries: Sendable {
    /// What was chosen of the list, in its order.
    package let entries: [TagListEntry]
    /// Every place of the list, chosen or not, by what its tag says.
    private let places: [Place: TagListEntry]
    private let hosts: Set<String>
    private var done: Set<Place> = []
    private var uses: [TagUID: TagListEntry] = [:]
    private var last: TagUID?

    private struct Place: Hashable {
        var office: String
        var desk: DeskID?
        var event: TapKind
        var address: String

        init(_ entry: TagListEntry) { (office, desk, event, address) = (entry.office, entry.desk, entry.event, entry.address) }
    }

    /// - Parameters:
    ///   - chosen: which lines of the list are wanted.
    ///   - results: what was done before.
    ///   - finishing: the outcomes that need no second time.
    /// - Throws: ``TagListError/noneChosen``.
    package init(
        _ list: TagList, results: [TagResult], finishing: Set<TagResult.Outcome>, where chosen: (TagListEntry) -> Bool
    ) throws(TagListError) {
        entries = list.entries.filter(chosen)
        guard !entries.isEmpty else { throw .noneChosen }
        places = Dictionary(list.entries.map { (Place($0), $0) }) { first, _ in first }
        hosts = Set(list.entries.compactMap { TagAddress.host(of: $0.address) })
        for result in results {
            uses[result.uid] = result.entry
            if finishing.contains(result.outcome) { done.insert(Place(result.entry)) }
        }
    }

    /// What the next tag shall say; nil where all are done.
    package var next: TagListEntry? { entries.first { !done.contains(Place($0)) } }

    /// How many are done, of those that are wanted.
    package var doneCount: Int { entries.count { done.contains(Place($0)) } }

    /// How many stand before an entry, and it.
    package func number(of entry: TagListEntry) -> Int { (entries.firstIndex(of: entry) ?? 0) + 1 }

    package mutating func finished(_ entry: TagListEntry, on uid: TagUID) {
        done.insert(Place(entry))
        uses[uid] = entry
        last = uid
    }

    /// Why a tag should not become what an entry says.
    package enum Objection: Sendable, Equatable {
        /// It has just been made, and still lies there.
        case justMade(TagListEntry)
        /// It was made into another tag of this list, and stays that.
        case isInUse(TagListEntry)
        /// It holds the address of another desk or event of this list, though nothing tells when that was written.
        case saysOther(TagListEntry)
    }

    /// - Parameter uri: the address on the tag.
    package func objection(to uid: TagUID, holding uri: String?, becoming entry: TagListEntry) -> Objection? {
        if let use = uses[uid], Place(use) != Place(entry) {
            return uid == last ? .justMade(use) : .isInUse(use)
        }
        guard let uri, let said = try? TagAddress(uri, hosts: hosts),
            said.kind != entry.event || said.desk != entry.desk
        else { return nil }
        return places.values.first { $0.event == said.kind && $0.desk == said.desk }.map { .saysOther($0) }
    }
}

extension TagSeries.Objection: CustomStringConvertible {
    package var description: String {
        switch self {
        case .justMade(let entry): "This tag is done: it is \(entry.name)."
        case .isInUse(let entry): "This tag was made into \(entry.name) before, and stays that. Take another tag."
        case .saysOther(let entry): "This tag says \(entry.name), which is another tag of this list."
        }
    }
}
