import { open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { csvCell } from '#server/import/report.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { parseJson } from './ckan.ts';
import type { FetchContext } from './fetch-context.ts';

const PAGE_ROWS = 1000;
const MAX_PAGE_BYTES = 32 * 1024 ** 2;

const layerSchema = z.object({
  fields: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  editingInfo: z.object({ dataLastEditDate: z.number().optional(), lastEditDate: z.number().optional() }).nullish(),
});
const countSchema = z.object({ count: z.number().int().min(0) });
const rowsSchema = z.object({
  features: z.array(z.object({ attributes: z.record(z.string(), z.union([z.string(), z.number(), z.null()])) })),
});

/** How far a download is that was cut off. */
interface State {
  query: string;
  count: number;
  rows: number;
  bytes: number;
}

/**
 * Writes the rows of a layer that a query chooses as CSV, page by page; a former call that was cut off is continued.
 * See https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/.
 * @returns when the layer was last edited, where it says so
 * @throws {ImportError} when an answer is none of a layer, or rows are missing in the end
 */
export async function downloadLayer(
  context: FetchContext,
  { url, where }: { url: string; where: string },
  path: string,
): Promise<{ editedAt: Date | null }> {
  const get = async <Schema extends z.ZodType>(schema: Schema, address: string, query: Record<string, string>) => {
    const target = new URL(address);
    for (const [name, value] of Object.entries({ ...query, f: 'json' })) target.searchParams.set(name, value);
    const { http, signal } = context;
    const text = await http.getText(target.href, { maxBytes: MAX_PAGE_BYTES, ...(signal && { signal }) });
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) {
      // Errors come with status 200.
      const said = /"message"\s*:\s*"([^"]{1,200})"/.exec(text)?.[1];
      throw new ImportError(t('{url} answers with no rows: {message}', { url, message: said ?? text.slice(0, 200) }));
    }
    return parsed.data as z.infer<Schema>;
  };
  const layer = await get(layerSchema, url, {});
  const fields = layer.fields.filter(({ type }) => type !== 'esriFieldTypeGeometry').map(({ name }) => name);
  const order = layer.fields.find(({ type }) => type === 'esriFieldTypeOID')?.name;
  const { count } = await get(countSchema, `${url}/query`, { where, returnCountOnly: 'true' });
  const query = JSON.stringify([url, where, fields]);
  const state = await readState(path, { query, count });
  const output = await open(`${path}.part`, state.rows > 0 ? 'a' : 'w', 0o600);
  let { rows } = state;
  try {
    if (rows === 0) await output.write(`${fields.map(csvCell).join(',')}\n`);
    while (rows < count) {
      context.onProgress?.(rows, count);
      const page = await get(rowsSchema, `${url}/query`, {
        where,
        outFields: '*',
        returnGeometry: 'false',
        resultOffset: String(rows),
        resultRecordCount: String(PAGE_ROWS),
        ...(order && { orderByFields: order }),
      });
      if (page.features.length === 0) break;
      const lines = page.features.map(({ attributes }) =>
        fields.map((name) => csvCell(attributes[name] ?? '')).join(','),
      );
      await output.write(`${lines.join('\n')}\n`);
      rows += page.features.length;
      const { size } = await output.stat();
      await writeFile(`${path}.json`, JSON.stringify({ query, count, rows, bytes: size } satisfies State));
    }
  } finally {
    await output.close();
  }
  if (rows !== count) {
    await rm(`${path}.json`, { force: true });
    throw new ImportError(
      t('{url} has {count, plural, one {# row} other {# rows}}, and sent {rows, number}.', { url, count, rows }),
    );
  }
  context.onProgress?.(rows, count);
  await rename(`${path}.part`, path);
  await rm(`${path}.json`, { force: true });
  const edited = layer.editingInfo?.dataLastEditDate ?? layer.editingInfo?.lastEditDate;
  return { editedAt: edited === undefined ? null : new Date(edited) };
}

async function readState(path: string, now: Pick<State, 'query' | 'count'>): Promise<State> {
  const text = await readFile(`${path}.json`, 'utf8').catch(() => null);
  const state = text === null ? null : (parseJson(text) as State | undefined);
  if (state?.query !== now.query || state.count !== now.count) return { ...now, rows: 0, bytes: 0 };
  await truncate(`${path}.part`, state.bytes);
  return state;
}
