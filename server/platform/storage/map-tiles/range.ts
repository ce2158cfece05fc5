// Tiles and directories are far smaller.
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads a `Range` header with one range (RFC 9110, 14.1.2).
 * @param size of the file, in bytes
 * @returns the first and the last byte; null if it is missing, malformed, outside of the file or longer than 4 MB
 */
export function readRange(header: string | undefined, size: number): [start: number, end: number] | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end && end - start < MAX_BYTES ? [start, end] : null;
}
