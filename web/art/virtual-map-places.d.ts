declare module 'virtual:map-places' {
  export const mapPlaces: import('./map-places.ts').MapPlace[];
}
