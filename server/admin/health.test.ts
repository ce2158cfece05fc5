import { afterAll, describe, expect, it } from 'vitest';
import type { Finding } from '#contract/admin/health.ts';
import { createExamination, type Examination } from '#server/platform/doctor/examination.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const database = await createTestDatabase();
const env = readEnv({ DATABASE_URL: database.env.DATABASE_URL, WORKERS: '1', ORIGIN: 'http://127.0.0.1:9' });
let examination: Examination = createExamination(env);
const api = await createTestApi({
  database,
  examination: { examine: () => examination.examine(), close: () => examination.close() },
});
afterAll(async () => {
  await api.close();
  await database.drop();
});
await makeAccount(api.db, { id: 1, username: 'admin', email: null });
const administrator = await api.signedInVisitor(1);
const read = () => administrator.get('/api/admin/health');

describe('The health of the deployment', () => {
  it('is what npm run doctor finds, and is kept for a minute', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.findings).toContainEqual({
      subject: 'Database',
      state: 'ok',
      text: 'Its tables match the running release.',
    });
    expect(body.findings).toContainEqual({
      subject: 'Origin',
      state: 'error',
      text: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 cannot be reached from here/),
    });
    expect((await read()).body).toEqual(body);
  });

  it('is in the language of the request', async () => {
    const { body } = await administrator.get('/api/admin/health?lang=es');
    const texts = body.findings.map(({ subject, text }: Finding) => `${subject}: ${text}`);
    expect(texts).toContain('Base de datos: Sus tablas corresponden a la versión en uso.');
    expect(texts).toContainEqual(
      expect.stringMatching(/^Origen: No se puede llegar a http:\/\/127\.0\.0\.1:9 desde aquí/),
    );
    expect(texts).toContain('Configuración: Esto no es producción: ORIGIN es http://127.0.0.1:9.');
  });

  it('is 503 when the check ends without a result, and is checked again then', async () => {
    examination = createExamination(env);
    const response = read();
    let isAnswered = false;
    void response.finally(() => {
      isAnswered = true;
    });
    // It has not started at first.
    await expect
      .poll(() => {
        examination.close();
        return isAnswered;
      })
      .toBe(true);
    expect(await response).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    expect((await read()).status).toBe(200);
  });
});
