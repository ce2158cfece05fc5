import { XMLParser } from 'fast-xml-parser';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { HttpStatusError } from '#server/platform/outbound/http-client.ts';
import { ImportError } from '#server/source-files/rows.ts';
import type { FetchContext } from './fetch-context.ts';

/** A file of a release in a bucket. */
export interface BucketFile {
  url: string;
  key: string;
  size: number;
  /** Changes when the file does. */
  etag: string;
}

/** A release: '2026-11-19.0', and its files. */
export interface Release {
  name: string;
  /** '2026-11' */
  month: string | null;
  files: BucketFile[];
}

const MAX_LISTING_BYTES = 8 * 1024 ** 2;
const MAX_PAGES = 50;

/** A page of ListObjectsV2 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). */
const pageSchema = z.object({
  // Without entries it is a blank text.
  ListBucketResult: z.preprocess(
    (value) => (value === '' ? {} : value),
    z.object({
      CommonPrefixes: z.array(z.object({ Prefix: z.string() })).default([]),
      Contents: z
        .array(
          z.object({
            Key: z.string(),
            Size: z
              .string()
              .regex(/^\d{1,15}$/)
              .transform(Number),
            ETag: z.string().default(''),
          }),
        )
        .default([]),
      NextContinuationToken: z.string().optional(),
    }),
  ),
});
type Page = z.infer<typeof pageSchema>['ListBucketResult'];

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'CommonPrefixes' || name === 'Contents',
});

/**
 * Finds the newest release of a public bucket by listing it.
 * @throws {ImportError} when it has none, or the newest one has no files in the folder; with what is there instead
 */
export async function findNewestRelease(
  context: FetchContext,
  { url, releases, folder }: { url: string; releases: string; folder: string },
): Promise<Release> {
  const pages = await list(context, url, { prefix: releases, delimiter: '/' });
  const prefixes = pages.flatMap(({ CommonPrefixes }) => CommonPrefixes.map(({ Prefix }) => Prefix));
  const dated = prefixes.filter((prefix) => /\d{4}-\d{2}-\d{2}/.test(prefix)).sort();
  if (dated.length === 0) {
    const found = prefixes.length > 0 ? prefixes : await listTop(context, url);
    throw new ImportError(
      t('{url} has no releases below {folder}. It has: {found}', { url, folder: releases, found: join(found) }),
    );
  }
  // A release that is being published has no files yet.
  for (const prefix of dated.toReversed().slice(0, 2)) {
    const files = await listFiles(context, url, prefix + folder);
    const name = prefix.slice(releases.length).replace(/\/$/, '').replace(/^dt=/, '');
    if (files.length > 0) return { name, month: /\d{4}-\d{2}/.exec(name)?.[0] ?? null, files };
  }
  const newest = String(dated.at(-1));
  const inside = await list(context, url, { prefix: newest, delimiter: '/' });
  const found = inside.flatMap(({ CommonPrefixes }) => CommonPrefixes.map(({ Prefix }) => Prefix));
  throw new ImportError(
    t('{url} has no files in {folder}. It has: {found}', { url, folder: newest + folder, found: join(found) }),
  );
}

const join = (names: string[]) => names.slice(-20).join(', ') || '–';

const listTop = async (context: FetchContext, url: string) =>
  (await list(context, url, { delimiter: '/' })).flatMap(({ CommonPrefixes }) =>
    CommonPrefixes.map(({ Prefix }) => Prefix),
  );

const listFiles = async (context: FetchContext, url: string, prefix: string): Promise<BucketFile[]> =>
  (await list(context, url, { prefix }))
    .flatMap(({ Contents }) => Contents)
    .filter(({ Key, Size }) => Key.endsWith('.parquet') && Size > 0)
    .map(({ Key, Size, ETag }) => ({
      url: new URL(Key.split('/').map(encodeURIComponent).join('/'), url).href,
      key: Key,
      size: Size,
      etag: ETag,
    }));

async function list(
  { http, signal }: FetchContext,
  url: string,
  query: { prefix?: string; delimiter?: string },
): Promise<Page[]> {
  const pages: Page[] = [];
  let token: string | undefined;
  do {
    const address = new URL(url);
    const parameters = { 'list-type': '2', ...query, ...(token && { 'continuation-token': token }) };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    const page = parsePage(url, await getListing());
    pages.push(page);
    token = page.NextContinuationToken;

    function getListing() {
      return http.getText(address.href, { maxBytes: MAX_LISTING_BYTES, ...(signal && { signal }) }).catch((error) => {
        if (!(error instanceof HttpStatusError) || error.status >= 500) throw error;
        throw new ImportError(
          t('{url} can’t be listed (status {status}). Its address may have changed.', {
            url,
            status: String(error.status),
          }),
        );
      });
    }
  } while (token && pages.length < MAX_PAGES);
  return pages;
}

function parsePage(url: string, xml: string): Page {
  // A listing has no document type, in which entities could be declared.
  const parsed = /<!DOCTYPE/i.test(xml) ? null : pageSchema.safeParse(parser.parse(xml));
  if (!parsed?.success) throw new ImportError(t('{url} answers with no list of files.', { url }));
  return parsed.data.ListBucketResult;
}
