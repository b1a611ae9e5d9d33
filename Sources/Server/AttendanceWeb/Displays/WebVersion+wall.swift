import FoundationEssentials

extension WebVersion {
    /// The version of a wall page. It changes with a new release and with each change of the floor's drawing.
    func ofWall(_ plan: FloorPlan) -> String {
        let rooms = plan.rooms.map { "\($0.name) \($0.x) \($0.y) \($0.width) \($0.height) \($0.isArea)" }
        let desks = plan.desks.map { "\($0.id) \($0.transform) \($0.width) \($0.height) \($0.isClosed)" }
        return with(Data(([plan.floor, plan.viewBox, plan.picture ?? ""] + rooms + desks).joined(separator: "\n").utf8))
    }
}
