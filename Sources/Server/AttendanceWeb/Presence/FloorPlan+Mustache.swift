import Mustache

// Without these conformances, templates read every field of a floor's hundreds of desks by reflection, which takes longer than
// the rest of the map. A missing value is false, not nil: for nil, the template searches all enclosing contexts.

extension FloorPlan.DrawnDesk: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "id": id
        case "transform": transform
        case "x": x
        case "y": y
        case "width": width
        case "height": height
        case "hasChair": hasChair
        case "isChairAbove": isChairAbove
        case "chairTransform": chairTransform ?? false as Any
        case "upright": upright ?? false as Any
        case "idPrefix": idText.prefix
        case "hasPrefix": !idText.prefix.isEmpty
        case "idRest": idText.rest
        case "isShort": idText.isShort
        case "fontSize": idText.fontSize ?? false as Any
        case "isSnug": idText.isSnug
        case "idY": idY
        case "state": state
        case "isClosed": isClosed
        case "label": label
        case "holder": holder ?? false as Any
        case "has": has
        case "hasAny": !has.isEmpty
        case "isOwn": isOwn
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
        // For a smaller font.
        case "letters": initials.count > 2 ? initials.count : false as Any
        case "isPaused": isPaused
        default: nil
        }
    }
}
