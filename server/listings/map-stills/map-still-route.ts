import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { PMTiles, type Source } from 'pmtiles';
import { t } from '#contract/i18n/t.ts';
import { listingIdSchema } from '#contract/listings.ts';
import { z } from '#contract/zod.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { findListingRow } from '#server/listings/read/listings.ts';
import { presentSpot } from '#server/listings/read/page-presenter.ts';
import { PURGED_FILE_CACHE_CONTROL } from '#server/photos/pictures.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound, Unavailable } from '#server/platform/http/errors.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import type { Archive } from '#server/platform/storage/map-tiles/archive.ts';
import type { MapTiles } from '#server/platform/storage/map-tiles/map-tiles.ts';
import { drawMapStill, listStillTiles, STILL_TILE_ZOOMS, type StillKind, toTilePosition } from './draw-map-still.ts';

// Some 4 kB each, at most 11 of 186 that were drawn.
const MAX_STILLS = 500;
const RETRY_SECONDS = 60;

/**
 * `/map-stills/{id of a listing}.svg`: the streets around the exact point or the area that its page shows. It is drawn at the first request, in a
 * few milliseconds, from the tiles of streets that this program serves; without them there is only the mark. Pages add the point to the address.
 */
export function mapStillRoute(
  api: Api,
  { db, gazetteer, mapTiles: { served } }: { db: Kysely<DB>; gazetteer: Gazetteer; mapTiles: MapTiles },
) {
  const stills = new LRUCache<string, string>({ max: MAX_STILLS });
  const tiles = served && new PMTiles(toSource(served.archive, served.fileName));

  api.get(
    '/map-stills/:file',
    { config: { isPurged: true }, schema: { hide: true, params: z.object({ file: z.string().max(40) }) } },
    async (request, reply) => {
      const id = listingIdSchema.safeParse(/^(\d+)\.svg$/.exec(request.params.file)?.[1]);
      if (!id.success) throw mapNotFound();
      const { point, area } = presentSpot(await findListingRow(db, id.data), gazetteer);
      const shown = point ?? area;
      if (!shown) throw mapNotFound();
      setSurrogateKeys(reply, [listingKey({ id: id.data })]);
      return reply
        .type('image/svg+xml')
        .header('cache-control', PURGED_FILE_CACHE_CONTROL)
        .send(await draw(point ? 'point' : 'area', shown));
    },
  );

  async function draw(kind: StillKind, point: { lat: number; lng: number }): Promise<string> {
    const key = `${kind} ${point.lat},${point.lng}`;
    const known = stills.get(key);
    if (known !== undefined) return known;
    const zoom = STILL_TILE_ZOOMS[kind];
    const center = toTilePosition(point, zoom);
    const found = await Promise.all(
      listStillTiles(center).map(async ({ x, y }) => {
        const tile = await tiles?.getZxy(zoom, x, y);
        return tile ? [{ x, y, data: new Uint8Array(tile.data) }] : [];
      }),
    ).catch((error) => {
      throw new Unavailable(t('Map tiles are unavailable right now. Please try again later.'), RETRY_SECONDS, error);
    });
    const still = drawMapStill(kind, center, found.flat());
    stills.set(key, still);
    return still;
  }
}

const mapNotFound = () => new NotFound(t('Map not found.'));

const toSource = (archive: Archive, key: string): Source => ({
  getKey: () => key,
  async getBytes(offset, length) {
    const end = Math.min(offset + length, archive.size) - 1;
    const bytes = await buffer(await archive.read(offset, end));
    return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer };
  },
});
