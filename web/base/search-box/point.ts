// A file of its own, because every public page ships it.

/** Whether a `near` value is a coordinate pair, as 'Use my location' sets it: `33.684,-117.826`. */
export const isPoint = (near: string) => /^-?\d+(\.\d+)?,\s*-?\d+(\.\d+)?$/.test(near);
