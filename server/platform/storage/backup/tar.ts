/** A file of an archive. Its content has as many bytes as it says. */
export interface TarEntry {
  name: string;
  bytes: number;
  content: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const MAX_NAME = 100;

/**
 * Writes an archive as `tar -x` and the programs of every system read it (POSIX.1-2001, 'pax'), as it is read.
 * @throws {Error} when a content has not as many bytes as it says
 */
export async function* writeTar(entries: AsyncIterable<TarEntry>, at: Date): AsyncGenerator<Buffer> {
  for await (const { name, bytes, content } of entries) {
    // A header has room for 100 bytes; a record before it has longer names.
    if (Buffer.byteLength(name) > MAX_NAME) {
      const record = toRecord('path', name);
      yield toHeader({ name: 'name', bytes: record.length, type: 'x', at });
      yield record;
      yield toPadding(record.length);
    }
    yield toHeader({ name, bytes, type: '0', at });
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes, not ${bytes}`);
    yield toPadding(bytes);
  }
  yield Buffer.alloc(2 * BLOCK);
}

const toPadding = (bytes: number) => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);

/** '18 path=some/name\n', whose number is the length of all of it. */
function toRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function toHeader({ name, bytes, type, at }: { name: string; bytes: number; type: '0' | 'x'; at: Date }): Buffer {
  const header = Buffer.alloc(BLOCK);
  const writeOctal = (value: number, offset: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, offset);
  header.write(name, 0, MAX_NAME);
  writeOctal(0o600, 100, 7);
  writeOctal(0, 108, 7);
  writeOctal(0, 116, 7);
  writeOctal(bytes, 124, 11);
  writeOctal(Math.floor(at.getTime() / 1000), 136, 11);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
