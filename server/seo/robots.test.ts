import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
afterEach(async () => {
  await api.db.deleteFrom('operator_settings').execute();
  await api.invalidate([SETTINGS_KEY]);
});

const turnOff = async (key: string) => {
  await api.db
    .insertInto('operator_settings')
    .values({ key, value: JSON.stringify(false) })
    .execute();
  await api.invalidate([SETTINGS_KEY]);
};
const readGroups = async () => (await api.get('/robots.txt')).body.split('\n\n') as string[];

describe('/robots.txt', () => {
  it('names the sitemap, and allows crawlers only public pages', async () => {
    const { body, headers } = await api.get('/robots.txt');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toMatch(/^Sitemap: http:\/\/localhost:3000\/sitemap\.xml$/m);
    for (const path of ['/api/', '/account', '/admin', '/checkout']) expect(body).toContain(`\nDisallow: ${path}\n`);
    expect(body).toContain('\nAllow: /api/ads/\n');
    expect(await readGroups()).toHaveLength(2);
  });

  it.each([
    ['searchBots', 'Googlebot', 'GPTBot'],
    ['assistantBots', 'Claude-User', 'Googlebot'],
    ['trainingBots', 'GPTBot', 'ChatGPT-User'],
  ])('without %s asks %s to leave, and not %s', async (key, refused, allowed) => {
    await turnOff(key);
    const [, group] = await readGroups();
    expect(group).toMatch(/\nDisallow: \/$/);
    expect(group?.split('\n')).toContain(`User-agent: ${refused}`);
    expect(group).not.toContain(allowed);
  });

  it('asks all kinds in one group', async () => {
    for (const key of ['searchBots', 'assistantBots', 'trainingBots']) await turnOff(key);
    expect(await readGroups()).toHaveLength(3);
  });
});

it('/llms.txt leads to what is for programs', async () => {
  const { body, headers } = await api.get('/llms.txt');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body).toMatch(/^# SoCal Local\n/);
  for (const path of ['/search', '/categories', '/sitemap.xml', '/api/docs', '/mcp'])
    expect(body).toContain(`](http://localhost:3000${path})`);
});
