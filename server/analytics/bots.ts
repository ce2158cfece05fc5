import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

// Nothing that is longer says more of itself at its end.
const MAX_USER_AGENT_LENGTH = 500;

const cache = new LRUCache<string, boolean, unknown>({
  max: 1000,
  memoMethod: (agent) => agent === '' || isbot(agent),
});

/** Whether something is no person by what it calls itself, or because it does not say. Asked for every page: it remembers. */
export const isBot = (agent = ''): boolean => cache.memo(agent.slice(0, MAX_USER_AGENT_LENGTH));
