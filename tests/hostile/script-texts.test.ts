import { resolve } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, describe, expect, it } from 'vitest';
import type { Email } from '#server/platform/mail/mailer.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { createTestApi } from '#tests/support/api.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { listRoutes } from '#tests/support/routes.ts';
import type { PageHandle } from '#web/base/api/page-handle.ts';
import { routes } from '#web/site/routes.tsx';
import { listOperations, type Operation } from './api-document.ts';
import { createFuzzWorld, type FuzzWorld } from './fuzz-world.ts';
import { findLiveMarkup } from './live-markup.ts';
import { createScriptSender, type ScriptRequest } from './script-texts.ts';
import { getHostileScripts } from './scripts.ts';

// Every text field in the document of the API gets every script, and everything that the server makes from them is read: pages,
// JSON-LD, feeds, sitemaps, share images and emails. What only scripts in the browser show is in `hostile-text.spec.ts`.
const scripts = getHostileScripts();
/** In each round every field gets another script; the usual run begins with a random one. */
const ROUNDS = repetitions(1, scripts.length);
const FIRST = Number(process.env.TEST_SEED) % scripts.length;

/** Fields that accept no script at all, as states, icons and names of cities, or only short ones, as names of accounts are. */
const WITHOUT_SCRIPTS =
  /\bemail$|invitations recipient$|(login|invitations\/register|gift-credits) username$|\bspecialHours\[\]\.on$|\b(coupons(\/\{id\})?|order) code$|[ .]state$|categories icon$|ad-bookings(\/\{id\})? link$|admin\/places city$/;

const web = await loadBuild(resolve(import.meta.dirname, '../../dist'));
const api = await createTestApi({ web });
afterAll(api.close);

const operations = listOperations((await api.get('/api/openapi.json')).body).filter(
  ({ method }) => method !== 'DELETE',
);
const accepted = new Map<string, boolean>();

describe('no text that anybody sends is executed', { shuffle: false }, () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))('where it is shown: round %i', async (round) => {
    const world = await createFuzzWorld(api);
    await sendScripts(world, FIRST + round);
    await api.invalidateAll();
    const faults: unknown[] = [];
    let shown = 0;
    for (const url of await listUrls(FIRST + round)) {
      const { status, headers, body } = await api.visitor().get(url);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      if (text.includes('ran(')) shown += 1;
      // A redirect has no content.
      const found = text === '' ? [] : findFaults(String(headers['content-type']), text);
      if (/ran\(/.test(`${headers.location}${headers.link}`)) found.push('a header');
      if (status >= 500 || found.length > 0) faults.push({ url, status, found });
    }
    expect(faults).toEqual([]);
    expect(shown).toBeGreaterThan(10);
  });

  it('nor changes an email more than its text', async () => {
    await waitForEmptyMailQueue(api.db);
    expect(api.emails.some(({ text }) => text.includes('ran('))).toBe(true);
    expect(api.emails.filter(isFaultyEmail)).toEqual([]);
  });

  it('though every text field but email addresses and dates accepts scripts', () => {
    expect(accepted.size).toBeGreaterThan(150);
    const refusing = [...accepted].flatMap(([field, isAccepted]) => (isAccepted ? [] : [field]));
    expect(refusing.filter((field) => !WITHOUT_SCRIPTS.test(field))).toEqual([]);
  });
});

async function sendScripts(world: FuzzWorld, start: number) {
  let emails = 0;
  const send = createScriptSender({
    scripts,
    start,
    examples: (operation) => (name) => {
      if (name === 'email') return [`owner-${start}-${++emails}@mail.example`];
      const values = world.examples(operation)(name);
      // The administrator hides and suspends others than those that have been filled.
      return name === 'path id' && isAdministrative(operation) ? values.toReversed() : values;
    },
    send: async ({ operation, method, url, body }: ScriptRequest) => {
      await world.keepSignedIn();
      const visitor = api.visitor();
      visitor.cookies.set('session', world.sessions[isAdministrative(operation) ? 'administrator' : 'owner'] ?? '');
      return visitor.send(method, url, body, {
        'user-agent': scripts[start % scripts.length]?.replace(/[^ -~]/g, '') ?? '',
      });
    },
  });
  for (const operation of operations) {
    for (const [field, isAccepted] of await send(operation)) {
      const name = `${operation.method} ${operation.path} ${field}`;
      accepted.set(name, accepted.get(name) || isAccepted);
    }
  }
}

const isAdministrative = ({ path }: Operation) => path.startsWith('/api/admin/');

/** Each takes a third of a second. */
const MAX_IMAGES = repetitions(1, 3);

const PARAMETERS: Record<string, string> = {
  slug: 'irvine',
  city: 'irvine',
  category: 'plumbers',
  county: 'orange-county',
  zip: '92614',
  location: 'irvine',
  file: '1',
};

/** Every page, feed, sitemap and share image, with every listing; in the long run also with a script in each part of the address. */
async function listUrls(round: number): Promise<string[]> {
  const listings = await api.db.selectFrom('public_listings').select('id').execute();
  const script = scripts[round % scripts.length] as string;
  const pages = (routes[0]?.children ?? []).flatMap(({ path = '', handle }) => {
    const { queryParams } = handle as PageHandle;
    const query = new URLSearchParams(queryParams.map((name) => [name, script]));
    const filled = path.replace('*', '/nowhere');
    return [
      filled,
      `${filled}?${query}`,
      ...(path.includes(':') ? [filled.replaceAll(/:\w+/g, encodeURIComponent(script))] : []),
    ];
  });
  const files = listRoutes(api.http).flatMap(
    (route) => /^GET (\/(?!api\/|\*|photos|metrics|share|\.well-known)\S*)/.exec(route)?.[1] ?? [],
  );
  const ids = listings.map(({ id }) => String(id));
  return [...pages, '/es/ads/:id', ...files, ...ids.slice(0, MAX_IMAGES).map((id) => `/share/ads/${id}.png`)].flatMap(
    (url) =>
      // The server renders the private pages of every listing alike.
      (/^(\/es)?\/ads\/:id$/.test(url) ? ids : ids.slice(0, 1)).map((id) => fillParameters(url, id)),
  );
}

const fillParameters = (url: string, id: string) =>
  url
    .replace('/county/:slug', '/county/orange-county')
    .replace('/category/:slug', '/category/plumbers')
    .replace(':id', id)
    .replaceAll(/:(\w+)(\(.*?\))?/g, (_, name) => PARAMETERS[name] ?? 'none');

/** What a browser or a reader of feeds would execute in a response, or read as something else than the server meant. */
function findFaults(contentType: string, text: string): string[] {
  if (/^text\/html/.test(contentType)) return findLiveMarkup(text);
  if (/xml/.test(contentType)) return findLiveXml(text);
  if (/^text\/(vcard|calendar)/.test(contentType)) return findStrangeLines(text);
  return /^(application\/(manifest\+)?json|text\/plain|image\/png)/.test(contentType)
    ? []
    : [`the type ${contentType}`];
}

/** Lines of a vCard or calendar that none of its properties begins, and addresses that are none of the web. */
const findStrangeLines = (text: string): string[] =>
  text.split('\r\n').filter((line) => !/^(?:$| |[A-Z][A-Z-]*[:;])/.test(line) || /^URL:(?!https?:)|[\r\n]/.test(line));

const xmlParser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', htmlEntities: true });

/** Elements that are not those of feeds and sitemaps, addresses that are not ours, and markup in the HTML of descriptions. */
function findLiveXml(xml: string): string[] {
  const validity = XMLValidator.validate(xml);
  return validity === true ? listNodes(xmlParser.parse(xml)).filter(isLiveNode).map(String) : [validity.err.msg];
}

type XmlNode = [name: string, value: unknown];

const listNodes = (value: unknown): XmlNode[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, part]) => [[name, part] satisfies XmlNode, ...listNodes(part)]);

const isLiveNode = ([name, value]: XmlNode) =>
  /^(script|iframe|svg|html|img|style)$/i.test(name) ||
  (/^(link|guid|loc|id|@href|@url)$/.test(name) &&
    typeof value === 'string' &&
    !value.startsWith('http://localhost:3000/')) ||
  (name === 'description' && String(value).includes('<'));

/** Emails are plain text: only the headers could be changed by a text. */
const isFaultyEmail = ({ to, subject, replyTo = '', unsubscribe = '', ...email }: Email) =>
  /[\r\n]/.test(to + subject + replyTo + unsubscribe) || unsubscribe.includes('ran(') || 'html' in email;
