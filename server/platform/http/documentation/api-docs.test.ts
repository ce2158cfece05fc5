import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

it('the document of the API says that an id has to be given that may be null', async () => {
  const { paths } = (await api.get('/api/openapi.json')).body;
  const requiredFields = (path: string) =>
    paths[path].post.requestBody.content['application/json'].schema.required as string[];
  expect(requiredFields('/api/admin/categories')).toContain('parentId');
  expect(requiredFields('/api/user/invitations')).toContain('listingId');
});
