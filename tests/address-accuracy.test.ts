import { afterAll, expect, it } from 'vitest';
import { measureAddresses, printAccuracy } from '#scripts/address-data/measure-addresses.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

it.runIf(isLongRun)('The points of 300 known addresses are found nearly always, and near', async () => {
  for (const leavesOutAddresses of [false, true]) {
    const accuracy = await measureAddresses(db, { count: 300, seed: 20_261_129, leavesOutAddresses });
    process.stdout.write(`Left out: ${leavesOutAddresses ? 'all rows at the addresses' : 'the rows'}\n`);
    process.stdout.write(`${printAccuracy(accuracy)}\n`);
    expect(accuracy.hits).toBeGreaterThanOrEqual(0.94);
    if (leavesOutAddresses) continue;
    expect(accuracy.median).toBeLessThanOrEqual(86);
    expect(accuracy.ninetieth).toBeLessThanOrEqual(688);
  }
});
