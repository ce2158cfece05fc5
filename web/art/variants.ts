/** How many pictures each county has (`scenes.ts`). */
const VARIANTS = 6;

/** The picture that belongs to an id when it stands alone: 0 to 5. */
export const getVariant = (seed: number) => Math.abs(Math.trunc(seed)) % VARIANTS;

/**
 * A picture for each of a list's ids, such that none equals any of the four before it: so neighbours differ, beside and
 * above, in grids of up to four columns. Adding to the end of the list changes nothing before it.
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
