/** Whether this is `npm run test:long`, which repeats what `npm test` does only a few times. */
export const isLongRun = process.env.LONG_TESTS === '1';

/** How often something is done: in `npm test`, and in `npm run test:long`. */
export const repetitions = (usual: number, long: number): number => (isLongRun ? long : usual);
