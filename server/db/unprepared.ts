import { sql } from 'kysely';

/**
 * Marks a statement, at its beginning, as not to be prepared (server/db/pool.ts): its text varies too much for the bounded number of
 * prepared statements of a connection, or its plan has to fit its values.
 */
export const unprepared = sql`-- unprepared
`;
