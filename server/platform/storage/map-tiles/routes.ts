import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { HttpError, NotFound, Unavailable } from '#server/platform/http/errors.ts';
import type { MapTiles } from './map-tiles.ts';
import { readRange } from './range.ts';

const RETRY_SECONDS = 60;

/**
 * `/map-tiles/{version}.pmtiles`: the archive of street tiles, in parts. The content of an address never changes. A request
 * without a usable range is refused, because the whole may be gigabytes.
 */
export function mapTilesRoutes(api: Api, { mapTiles }: { mapTiles: MapTiles }) {
  api.get(
    '/map-tiles/:file',
    { schema: { hide: true, params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const { served } = mapTiles;
      if (!served || request.params.file !== served.fileName) throw new NotFound(t('Map tiles not found.'));
      const { archive } = served;
      const etag = `"${served.fileName}"`;
      reply.headers({ 'accept-ranges': 'bytes', etag });
      const { range, 'if-range': validator = etag } = request.headers;
      const part = validator === etag ? readRange(range, archive.size) : null;
      if (!part) {
        reply.header('content-range', `bytes */${archive.size}`);
        throw new HttpError(416, t('Request a part of the file, of at most 4 MB.'));
      }
      const [start, end] = part;
      const bytes = await archive.read(start, end).catch((error) => {
        throw new Unavailable(t('Map tiles are unavailable right now. Please try again later.'), RETRY_SECONDS, error);
      });
      return reply
        .code(206)
        .headers({
          'content-type': 'application/vnd.pmtiles',
          'content-length': end - start + 1,
          'content-range': `bytes ${start}-${end}/${archive.size}`,
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .send(bytes);
    },
  );
}
