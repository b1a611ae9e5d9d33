// The tags that are held to the phone (Web NFC).

export class PhoneTags {
  #reader = new NDEFReader();

  /** Asks for permission, which takes a touch of the person. Tags are noticed until the signal. */
  begin(signal) {
    return this.#reader.scan({ signal });
  }

  /** The next tag that is held to the phone. `uid` is empty if the tag has a new one at each reading. */
  next(signal) {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.#reader.onreadingerror = () => reject(new Error("the tag cannot be read"));
      this.#reader.onreading = ({ serialNumber, message }) => {
        resolve({ uid: serialNumber.replaceAll(":", "").toUpperCase(), address: address(message) });
      };
    }).finally(() => {
      this.#reader.onreading = this.#reader.onreadingerror = null;
    });
  }

  /** Replaces the content of the tag that is held to the phone, or of the next one. */
  write(address, signal) {
    return this.#reader.write({ records: [{ recordType: "url", data: address }] }, { overwrite: true, signal });
  }

  /** Makes that tag read-only for ever. */
  lock(signal) {
    return this.#reader.makeReadOnly({ signal });
  }
}

function address({ records }) {
  const record = records.find((it) => ["url", "absolute-url"].includes(it.recordType));
  return record ? new TextDecoder().decode(record.data) : undefined;
}
