import pg from 'pg';

const MAX_STATEMENTS = 500;
const MAX_PARAMETERS = 30;
/** The SQLSTATE of a write on a server that only reads, such as the former primary after a failover. */
export const READ_ONLY_TRANSACTION = '25006';
// Longer than the statement timeout, with which the server answers that it has canceled a query.
const RESPONSE_TIMEOUT_MS = 15_000;
const INT8 = 20;
const INT8_ARRAY = 1016;

// One name per query text in each process. A prepared statement ends with its connection.
const statementNames = new Map<string, string>();
let nextStatementId = 1;

/** Gives queries new names, and so new plans. Exported for tests, which share a process and use up its names. */
export const forgetStatementNames = () => statementNames.clear();

/**
 * A connection that names repeated queries, so that PostgreSQL caches their plans. Only queries with few parameters are
 * named, and at most 500 of them, so that bulk queries of many different lengths do not fill the server's memory.
 * See docs/decisions/0009-named-prepared-statements.md.
 *
 * It ends when the server refuses to write, or leaves a query without a response for 15 seconds while the statement timeout of
 * the pool holds. The pool then opens another one.
 */
export class PreparedStatementClient extends pg.Client {
  /** Until when the statement timeout of the pool does not hold. */
  #ownTimeout: 'end of transaction' | 'reset' | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool does not listen while a transaction holds the connection. If it breaks then, the running query fails.
    this.on('error', () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads this eight times; only one overload is named here.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const name = rest.length === 0 && Array.isArray(values) ? getStatementName(text, values) : undefined;
    const send = super.query.bind(this) as (...args: unknown[]) => Promise<unknown>;
    if (name === undefined) return this.#endIfUseless(text, send(...args));
    const isOutsideTransaction = this.getTransactionStatus() === 'I';
    const response = send({ name, text, values }).catch((error: pg.DatabaseError) => {
      if (error.routine !== 'RevalidateCachedQuery') throw error;
      // A migration changed the columns of the result, which makes the cached plans invalid. New names get new plans.
      forgetStatementNames();
      if (isOutsideTransaction) return send(text, values);
      throw error;
    });
    return this.#endIfUseless(text, response);
  }

  /** Ends the connection at once: its queries fail. */
  destroy() {
    // Marks it as ending, so that the pool does not use it again.
    this.end().catch(() => {});
    this.connection.stream.destroy();
  }

  /** @param response nothing, if the query was given a callback */
  #endIfUseless(text: unknown, response: Promise<unknown> | undefined) {
    this.#noteTimeout(text);
    if (!(response instanceof Promise)) return response;
    const timer = this.#ownTimeout ? undefined : setTimeout(() => this.destroy(), RESPONSE_TIMEOUT_MS);
    return response
      .catch((error: pg.DatabaseError) => {
        if (error.code === READ_ONLY_TRANSACTION) this.destroy();
        throw error;
      })
      .finally(() => clearTimeout(timer));
  }

  #noteTimeout(text: unknown) {
    if (this.#ownTimeout === 'end of transaction' && this.getTransactionStatus() === 'I') this.#ownTimeout = undefined;
    if (typeof text !== 'string' || !text.includes('statement_timeout')) return;
    if (/\breset\b/i.test(text)) this.#ownTimeout = undefined;
    else this.#ownTimeout = /\bset\s+statement_timeout/i.test(text) ? 'reset' : 'end of transaction';
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

/** Parses `bigint` as a number: all of ours are ids and counts, which stay below 2^53. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    // biome-ignore lint/suspicious/noExplicitAny: the type of pg has overloads that exclude the union.
    const parse = pg.types.getTypeParser(oid, format as any);
    if (oid === INT8_ARRAY) return (text: string) => (parse(text) as (string | null)[]).map((id) => id && Number(id));
    return parse;
  },
};
