import { addProtocol } from 'maplibre-gl';
import { Protocol } from 'pmtiles';

export { toStreetLayers } from './street-layers.ts';

const PROTOCOL = 'pmtiles';

let added = false;

/** Lets MapLibre read a PMTiles archive in parts. @returns the URL of its source */
export function toTilesUrl(path: string): string {
  if (!added) addProtocol(PROTOCOL, new Protocol().tile);
  added = true;
  return `${PROTOCOL}://${path}`;
}
