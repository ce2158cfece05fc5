/** Writes integers as few bytes: seven bits in each, the lowest first, and the sign in the lowest bit. */
export class IntegerWriter {
  readonly #bytes: number[] = [];

  write(value: number): void {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    while (rest >= 128) {
      this.#bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }

  toBytes = (): Buffer => Buffer.from(this.#bytes);
}

/** Reads what `IntegerWriter` wrote. @throws at the end of the bytes */
export class IntegerReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#position++];
      if (byte === undefined) throw new Error('The integers end too early.');
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}
