/** Whether this is `npm run test:long`, which repeats many times what `npm test` does a few times. */
export const isLongRun = process.env.LONG_TESTS === '1';

/** Whether this is `npm run test:ci`, which runs the browser tests that `npm test` leaves out, with its numbers of repetitions. */
export const isRestRun = process.env.REST_TESTS === '1';

/** Whether this is `npm run test:faults`, which also runs the tests of `tests/faults/outages/`. */
export const isFaultRun = process.env.FAULT_TESTS === '1';

/** The number of repetitions: in `npm test`, and in `npm run test:long`. */
export const repetitions = (usual: number, long: number): number => (isLongRun ? long : usual);

/** The cases to test: all of them in `npm run test:long`, only the first `usual` ones in `npm test`. */
export const selectCases = <T>(usual: number, all: readonly T[]): readonly T[] =>
  isLongRun ? all : all.slice(0, usual);

/**
 * The cases to test: all of them in `npm run test:long`, each n-th one in `npm test`, others for each seed.
 * @param offset of the first one, so that tests of the same cases divide them among themselves
 */
export const selectEveryNth = <T>(n: number, all: readonly T[], offset = 0): readonly T[] => {
  const remainder = (Number(process.env.TEST_SEED) + offset) % n;
  return isLongRun ? all : all.filter((_, i) => i % n === remainder);
};
