import Foundation

/// A terminal with simulated keys.
final class TestTerminal: Sendable {
    /// The terminal's device, for standard input.
    let path: String
    private let keyboard: Int32
    private let screen: Int32

    init() throws {
        keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK unlocks the terminal, TIOCGPTN returns its number (Linux, asm-generic/ioctls.h).
        var (lock, number) = (Int32(0), UInt32(0))
        guard ioctl(keyboard, 0x4004_5431, &lock) == 0, ioctl(keyboard, 0x8004_5430, &number) == 0 else {
            close(keyboard)
            throw CocoaError(.fileNoSuchFile)
        }
        path = "/dev/pts/\(number)"
        // Kept open, so that its settings are kept after the program ends.
        screen = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    deinit {
        close(screen)
        close(keyboard)
    }

    /// True if the terminal reads lines and echoes input, its initial mode.
    var isCooked: Bool {
        var settings = termios()
        tcgetattr(screen, &settings)
        return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    func type(_ text: String) { _ = write(keyboard, text, text.utf8.count) }
}
