declare module 'virtual:county-map' {
  export const countyMap: import('#web/base/art/county-shapes.ts').CountyMapMeasures;
}
