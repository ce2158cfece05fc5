import { sql } from 'kysely';

/** The hash of the address in a row of `listings`, under the name that the query gives the table. */
export const hashAddress = (table: string) =>
  sql`sha256(convert_to(lower(${sql.ref(`${table}.address`)}) || E'\n' || ${sql.ref(`${table}.zip`)}, 'UTF8'))`;
