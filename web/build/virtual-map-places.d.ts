declare module 'virtual:map-places' {
  export const mapPlaces: import('../art/map-places.ts').MapPlace[];
}
