import Postgres

package struct Room: Sendable, Equatable {
    package internal(set) var name: String
    package internal(set) var x, y, width, height: Int64
    /// Whether it is a named area without walls, such as a lounge.
    package internal(set) var isArea = false

    package init(name: String, x: Int64, y: Int64, width: Int64, height: Int64, isArea: Bool = false) {
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.isArea = isArea
    }
}
