declare module 'virtual:county-map' {
  export const countyMap: import('./county-shapes.ts').CountyMapMeasures;
}
