const GOLDEN_RATIO_CONJUGATE = (Math.sqrt(5) - 1) / 2;

/**
 * Deals turns, counted from 0: of so many each as often as any other, to within a few, and also to who takes every second or
 * seventh. Steps of the golden ratio lie evenly, whatever the stride; counting around would give every second one half of
 * the turns, and chance would need a hundred times as many to be as even.
 * @param start where between 0 and 1 it begins
 */
export function createRotation(start = Math.random()): (turns: number) => number {
  let point = start;
  return (turns) => {
    point = (point + GOLDEN_RATIO_CONJUGATE) % 1;
    return Math.floor(point * turns);
  };
}
