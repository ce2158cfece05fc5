/** The address of the picture of the streets around a listing's exact point or in its area. It changes with the point, since it may be kept for a year. */
export const toMapStill = (id: number, { lat, lng }: { lat: number; lng: number }) =>
  `/map-stills/${id}.svg?at=${lat},${lng}`;
