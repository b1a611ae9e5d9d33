import Foundation

/// A terminal whose keys a test presses.
final class TestTerminal: Sendable {
    /// The terminal's device, for standard input.
    let path: String
    private let keyboard: Int32
    private let screen: Int32

    init() throws {
        keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK unlocks the terminal, TIOCGPTN gives its number (Linux, asm-generic/ioctls.h).
        var (lock, number) = (Int32(0), UInt32(0))
        guard ioctl(keyboard, 0x4004_5431, &lock) == 0, ioctl(keyboard, 0x8004_5430, &number) == 0 else {
            close(keyboard)
            throw CocoaError(.fileNoSuchFile)
        }
        path = "/dev/pts/\(number)"
        // Held open, so that its settings outlive the program.
        screen = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    deinit {
        close(screen)
        close(keyboard)
    }

    /// Whether it gives lines and shows what is typed, as terminals do at first.
    var isCooked: Bool {
        var settings = termios()
        tcgetattr(screen, &settings)
        return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    func type(_ text: String) { _ = write(keyboard, text, text.utf8.count) }
}
