import pg from 'pg';

const MAX_STATEMENTS = 500;
const MAX_PARAMETERS = 30;
const INT8 = 20;
const INT8_ARRAY = 1016;

// Names are given once per process and text. They end with the connection that used them.
const statementNames = new Map<string, string>();
let nextStatementId = 1;

/**
 * A connection that lets PostgreSQL keep the plan of every query that comes again: it names them. Only queries with few
 * parameters count, and only so many, so that bulk inserts of ever new lengths do not fill the server's memory.
 * See docs/decisions/0009-named-prepared-statements.md.
 */
export class PreparedStatementClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection may break while a transaction holds it, when the pool does not listen. The query in it then fails.
    this.on('error', () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads this eight times; only one of them is of interest here.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const name = rest.length === 0 && Array.isArray(values) ? getStatementName(text, values) : undefined;
    const send = super.query.bind(this) as (...args: unknown[]) => Promise<unknown>;
    if (name === undefined) return send(...args);
    const isOutsideTransaction = this.getTransactionStatus() === 'I';
    return send({ name, text, values }).catch((error: pg.DatabaseError) => {
      if (error.routine !== 'RevalidateCachedQuery') throw error;
      // A migration changed what the query answers: plans made before are of no use, new names get new ones.
      statementNames.clear();
      if (isOutsideTransaction) return send(text, values);
      throw error;
    });
  }
}

function getStatementName(text: unknown, values: unknown[]): string | undefined {
  if (typeof text !== 'string' || values.length > MAX_PARAMETERS || !/^\s*(select|with)\b/i.test(text))
    return undefined;
  const known = statementNames.get(text);
  if (known || statementNames.size >= MAX_STATEMENTS) return known;
  const name = `q${nextStatementId++}`;
  statementNames.set(text, name);
  return name;
}

/** Reads `bigint` as a number: ids and counts are, and stay below 2^53. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    // biome-ignore lint/suspicious/noExplicitAny: pg types its parsers so.
    const parse = pg.types.getTypeParser(oid, format as any);
    if (oid === INT8_ARRAY) return (text: string) => (parse(text) as (string | null)[]).map((id) => id && Number(id));
    return parse;
  },
};
