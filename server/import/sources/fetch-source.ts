import { constants, copyFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { t } from '#contract/i18n/t.ts';
import { downloadLayer } from '#server/import/sources/fetching/arcgis.ts';
import { findNewestRelease } from '#server/import/sources/fetching/bucket.ts';
import { findCkanFile } from '#server/import/sources/fetching/ckan.ts';
import { downloadFile } from '#server/import/sources/fetching/download-file.ts';
import { extractPlaces } from '#server/import/sources/fetching/extract-places.ts';
import { type FetchContext, type Fetched, toMonth } from '#server/import/sources/fetching/fetch-context.ts';
import { checkColumns, filterTable } from '#server/import/sources/fetching/filter-table.ts';
import { downloadFeatures } from '#server/import/sources/fetching/overpass.ts';
import { findRemoteFile } from '#server/import/sources/fetching/remote-file.ts';
import { unpack } from '#server/import/sources/fetching/unpack.ts';
import { createImportFolder } from '#server/import/uploads/files.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { HttpStatusError } from '#server/platform/outbound/http-client.ts';
import { AddressRefused } from '#server/platform/outbound/public-lookup.ts';
import { readRows } from '#server/source-files/read-rows.ts';
import { ImportError } from '#server/source-files/rows.ts';
import type { OpenDataSource, SourceAddress } from './source-list.ts';

/**
 * Fetches a source into the folder, as a file that an import reads. What was cut off is continued by the next call.
 * @param from a file or an address that is used instead of the source's own, which the operator trusts
 * @throws {ImportError} with what to do, when it can't be had, is damaged, or its schema has changed
 */
export async function fetchSource(
  context: FetchContext,
  source: OpenDataSource,
  { from, sha256 }: { from?: string | undefined; sha256?: string | undefined } = {},
): Promise<Fetched> {
  await createImportFolder(context.folder);
  const path = `${context.folder}/source-${source.name}`;
  try {
    const fetched = isFile(from)
      ? await copyGiven(from, path)
      : await fetchFrom(context, source, toAddress(source, from, sha256), path);
    if (source.shape !== 'places') await unpack(path, context.folder);
    if (source.shape === 'table') {
      await checkColumns(path, source);
      await filterTable(path, source);
    } else await checkFeatures(path, source);
    return { path, ...fetched };
  } catch (error) {
    if (error instanceof ImportError) await rm(path, { force: true });
    throw explain(error as NodeJS.ErrnoException, source);
  }
}

type Release = Omit<Fetched, 'path'>;

async function fetchFrom(
  context: FetchContext,
  source: OpenDataSource,
  address: SourceAddress,
  path: string,
): Promise<Release> {
  switch (address.kind) {
    case 'bucket': {
      context.onStep?.(t('Looking for the newest release…'));
      const { name, month, files } = await findNewestRelease(context, address);
      context.onStep?.(
        t('Release {name}: {count, plural, one {# file} other {# files}}', { name, count: files.length }),
      );
      await extractPlaces(context, files, path, source);
      return { month, release: name };
    }
    case 'file': {
      if (source.shape === 'places') {
        const { file, changedAt } = await findRemoteFile(context, address.url);
        await extractPlaces(context, [file], path, source);
        return toRelease(changedAt);
      }
      return toRelease((await downloadFile(context, address.url, path, address)).lastModified);
    }
    case 'ckan': {
      const { url, changedAt } = await findCkanFile(context, address);
      const { lastModified } = await downloadFile(context, url, path);
      return toRelease(changedAt ?? lastModified);
    }
    case 'arcgis':
      return toRelease((await downloadLayer(context, address, path)).editedAt ?? new Date());
    case 'overpass':
      await downloadFeatures(context, address, path);
      return toRelease(new Date());
    case 'shipped':
      await copyFile(fileURLToPath(new URL(address.file, DATA_FOLDER)), path);
      return { month: address.month, release: address.month };
    case 'page':
      throw new ImportError(
        t('{title} can’t be downloaded by a program. {steps} at {url}, then upload the file under Imports.', {
          title: source.title,
          steps: address.steps,
          url: address.url,
        }),
      );
  }
}

const toRelease = (date: Date | null): Release => ({
  month: date && toMonth(date),
  release: date?.toISOString().slice(0, 10) ?? null,
});

const isFile = (from: string | undefined): from is string => from !== undefined && !/^https?:\/\//.test(from);

/** Copies a file that somebody downloaded, whose age nobody knows. */
async function copyGiven(from: string, path: string): Promise<Release> {
  await copyFile(from, path, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOSPC') throw error;
    throw new ImportError(t('{path} can’t be read: {reason}', { path: from, reason: error.message }));
  });
  return { month: null, release: null };
}

/** The address that an operator named, or that of the list. A bucket of the same layout is named with a slash at its end. */
function toAddress({ address }: OpenDataSource, from: string | undefined, sha256: string | undefined): SourceAddress {
  if (from === undefined) return address;
  if (from.endsWith('/') && address.kind !== 'file') return { ...address, url: from } as SourceAddress;
  return { kind: 'file', url: from, ...(sha256 && { sha256 }) };
}

// Of the features of a map, the first ones can be no businesses.
const CHECKED_ROWS = 1000;

/** @throws {ImportError} when the features are of no known dataset, or none of the first ones is a business */
async function checkFeatures(path: string, { title, source }: OpenDataSource) {
  let rows = 0;
  for await (const { fields, rejection } of readRows(path)) {
    if (fields.source === source || !rejection) return;
    if (++rows >= CHECKED_ROWS) break;
  }
  throw new ImportError(
    t('{title}: none of the first {count, number} places can be imported.', { title, count: rows }),
  );
}

/** What went wrong, in words for people who can do something about it. */
function explain(error: NodeJS.ErrnoException, { title, page }: OpenDataSource): Error {
  const cause = error instanceof AddressRefused ? error : error.cause;
  if (error instanceof ImportError || error.name === 'AbortError') return error;
  if (cause instanceof AddressRefused)
    return new ImportError(t('{title}: the address is refused: {reason}.', { title, reason: cause.message }));
  if (error instanceof HttpStatusError) {
    return new ImportError(
      error.status === 404 || error.status === 410
        ? t('{title} is no longer at {url}. Look for it at {page}, download it, and upload it under Imports.', {
            title,
            url: error.url,
            page,
          })
        : t('{title}: {url} answered with status {status}. Try again later.', {
            title,
            url: error.url,
            status: String(error.status),
          }),
    );
  }
  if (error.code === 'ENOSPC') return new ImportError(t('{title}: the server’s disk is full.', { title }));
  if (/^(UND_ERR|ECONN|ETIMEDOUT|EPIPE|EAI_|ENET|EHOST|ENOTFOUND|CERT_|ERR_TLS|ERR_SSL)/.test(error.code ?? ''))
    return new ImportError(
      t('{title}: the connection failed ({reason}). What has come stays; try again to continue.', {
        title,
        reason: error.message,
      }),
    );
  return error;
}
