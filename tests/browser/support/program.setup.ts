import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getFastTempFolder } from '#tests/support/fast-temp-folder.ts';
import { createStreetTiles } from '#tests/support/street-tiles.ts';
import { startProgram } from './program.ts';

const ADMIN_PASSWORD = 'sand-castle-guard';

/**
 * Starts the program on a new data folder with the sample data and map tiles of a few streets, and sets SITE_ORIGIN, SITE_DATA_DIR (for the emails)
 * and SITE_ADMIN_PASSWORD for the tests. If these are already set, the tests use that site and nothing is started.
 * @returns a function that stops it, and throws if it does not stop cleanly or has logged an error
 */
export default async function setUp() {
  if (process.env.SITE_ORIGIN) return;
  const dataDir = mkdtempSync(join(getFastTempFolder(), 'socal-browser-tests-'));
  // If started as root, the program runs PostgreSQL as another user, who needs access to the folder.
  chmodSync(dataDir, 0o755);
  // For tests that register from many IP addresses, because registrations are limited by address.
  const TRUSTED_PROXIES = '127.0.0.1,::1';
  const MAP_TILES = 'streets.pmtiles';
  writeFileSync(join(dataDir, MAP_TILES), createStreetTiles());
  const program = await startProgram(dataDir, { SAMPLE_DATA: 'few', ADMIN_PASSWORD, TRUSTED_PROXIES, MAP_TILES });
  Object.assign(process.env, {
    SITE_ORIGIN: program.origin,
    SITE_DATA_DIR: dataDir,
    SITE_ADMIN_PASSWORD: ADMIN_PASSWORD,
  });

  return async () => {
    try {
      await program.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  };
}
