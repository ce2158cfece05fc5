import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { TooManyRequests } from '#server/platform/http/errors.ts';
import { inMemoryRateLimit } from '#server/platform/http/rate-limit.ts';

/** Where browsers send reports, as the policy says. */
export const CSP_REPORT_PATH = '/api/csp-reports';

const BODY_LIMIT = 10_000;
const MAX_REPORTS = 10;
/** Per address. Every visitor of a page that violates the policy sends some. */
const RATE_LIMIT = { limit: 20, windowSeconds: 60 };

const text = z.string().max(2000);
/** https://www.w3.org/TR/CSP3/#reporting: the older form, of one violation. */
const legacySchema = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'violated-directive': text,
    'effective-directive': text.optional(),
    'blocked-uri': text,
  }),
});
/** https://www.w3.org/TR/reporting-1/#media-type. Other reports than violations are not asked for. */
const reportsSchema = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text.optional() }),
    }),
  )
  .max(MAX_REPORTS);

interface Violation {
  page: string;
  directive: string;
  blocked: string;
}

/** `POST /api/csp-reports`: browsers report here what the content security policy blocked. It is logged without queries. */
export async function cspReportRoute(api: Api) {
  const consume = inMemoryRateLimit(RATE_LIMIT, 'refuse');
  await api.register(async (scope: Api) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(
      CSP_REPORT_PATH,
      {
        bodyLimit: BODY_LIMIT,
        // Browsers send reports by themselves, without the headers of a page's requests. They change nothing.
        config: { signed: true },
        schema: { hide: true, body: z.union([legacySchema, reportsSchema]) },
        onRequest: async (request) => {
          const retryAfter = consume(getClientAddress(request));
          if (retryAfter > 0) throw new TooManyRequests(retryAfter);
        },
      },
      async (request, reply) => {
        for (const violation of toViolations(request.body))
          request.log.warn(violation, 'blocked by the content security policy');
        return reply.code(204).send();
      },
    );
  });
}

function toViolations(body: z.infer<typeof legacySchema> | z.infer<typeof reportsSchema>): Violation[] {
  if (Array.isArray(body))
    return body.map(({ body: { documentURL, effectiveDirective, blockedURL = '' } }) => ({
      page: withoutQuery(documentURL),
      directive: effectiveDirective,
      blocked: withoutQuery(blockedURL),
    }));
  const report = body['csp-report'];
  return [
    {
      page: withoutQuery(report['document-uri']),
      directive: report['effective-directive'] ?? report['violated-directive'],
      blocked: withoutQuery(report['blocked-uri']),
    },
  ];
}

/** A query can contain a token from an emailed link. */
const withoutQuery = (address: string) => address.split(/[?#]/, 1)[0] as string;
