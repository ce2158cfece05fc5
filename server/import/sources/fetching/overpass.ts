import { open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { t } from '#contract/i18n/t.ts';
import { type Box, getCountyBoxes } from '#server/places/city-outlines.ts';
import { withRetries } from '#server/platform/outbound/http-client.ts';
import { CutOffJson, readJsonObjects } from '#server/source-files/json-objects.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { parseJson } from './ckan.ts';
import type { FetchContext } from './fetch-context.ts';

const TIMEOUT_SECONDS = 600;

/** How far a download is that was cut off. */
interface State {
  of: string;
  boxes: number;
  bytes: number;
}

/**
 * Asks Overpass for the named features of OpenStreetMap in the eight counties, box by box, and writes its elements, one on each line.
 * A former call that was cut off continues with the next box. An element in two boxes comes twice, and is imported once.
 * See https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL.
 */
export async function downloadFeatures(
  context: FetchContext,
  { url, tags }: { url: string; tags: string[] },
  path: string,
): Promise<void> {
  const boxes = getLargeBoxes();
  const of = JSON.stringify([url, tags, boxes]);
  const state = await readState(path, of);
  for (const [index, box] of boxes.entries()) {
    context.onProgress?.(index, boxes.length);
    if (index < state.boxes) continue;
    await withRetries(() => append(context, toQuery(url, tags, box), { part: `${path}.part`, bytes: state.bytes }), {
      ...(context.retryDelayMs !== undefined && { retryDelayMs: context.retryDelayMs }),
      signal: context.signal,
    }).then((bytes) => {
      state.bytes = bytes;
    });
    state.boxes = index + 1;
    await writeFile(`${path}.json`, JSON.stringify(state satisfies State));
  }
  context.onProgress?.(boxes.length, boxes.length);
  if (state.bytes === 0) throw new ImportError(t('{url} has no places in the region.', { url }));
  await rename(`${path}.part`, path);
  await rm(`${path}.json`, { force: true });
}

/** One box for each county; islands have boxes of their own. */
function getLargeBoxes(): Box[] {
  const boxes = getCountyBoxes();
  const isWithin = ([w, s, e, n]: Box, [west, south, east, north]: Box) =>
    w >= west && s >= south && e <= east && n <= north;
  return boxes.filter((box, index) => !boxes.some((other, at) => at !== index && isWithin(box, other)));
}

function toQuery(url: string, tags: string[], [west, south, east, north]: Box): string {
  const box = [south, west, north, east].map((degrees) => degrees.toFixed(4)).join(',');
  const parts = tags.map((tag) => `nwr["name"]["${tag}"](${box});`).join('');
  const address = new URL(url);
  address.searchParams.set('data', `[out:json][timeout:${TIMEOUT_SECONDS}];(${parts});out meta center;`);
  return address.href;
}

/** @returns the size of the part with the elements of the answer */
async function append({ http, signal }: FetchContext, url: string, { part, bytes }: { part: string; bytes: number }) {
  const output = await open(part, bytes > 0 ? 'r+' : 'w', 0o600);
  try {
    await output.truncate(bytes);
    const { body } = await http.get(url, { ...(signal && { signal }) });
    body.setEncoding('utf8');
    let position = bytes;
    // What follows the elements: 'remark' tells that an answer is incomplete.
    let tail = '';
    const chunks = (async function* () {
      for await (const chunk of body as AsyncIterable<string>) {
        tail = (tail + chunk).slice(-1000);
        yield chunk;
      }
    })();
    for await (const json of readJsonObjects(chunks)) {
      if (parseJson(json) === undefined) throw new CutOffJson();
      // An element is one object on several lines.
      const line = Buffer.from(`${JSON.stringify(JSON.parse(json))}\n`);
      await output.write(line, 0, line.length, position);
      position += line.length;
    }
    const remark = /"remark"\s*:\s*"([^"]{1,300})/.exec(tail)?.[1];
    if (remark) throw new ImportError(t('{url} gave up: {message}', { url: new URL(url).origin, message: remark }));
    return position;
  } catch (error) {
    if (error instanceof CutOffJson) throw Object.assign(new Error(`${url} was cut off`), { code: 'UND_ERR_CUT' });
    throw error;
  } finally {
    await output.close();
  }
}

async function readState(path: string, of: string): Promise<State> {
  const text = await readFile(`${path}.json`, 'utf8').catch(() => null);
  const state = text === null ? null : (parseJson(text) as State | undefined);
  if (state?.of !== of) return { of, boxes: 0, bytes: 0 };
  await truncate(`${path}.part`, state.bytes);
  return state;
}
