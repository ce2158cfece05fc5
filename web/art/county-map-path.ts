/** Where the sheet that maps of the counties are drawn from is served (`county-map-sheet.ts`). */
export const COUNTY_MAP_PATH = '/county-map.svg';
