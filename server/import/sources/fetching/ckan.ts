import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { ImportError } from '#server/source-files/rows.ts';
import type { FetchContext } from './fetch-context.ts';

const MAX_BYTES = 4 * 1024 ** 2;

const answerSchema = z.object({
  result: z.object({
    resources: z.array(z.object({ name: z.string().nullish(), url: z.string(), last_modified: z.string().nullish() })),
  }),
});

/**
 * Finds the file of a dataset in a catalog of CKAN, whose address changes (https://docs.ckan.org/en/latest/api/).
 * @param options.resource the name of the file at the end of its address
 * @throws {ImportError} with the files that the dataset has, when it lacks this one
 */
export async function findCkanFile(
  { http, signal }: FetchContext,
  { url, dataset, resource }: { url: string; dataset: string; resource: string },
): Promise<{ url: string; changedAt: Date | null }> {
  const address = new URL(`api/3/action/package_show?id=${encodeURIComponent(dataset)}`, url).href;
  const parsed = answerSchema.safeParse(
    parseJson(await http.getText(address, { maxBytes: MAX_BYTES, ...(signal && { signal }) })),
  );
  const resources = parsed.data?.result.resources ?? [];
  const found = resources.find((one) => one.url.split('/').at(-1) === resource);
  if (!found) {
    throw new ImportError(
      t('{url} has no file {file} any more. It has: {found}', {
        url: address,
        file: resource,
        found: resources.map((one) => one.url.split('/').at(-1)).join(', ') || '–',
      }),
    );
  }
  const changedAt = new Date(found.last_modified ?? '');
  return { url: found.url, changedAt: Number.isNaN(changedAt.getTime()) ? null : changedAt };
}

/** Undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
