import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ImportError } from './rows.ts';

/** A file that is being read. The handle is closed by `readRows`. */
export interface InputFile {
  path: string;
  handle: FileHandle;
  /** The size in bytes. */
  size: number;
  /** Its first bytes, by which its format is recognized. */
  head: Buffer;
}

const HEAD_BYTES = 100_000;

/** @throws {ImportError} when there is no such file, or it cannot be read */
export async function openInputFile(path: string): Promise<InputFile> {
  const handle = await openHandle(path);
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    throw new ImportError(`${path} is not a file.`);
  }
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(stat.size, HEAD_BYTES)), { position: 0 });
  return { path, handle, size: stat.size, head: buffer.subarray(0, bytesRead) };
}

/** The bytes of the file, from its beginning. */
export function readChunks({ handle }: InputFile): AsyncIterable<Buffer> {
  return createReadStream('', { fd: handle, autoClose: false, start: 0, highWaterMark: 1 << 18 });
}

async function openHandle(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ImportError(`There is no file ${path}.`);
    if (code === 'EACCES') throw new ImportError(`${path} may not be read.`);
    throw new ImportError(`${path} cannot be opened: ${message}`);
  }
}
