import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

// The end of a longer user agent says nothing more about a bot.
const MAX_USER_AGENT_LENGTH = 500;

const cache = new LRUCache<string, boolean, unknown>({
  max: 1000,
  memoMethod: (agent) => agent === '' || isbot(agent),
});

/** Whether a user agent is that of a bot, or missing. Cached, because it is called for every page request. */
export const isBot = (agent = ''): boolean => cache.memo(agent.slice(0, MAX_USER_AGENT_LENGTH));
