import { noticeSchema } from '#contract/admin/notices.ts';
import { z } from '#contract/zod.ts';
import { NOTICES_KEY } from '#server/platform/db/invalidate.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getDatabaseTime, setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { selectLiveNotices } from '#server/platform/page-cache/pages.ts';
import type { OpenNotices } from './notices.ts';

/** What a page reads that was opened before another one of the site; each page has them in its HTML already. */
export function noticeRoutes(api: Api, { notices }: { notices: OpenNotices }) {
  api.get(
    '/api/notices',
    {
      config: { cacheable: true },
      schema: {
        tags: ['Notices'],
        summary: 'List the notices that pages show now, the most urgent first',
        response: { 200: z.array(noticeSchema) },
      },
    },
    async (request, reply) => {
      const { live, changesAt } = selectLiveNotices(notices, getDatabaseTime(), request.language);
      setSurrogateKeys(reply, [NOTICES_KEY], Number.isFinite(changesAt) ? new Date(changesAt) : null);
      return live;
    },
  );
}
