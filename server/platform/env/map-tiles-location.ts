import { join } from 'node:path';

/** Where the tiles of streets are: a file, an object in the bucket, or an address that something else on our origin serves. */
export type MapTilesLocation =
  | { kind: 'file'; path: string }
  | { kind: 'object'; key: string }
  | { kind: 'address'; path: string };

/** The streets of OpenStreetMap that the product ships: data/README.md, Streets. */
export const SHIPPED_MAP_TILES: MapTilesLocation = {
  kind: 'file',
  path: join(import.meta.dirname, '../../../data/streets/socal.pmtiles'),
};

const FILE_NAME = /^\w[\w.-]{0,99}\.pmtiles$/;
const PATH = /^(\/[\w.-]+)+\.pmtiles$/;

/** What a value of `MAP_TILES` means; null if it is none of the three, such as a file elsewhere or another site's address. */
export function locateMapTiles(
  value: string,
  {
    DATA_DIR,
    ORIGIN,
    S3_ENDPOINT,
    S3_BUCKET,
  }: { DATA_DIR: string; ORIGIN: string; S3_ENDPOINT?: string; S3_BUCKET?: string },
): MapTilesLocation | null {
  if (FILE_NAME.test(value)) return { kind: 'file', path: join(DATA_DIR, value) };
  if (!/^(\/|https?:\/\/)/.test(value) || !URL.canParse(value, ORIGIN)) return null;
  const { origin, pathname, href, username, password } = new URL(value, ORIGIN);
  // Without a query, a fragment, credentials or encoded characters.
  if (!PATH.test(pathname) || !href.endsWith(pathname) || username || password) return null;
  const bucket = S3_ENDPOINT && S3_BUCKET ? `${new URL(S3_ENDPOINT).href.replace(/\/+$/, '')}/${S3_BUCKET}/` : null;
  if (bucket && href.startsWith(bucket)) return { kind: 'object', key: href.slice(bucket.length) };
  return origin === ORIGIN ? { kind: 'address', path: pathname } : null;
}
