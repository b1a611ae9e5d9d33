package import Attendance

/// The progress of a list: which tags are not done yet, and which tag may be used for which line.
package struct TagSeries: Sendable {
    /// The selected lines, in the order of the list.
    package let entries: [TagListEntry]
    /// All lines of the list, selected or not, keyed by their content.
    private let places: [Place: TagListEntry]
    private let hosts: Set<String>
    private var done: Set<Place> = []
    private var uses: [UID: TagListEntry] = [:]
    private var last: UID?

    private struct Place: Hashable {
        var office: String
        var desk: DeskID?
        var event: TapKind
        var address: String

        init(_ entry: TagListEntry) { (office, desk, event, address) = (entry.office, entry.desk, entry.event, entry.address) }
    }

    /// - Parameters:
    ///   - results: the results of earlier runs.
    ///   - finishing: the outcomes that complete a line.
    ///   - chosen: selects lines of the list.
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

    /// The next line; nil if all lines are done.
    package var next: TagListEntry? { entries.first { !done.contains(Place($0)) } }

    /// The number of selected lines that are done.
    package var doneCount: Int { entries.count { done.contains(Place($0)) } }

    /// The position of an entry among the selected lines, from 1.
    package func number(of entry: TagListEntry) -> Int { (entries.firstIndex(of: entry) ?? 0) + 1 }

    package mutating func finished(_ entry: TagListEntry, on uid: UID) {
        done.insert(Place(entry))
        uses[uid] = entry
        last = uid
    }

    /// Why a tag should not be used for an entry.
    package enum Objection: Sendable, Equatable {
        /// The tag was just written and is still on the reader.
        case justMade(TagListEntry)
        /// The tag was already used for another line of this list.
        case isInUse(TagListEntry)
        /// The tag contains the address of another line of this list, but no result says so.
        case saysOther(TagListEntry)
    }

    /// - Parameter uri: the address on the tag.
    /// - Returns: nil if the tag can be used.
    package func objection(to uid: UID, holding uri: String?, becoming entry: TagListEntry) -> Objection? {
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
        case .justMade(let entry): "This tag is done: it was written for \(entry.name)."
        case .isInUse(let entry): "This tag is already in use for \(entry.name). Use another tag."
        case .saysOther(let entry): "This tag contains \(entry.name), which is another tag of this list."
        }
    }
}
