declare module 'virtual:county-map' {
  export const countyMap: import('../art/county-shapes.ts').CountyMapMeasures;
}
