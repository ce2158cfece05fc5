import { ADDRESS_FILE } from '#server/geocoding/addresses/load-streets.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { SAMPLE_FILES } from './samples.ts';

/** What the table of streets is loaded from: the shipped addresses, and the businesses of `data/` whose addresses and points are known. */
export const STREET_FILES = { addresses: ADDRESS_FILE, known: SAMPLE_FILES.map((file) => new URL(file, DATA_FOLDER)) };
