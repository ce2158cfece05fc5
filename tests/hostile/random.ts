/** Random choices that a seed determines, so that a failing run can be repeated. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** Whether something of this probability happens. */
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  between(min: number, max: number): number;
  pick<T>(values: readonly T[]): T;
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (values) => values[between(0, values.length - 1)] as never,
  };
}
