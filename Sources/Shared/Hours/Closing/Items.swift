extension Items {
    /// What has to be added to `other` to get these items, without zeros.
    func difference(from other: Items) -> Items {
        merging(other.mapValues { -$0 }, uniquingKeysWith: +).filter { $0.value != 0 }
    }

    /// Whether both have the same values. A missing item is 0.
    func agrees(with other: Items) -> Bool { difference(from: other).isEmpty }
}
