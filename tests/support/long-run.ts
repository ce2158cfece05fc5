/** Whether this is `npm run test:long`, which repeats what `npm test` does only a few times. */
export const isLongRun = process.env.LONG_TESTS === '1';
