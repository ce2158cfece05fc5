import { apiErrorSchema } from '#contract/api.ts';
import { unansweredSearchSchema } from '#contract/help.ts';
import { z } from '#contract/zod.ts';
import { isBot } from '#server/analytics/event-collector.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { TooManyRequests } from '#server/platform/http/errors.ts';
import { inMemoryRateLimit } from '#server/platform/http/rate-limit.ts';
import type { SearchCounts } from '#server/search/empty-searches.ts';

/** The limit of one network address. */
const RATE_LIMIT = { limit: 30, windowSeconds: 3600 };

/** What visitors ask the help without finding an answer. The page searches by itself and reports only this. */
export function helpRoutes(api: Api, { emptyHelpSearches }: { emptyHelpSearches: SearchCounts }) {
  const consume = inMemoryRateLimit(RATE_LIMIT, 'refuse');
  api.post(
    '/api/help/searches',
    {
      schema: {
        tags: ['Contact'],
        summary: 'Count a search of the help without an answer, by its words alone; those of bots do not count',
        body: unansweredSearchSchema,
        response: { 204: z.null(), 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const retryAfter = consume(getClientAddress(request));
      if (retryAfter > 0) throw new TooManyRequests(retryAfter);
      const { words } = request.body;
      // With an @ the words may be an email address.
      if (!words.includes('@') && !isBot(request.headers['user-agent'])) emptyHelpSearches.record(normalize(words));
      return reply.code(204).send(null);
    },
  );
}

/** The words in lower case, without punctuation. */
const normalize = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
