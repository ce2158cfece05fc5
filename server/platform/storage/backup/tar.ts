/** A file of an archive. Its content has as many bytes as it says. */
export interface TarEntry {
  /** At most 100 characters after its last folder that fits, at most 155 before. */
  name: string;
  bytes: number;
  content: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const MAX_NAME = 100;

/**
 * Writes an archive as `tar -x` and the programs of every system read it (POSIX.1-1988, 'ustar'), as it is read.
 * @throws {Error} when a content has not as many bytes as it says
 */
export async function* writeTar(entries: AsyncIterable<TarEntry>, at: Date): AsyncGenerator<Buffer> {
  for await (const { name, bytes, content } of entries) {
    yield toHeader(name, bytes, at);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes, not ${bytes}`);
    yield Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function toHeader(name: string, bytes: number, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  // The name is in two fields, which a slash separates.
  const split = name.length > MAX_NAME ? name.indexOf('/', name.length - MAX_NAME - 1) : -1;
  header.write(name.slice(split + 1), 0, MAX_NAME);
  if (split > 0) header.write(name.slice(0, split), 345, 155);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  header.write(
    `${Math.floor(at.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(' '.repeat(8), 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
