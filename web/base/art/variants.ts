/** The number of pictures of each county (`scenes.ts`). */
const VARIANTS = 6;

/** The variant of a single id: 0 to 5. */
export const getVariant = (seed: number) => Math.abs(Math.trunc(seed)) % VARIANTS;

/**
 * The variants of a list of ids, such that each differs from the four before it: in grids of up to four columns, horizontal
 * and vertical neighbours differ. Appending ids does not change the variants before them.
 */
export function getVariants(seeds: readonly number[]): number[] {
  const variants: number[] = [];
  for (const seed of seeds) {
    let variant = getVariant(seed);
    const near = variants.slice(-4);
    while (near.includes(variant)) variant = (variant + 1) % VARIANTS;
    variants.push(variant);
  }
  return variants;
}
