import { t } from '#contract/i18n/t.ts';
import { withRetries } from '#server/platform/outbound/http-client.ts';
import { ImportError } from '#server/source-files/rows.ts';
import type { BucketFile } from './bucket.ts';
import type { FetchContext } from './fetch-context.ts';

/**
 * The size of a file of which parts are read.
 * @throws {ImportError} when the server does not send parts
 */
export async function findRemoteFile(
  { http, signal, retryDelayMs }: FetchContext,
  url: string,
): Promise<{ file: BucketFile; changedAt: Date | null }> {
  const response = await withRetries(
    () => http.get(url, { headers: { range: 'bytes=0-0' }, ...(signal && { signal }) }),
    { signal, ...(retryDelayMs !== undefined && { retryDelayMs }) },
  );
  response.discard();
  const size = Number(/\/(\d+)$/.exec(response.getHeader('content-range') ?? '')?.[1] ?? Number.NaN);
  if (response.status !== 206 || Number.isNaN(size)) {
    throw new ImportError(
      t('{url}: the server can’t send parts of a file. Download it, and upload it under Imports.', { url }),
    );
  }
  const changedAt = new Date(response.getHeader('last-modified') ?? '');
  return {
    file: { url: response.url, key: url, size, etag: response.getHeader('etag') ?? '' },
    changedAt: Number.isNaN(changedAt.getTime()) ? null : changedAt,
  };
}
