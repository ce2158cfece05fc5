declare module 'virtual:map-places' {
  export const mapPlaces: import('#web/base/art/map-places.ts').MapPlace[];
}
