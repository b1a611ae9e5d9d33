// Keeps what the writes to PostgreSQL's files since their last fsync or fdatasync replaced, so that power.py can undo them. To
// be preloaded. UNSYNCED_DATA is the data folder, UNSYNCED_JOURNALS a folder for a journal per file, named by the inode.
//
// A journal is a sequence of records: offset, number of replaced bytes, size of the file before the write, replaced bytes. All
// processes share it: the sync by one process covers the writes of all. Its lock is held during a write and during a sync.
// Creating, renaming and removing a file counts as durable at once. Writes by stdio are not seen; PostgreSQL uses it only for
// files that it can do without.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

struct record { uint64_t offset, length, size; };

static const char *data, *journals;

// Copies, because PostgreSQL writes the titles of its processes over the environment.
__attribute__((constructor)) static void read_environment(void) {
    const char *place = getenv("UNSYNCED_DATA"), *folder = getenv("UNSYNCED_JOURNALS");
    if (!place || !folder) return;
    data = strdup(place);
    journals = strdup(folder);
}

static void die(const char *what) {
    dprintf(STDERR_FILENO, "unsynced: %s: %s\n", what, strerror(errno));
    abort();
}

// Whether a path is below the data folder. The postmaster's lock file is removed after a kill and needs no journal.
static int counts(const char *path) {
    size_t length = strlen(data);
    return !strncmp(path, data, length) && path[length] == '/' && strcmp(path + length, "/postmaster.pid");
}

// Opens and locks the journal of an inode. Closing it unlocks it.
static int journal_of(ino_t inode) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%ju", journals, (uintmax_t)inode);
    int journal = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (journal < 0) die(path);
    while (flock(journal, LOCK_EX) < 0)
        if (errno != EINTR) die("flock");
    return journal;
}

// The locked journal of an open file; -1 if the file needs none.
static int open_journal(int file, struct stat *status) {
    char link[64], path[PATH_MAX];
    if (!data || fstat(file, status) < 0 || !S_ISREG(status->st_mode) || status->st_nlink == 0) return -1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return -1;
    path[length] = 0;
    if (!counts(path)) return -1;
    int journal = journal_of(status->st_ino);
    // Another process may have changed the size before the lock.
    fstat(file, status);
    return journal;
}

static void append(int journal, const void *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = REAL(write)(journal, bytes, length);
        if (written < 0 && errno != EINTR) die("journal");
        if (written > 0) bytes = (const char *)bytes + written, length -= written;
    }
}

// Appends what a write of `length` bytes at `offset` replaces.
static void keep(int journal, int file, const struct stat *status, uint64_t offset, uint64_t length) {
    uint64_t size = status->st_size, end = offset + length < size ? offset + length : size;
    struct record record = {offset, offset < end ? end - offset : 0, size};
    append(journal, &record, sizeof record);
    // Through a descriptor of its own, because the caller's may be for writing only.
    char link[64], bytes[65536];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int source = record.length ? open(link, O_RDONLY | O_CLOEXEC) : -1;
    while (offset < end) {
        ssize_t count = pread(source, bytes, end - offset < sizeof bytes ? end - offset : sizeof bytes, offset);
        if (count <= 0) die("pread");
        append(journal, bytes, count);
        offset += count;
    }
    if (source >= 0) close(source);
}

// Runs a call that changes `length` bytes at `offset`, after keeping them.
#define KEPT(type, file, offset, length, call) ({ \
    struct stat status; \
    int before = errno, journal = open_journal(file, &status); \
    if (journal >= 0) keep(journal, file, &status, offset, length); \
    errno = before; \
    type result = call; \
    int after = errno; \
    if (journal >= 0) close(journal); \
    errno = after; \
    result; })

static uint64_t total(const struct iovec *parts, int count) {
    uint64_t sum = 0;
    for (int number = 0; number < count; number++) sum += parts[number].iov_len;
    return sum;
}

static uint64_t position(int file, const struct stat *status) {
    return fcntl(file, F_GETFL) & O_APPEND ? status->st_size : lseek(file, 0, SEEK_CUR);
}

ssize_t write(int file, const void *bytes, size_t length) {
    return KEPT(ssize_t, file, position(file, &status), length, REAL(write)(file, bytes, length));
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return KEPT(ssize_t, file, offset, length, REAL(pwrite)(file, bytes, length, offset));
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    return KEPT(ssize_t, file, position(file, &status), total(parts, count), REAL(writev)(file, parts, count));
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    return KEPT(ssize_t, file, offset, total(parts, count), REAL(pwritev)(file, parts, count, offset));
}

int ftruncate(int file, off_t size) {
    return KEPT(int, file, size, (uint64_t)INT64_MAX - size, REAL(ftruncate)(file, size));
}

int truncate(const char *path, off_t size) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return -1;
    int result = ftruncate(file, size), after = errno;
    close(file);
    errno = after;
    return result;
}

// Changes no bytes, only the size.
int posix_fallocate(int file, off_t offset, off_t length) {
    return KEPT(int, file, offset, 0, REAL(posix_fallocate)(file, offset, length));
}

// Clears the journal after a successful sync.
#define SYNCED(file, call) ({ \
    struct stat status; \
    int before = errno, journal = open_journal(file, &status); \
    errno = before; \
    int result = call, after = errno; \
    if (journal >= 0) { \
        if (result == 0 && REAL(ftruncate)(journal, 0) < 0) die("ftruncate"); \
        close(journal); \
    } \
    errno = after; \
    result; })

int fsync(int file) { return SYNCED(file, REAL(fsync)(file)); }
int fdatasync(int file) { return SYNCED(file, REAL(fdatasync)(file)); }

// Clears the journal of a file whose last name goes away, because another file may get its inode.
static void forget(const char *path) {
    char whole[PATH_MAX];
    struct stat status;
    int before = errno;
    if (data && lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1 && realpath(path, whole) &&
        counts(whole)) {
        int journal = journal_of(status.st_ino);
        if (REAL(ftruncate)(journal, 0) < 0) die("ftruncate");
        close(journal);
    }
    errno = before;
}

int unlink(const char *path) {
    forget(path);
    return REAL(unlink)(path);
}

int rename(const char *from, const char *to) {
    forget(to);
    return REAL(rename)(from, to);
}
