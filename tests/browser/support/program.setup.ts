import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './program.ts';

const ADMIN_PASSWORD = 'sand-castle-guard';

/**
 * Starts the program on a new data folder with the sample data, and tells the tests its address in SITE_ORIGIN, its folder
 * (for the mails) in SITE_DATA_DIR and the administrator's password in SITE_ADMIN_PASSWORD. Where these are set already,
 * the tests go there instead and nothing is started.
 * @returns what stops it, and throws if it does not stop cleanly or has logged an error meanwhile
 */
export default async function setUp() {
  if (process.env.SITE_ORIGIN) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'socal-browser-tests-'));
  // Started as root, the program lets another user run PostgreSQL, who has to get in.
  chmodSync(dataDir, 0o755);
  // So that the accounts that tests make come from many addresses: one address may not make so many.
  const TRUSTED_PROXIES = '127.0.0.1,::1';
  const program = await startProgram(dataDir, { SAMPLE_DATA: 'on', ADMIN_PASSWORD, TRUSTED_PROXIES });
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
