// The tags that are held to the phone (Web NFC).

/** Milliseconds for a tag that is held to the phone. Otherwise the next tag is written or locked, which may be another one. */
const patience = 1500, patienceOfLock = 500;

export class PhoneTags {
  #reader = new NDEFReader();

  /** Asks for permission, which takes a touch of the person. Tags are noticed until the signal. */
  begin(signal) {
    return this.#reader.scan({ signal });
  }

  /** The next tag that is held to the phone. */
  next(signal) {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.#reader.onreadingerror = () => reject(new Error("the tag cannot be read"));
      this.#reader.onreading = (reading) => resolve({ uid: uid(reading), address: address(reading) });
    }).finally(() => this.#ignore());
  }

  /**
   * Replaces the content of the tag that is held to the phone.
   * @returns the UIDs of tags that came in between, and may have got the address instead.
   */
  write(address, own, signal) {
    const records = [{ recordType: "url", data: address }];
    return this.#change(own, signal, patience, (soon) => this.#reader.write({ records }, { overwrite: true, signal: soon }));
  }

  /**
   * Makes the tag that is held to the phone read-only for ever.
   * @returns the UIDs of tags that came in between, and may have been locked instead.
   */
  lock(own, signal) {
    return this.#change(own, signal, patienceOfLock, (soon) => this.#reader.makeReadOnly({ signal: soon }));
  }

  async #change(own, signal, patience, change) {
    const others = new Set();
    this.#reader.onreading = (reading) => others.add(uid(reading));
    try {
      await change(AbortSignal.any([signal, AbortSignal.timeout(patience)]));
    } catch (error) {
      others.delete(own);
      if (others.size === 0) throw error;
    } finally {
      this.#ignore();
    }
    others.delete(own);
    return [...others];
  }

  #ignore() {
    this.#reader.onreading = this.#reader.onreadingerror = null;
  }
}

const uid = ({ serialNumber }) => serialNumber.replaceAll(":", "").toUpperCase();

function address({ message: { records } }) {
  const record = records.find((it) => ["url", "absolute-url"].includes(it.recordType));
  return record ? new TextDecoder().decode(record.data) : undefined;
}
