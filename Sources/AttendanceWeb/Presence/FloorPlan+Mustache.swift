import Mustache

// A floor has hundreds of desks, and templates otherwise look up every field of each by reflection, which takes longer than all
// else that a map needs. What a desk has not is false rather than nil, or it would be looked for in all that is around it.

extension FloorPlan.DrawnDesk: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "id": id
        case "transform": transform
        case "x": x
        case "y": y
        case "width": width
        case "height": height
        case "chair": chair
        case "chairTransform": chairTransform ?? false as Any
        case "upright": upright ?? false as Any
        case "idY": idY
        case "state": state
        case "isClosed": isClosed
        case "label": label
        case "holder": holder ?? false as Any
        case "has": has
        case "hasAny": !has.isEmpty
        case "isMine": isMine
        case "isFound": isFound
        case "isEntrance": isEntrance
        default: nil
        }
    }
}

extension FloorPlan.Holder: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "initials": initials
        case "isPaused": isPaused
        default: nil
        }
    }
}
