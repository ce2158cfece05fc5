import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { loadOsmPlaces } from './osm-places.ts';
import type { PlacesMessage } from './osm-places-process.ts';

// The process that adds the places of OpenStreetMap while the site serves. The next start continues what it leaves.

process.once('SIGTERM', () => process.exit());
// The server has ended without a word.
process.once('disconnect', () => process.exit());

const { db, close } = await openDatabase(readEnv(), { isBackground: true });
const send = (message: PlacesMessage) => process.send?.(message);
let last = 0;
const added = await loadOsmPlaces(db, {
  progress: (percent) => {
    if (percent < last + 10) return;
    last = percent;
    send({ percent });
  },
});
process.removeAllListeners('disconnect');
await close();
process.send?.({ added } satisfies PlacesMessage, () => process.disconnect());
