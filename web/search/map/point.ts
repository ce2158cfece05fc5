// Apart from what else is known of a search, because every page ships this file.

/** Whether a place is a point of a map, as 'Use my location' gives it: `33.684,-117.826`. */
export const isPoint = (near: string) => /^-?\d+(\.\d+)?,\s*-?\d+(\.\d+)?$/.test(near);
