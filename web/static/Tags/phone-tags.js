// The tags that are held to the phone (Web NFC).

/** Milliseconds for a tag that is held to the phone. Writing waits for the next tag otherwise, which may be another one. */
const patience = 1500;

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
  async write(address, own, signal) {
    const others = new Set();
    this.#reader.onreading = (reading) => others.add(uid(reading));
    try {
      const records = [{ recordType: "url", data: address }];
      await this.#reader.write({ records }, { overwrite: true, signal: this.#soon(signal) });
    } catch (error) {
      others.delete(own);
      if (others.size === 0) throw error;
    } finally {
      this.#ignore();
    }
    others.delete(own);
    return [...others];
  }

  /** Makes the tag that is held to the phone read-only for ever. */
  lock(signal) {
    return this.#reader.makeReadOnly({ signal: this.#soon(signal) });
  }

  #soon(signal) {
    return AbortSignal.any([signal, AbortSignal.timeout(patience)]);
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
