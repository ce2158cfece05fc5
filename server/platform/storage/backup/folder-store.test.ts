import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it, vi } from 'vitest';
import { openFolderStore } from './folder-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'folder-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('A folder that cannot be made or written is refused before a backup, also where making it would never end', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const place of ['/proc/backups/of/the/site', file, join(file, 'below')])
    await expect(openFolderStore(place).prepare()).rejects.toThrow(`Backups cannot be written to ${place} (E`);
});

it('A folder is made with those above it, and left empty', async () => {
  const place = join(folder, 'a/b/c');
  await openFolderStore(place).prepare();
  await openFolderStore(place).prepare();
  expect(readdirSync(place)).toEqual([]);
});

it('Files that are written at the same time make the folders that they share', async () => {
  const store = openFolderStore(join(folder, 'new/place'));
  const names = Array.from({ length: 40 }, (_, i) => `pictures/plain/${i % 4}/${i}.webp`);
  await Promise.all(names.map((name) => store.write(name, Readable.from([Buffer.from(name)]))));
  expect((await store.list('')).sort()).toEqual(names.sort());
});

it('A file that cannot be written to its end leaves nothing', async () => {
  const store = openFolderStore(join(folder, 'full'));
  const full = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('no space left');
    })(),
  );
  await expect(store.write('pictures/poppy.webp', full)).rejects.toThrow('no space left');
  expect(await store.list('')).toEqual([]);
});

it('A file is on the disk with its name when it is written', async () => {
  const handle = await open(folder);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  await handle.close();
  const store = openFolderStore(join(folder, 'synced'));
  await store.prepare();
  sync.mockClear();
  await store.write('manifest.json', Readable.from([Buffer.from('{}')]));
  // The file, and its folder.
  expect(sync).toHaveBeenCalledTimes(2);
  sync.mockClear();
  await store.write('snapshots/1/manifest.json', Readable.from([Buffer.from('{}')]));
  // The folders that were made too, and the one above them.
  expect(sync).toHaveBeenCalledTimes(4);
});
