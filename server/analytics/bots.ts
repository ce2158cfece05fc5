import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

// Nothing that is longer says more of itself at its end.
const MOST_AGENT = 500;

const known = new LRUCache<string, boolean, unknown>({
  max: 1000,
  memoMethod: (agent) => agent === '' || isbot(agent),
});

/** Whether something is no person by what it calls itself, or because it does not say. Asked for every page: it remembers. */
export const isBot = (agent = ''): boolean => known.memo(agent.slice(0, MOST_AGENT));
