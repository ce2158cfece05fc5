import { afterEach, expect, test, vi } from 'vitest';
import { findBinaries } from './binaries.ts';

afterEach(() => vi.restoreAllMocks());

const find = () => findBinaries(undefined, () => {});

test('on an unsupported system the message recommends DATABASE_URL', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  expect(find).toThrow(`for win32-${process.arch}. Set DATABASE_URL`);
});

test('on Linux with musl the message names the C library', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
  vi.spyOn(process.report, 'getReport').mockReturnValue({ header: {} } as never);
  expect(find).toThrow('needs glibc 2.27 or newer; this system has another C library (musl?)');
});
