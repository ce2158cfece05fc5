import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi } from '../../tests/api.ts';
import { openJobs } from './jobs.ts';

describe('A letter in a transaction', () => {
  let api: Awaited<ReturnType<typeof createTestApi>>;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());
  const letter = { to: 'owner@mail.example', subject: 'Hello', text: 'Hello' };

  it('is mailed when that commits, and not when it is rolled back', async () => {
    const sent: string[] = [];
    const mail = { send: async ({ subject }: { subject: string }) => void sent.push(subject), close: async () => {} };
    const jobs = await openJobs({ db: api.db, mail, log: api.http.log });
    const mailing = api.db.transaction().execute(async (trx) => {
      await jobs.mail(trx, { ...letter, subject: 'rolled back' });
      throw new Error('no');
    });
    await expect(mailing).rejects.toThrow('no');
    await api.db.transaction().execute((trx) => jobs.mail(trx, { ...letter, subject: 'committed' }));
    await pause(1000);
    await jobs.close();
    expect([...sent, ...api.letters.map(({ subject }) => subject)]).toEqual(['committed']);
  });
});
