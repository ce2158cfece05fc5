import type { IncomingHttpHeaders } from 'node:http';
import { apiErrorSchema } from '#contract/api.ts';
import { eventsSchema } from '#contract/events.ts';
import { type Language, splitLocalPath } from '#contract/i18n/languages.ts';
import { z } from '#contract/zod.ts';
import { getDevice } from '#server/accounts/devices/known-devices.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { sendsPrivacySignal } from '#server/platform/http/privacy.ts';
import { type EventCollector, isBot } from './event-collector.ts';

/** The events that pages report. */
export function analyticsRoutes(api: Api, { events }: { events: EventCollector }) {
  api.post(
    '/api/events',
    {
      schema: {
        tags: ['Analytics'],
        summary: 'Record page events; visitors count once a day for each listing, bots and its owner separately',
        body: eventsSchema,
        response: { 204: z.null(), 400: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { body, headers, user, ip, socket } = request;
      const { 'user-agent': agent = '', 'sec-purpose': purpose = '' } = headers;
      const isAutomatic =
        body.automated || isBot(agent) || String(purpose).includes('prefetch') || !isFromBrowser(headers);
      events.collect({
        at: new Date(),
        address: getClientAddress({ ip, socket }),
        agent,
        language: findPageLanguage(headers),
        asksForPrivacy: sendsPrivacySignal(headers),
        accountId: user?.accountId ?? null,
        device: getDevice(request),
        who: isAutomatic ? 'bot' : user?.role ? 'administrator' : 'visitor',
        events: body.events,
      });
      return reply.code(204).send(null);
    },
  );
}

/** The language of the page that a request comes from; null if it is not known. */
function findPageLanguage({ referer }: IncomingHttpHeaders): Language | null {
  const page = referer === undefined ? null : URL.parse(referer);
  return page && splitLocalPath(page.pathname).language;
}

/** Browsers say from where they send a request with a body, and a browser without a window what it is beside its user agent. */
const isFromBrowser = ({ origin, 'sec-fetch-site': site, 'sec-ch-ua': brands = '' }: IncomingHttpHeaders) =>
  (origin ?? site) !== undefined && !/headless/i.test(String(brands));
