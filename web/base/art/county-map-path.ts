/** The path of the SVG sheet with the shapes of county maps (`county-map-sheet.ts`). */
export const COUNTY_MAP_PATH = '/county-map.svg';
