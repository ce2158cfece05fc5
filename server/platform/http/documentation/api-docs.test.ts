import { readFileSync } from 'node:fs';
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

/** Files (`image-bytes.ts` and others), a signature, what a job or a state that no request makes at once needs, and what is refused in the table of routes. */
const WITHOUT_EXAMPLE = [
  'DELETE /api/conversations/{id}/review',
  'GET /api/admin/backups/file',
  'GET /api/conversations/{id}/review',
  'POST /api/admin/ads/{id}/part',
  'POST /api/admin/ads/{id}/rows/separate',
  'POST /api/admin/import-uploads/{id}/dry-run',
  'POST /api/admin/import-uploads/{id}/start',
  'POST /api/admin/open-data/{name}/cancel',
  'POST /api/admin/pictures',
  'POST /api/ads/{id}/claims/phone-codes',
  'POST /api/ads/{id}/claims/phone-codes/redeem',
  'POST /api/ads/{id}/review/appeal',
  'POST /api/claim-documents',
  'POST /api/conversations/{id}/confirm',
  'POST /api/conversations/{id}/review/appeal',
  'POST /api/message-pictures',
  'POST /api/photos',
  'POST /api/receipt-codes/{id}/review/appeal',
  'POST /api/review-pictures',
  'POST /api/webhooks/stripe',
  'PUT /api/admin/import-uploads/{id}/content',
  'PUT /api/ads/{id}/review',
  'PUT /api/conversations/{id}/review',
];

it('every other operation has an example, which the table of routes sends', async () => {
  const { paths } = (await api.get('/api/openapi.json')).body;
  const examples = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8'));
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.filter((operation) => !examples[operation]).toSorted()).toEqual(WITHOUT_EXAMPLE);
  const { parameters } = paths['/api/search'].get;
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'q', example: expect.any(String) }));
});
