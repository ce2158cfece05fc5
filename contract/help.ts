import { MAX_HELP_SEARCH_LENGTH } from './limits.ts';
import { z } from './zod.ts';

/** `POST /api/help/searches`: words that no answer of the help is about. */
export const unansweredSearchSchema = z.object({ words: z.string().trim().min(1).max(MAX_HELP_SEARCH_LENGTH) });
