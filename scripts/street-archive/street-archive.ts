/**
 * Writes an archive of streets for maps: `data/streets/socal.pmtiles`, or one of an operator.
 *
 *     node scripts/street-archive/street-archive.ts INPUT OUTPUT [MAX_ZOOM]
 *
 * INPUT is a PMTiles or MBTiles archive of vector tiles in the schema of Protomaps or OpenMapTiles, of the region or more. OUTPUT is a
 * PMTiles archive of the region with what our maps draw, up to MAX_ZOOM (13 without it). See data/README.md, Streets.
 */
import { statSync, writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { buildArchive } from './build-archive.ts';
import { openArchive } from './read-archive.ts';

const [input, output, maxZoom = '13'] = process.argv.slice(2);
if (!input || !output?.endsWith('.pmtiles') || !/^1?\d$/.test(maxZoom)) {
  console.error('Usage: node scripts/street-archive/street-archive.ts INPUT OUTPUT.pmtiles [MAX_ZOOM]');
  process.exit(2);
}

const archive = await openArchive(input);
const bar = new SingleBar({ format: '{bar} {percentage}% of {total} tiles, {eta} s left' });
bar.start(1, 0);
const bytes = await buildArchive(archive, { maxZoom: Number(maxZoom) }, (done, total) => {
  bar.setTotal(total);
  bar.update(done);
});
bar.stop();
archive.close();
writeFileSync(output, bytes);
console.log(`${output}: ${(statSync(output).size / 1e6).toFixed(2)} MB`);
