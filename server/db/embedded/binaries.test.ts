import { afterEach, expect, test, vi } from 'vitest';
import { findBinaries } from './binaries.ts';

afterEach(() => vi.restoreAllMocks());

const find = () => findBinaries(undefined, () => {});

test('a system without a PostgreSQL of ours is told to bring its own', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  expect(find).toThrow(`for win32-${process.arch}. Set DATABASE_URL`);
});

test('a Linux with musl is told so, since its loader would say that there is no such file', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
  vi.spyOn(process.report, 'getReport').mockReturnValue({ header: {} } as never);
  expect(find).toThrow('needs glibc 2.27 or newer; this system has another C library (musl?)');
});
