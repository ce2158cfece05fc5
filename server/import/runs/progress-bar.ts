import { Presets, SingleBar } from 'cli-progress';

/** Shows how much of something is done: a progress bar on a terminal, elsewhere a line at every quarter. */
export function createProgressBar(label: string) {
  if (process.stderr.isTTY) {
    const bar = new SingleBar({ format: '{bar} {percentage} %  {eta_formatted} left' }, Presets.shades_classic);
    bar.start(1, 0);
    return {
      show(done: number, total: number) {
        bar.setTotal(total);
        bar.update(done);
      },
      stop: () => bar.stop(),
    };
  }
  let quarters = 0;
  return {
    show(done: number, total: number) {
      const reached = Math.floor((4 * done) / total);
      if (reached > quarters) console.log(`${label} ${reached * 25} %`);
      quarters = reached;
    },
    stop: () => {},
  };
}
