import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { type Node, walk } from '#web/build/messages/find-messages.ts';

const SERVER = join(import.meta.dirname, '../server');
const CONSUMERS = /^(?:consume\w*RateLimit|countUses)$/;

/** The lines on which a limit is consumed within the callback of a transaction, by another connection than the transaction has. */
function findConsumed(source: string): number[] {
  const lines: number[] = [];
  walk(parseSync('source.ts', source).program as unknown as Node, (node) => {
    const isTransaction = node.type === 'CallExpression' && node.callee.property?.name === 'execute';
    if (!isTransaction || !/\.transaction\(\)/.test(source.slice(node.callee.start, node.callee.end))) return;
    for (const callback of node.arguments)
      walk(callback, (inner) => {
        if (inner.type !== 'CallExpression' || !CONSUMERS.test(inner.callee.name)) return;
        lines.push(source.slice(0, inner.start).split('\n').length);
      });
  });
  return lines;
}

it('Rate limits are consumed before a transaction begins, not while it holds a connection and its locks', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const found = files.flatMap((file) => {
    const source = readFileSync(join(SERVER, file), 'utf8');
    if (!source.includes('RateLimit(') || !source.includes('.transaction()')) return [];
    return findConsumed(source).map((line) => `${file}:${line}`);
  });
  expect(found).toEqual([]);
});

it('Such a use is found', () => {
  const source = `
    const post = (db: Kysely<DB>) =>
      db.transaction().execute(async (trx) => {
        if (await isNew(trx)) await consumeAddressRateLimit(db, 'post', address, limit);
      });`;
  expect(findConsumed(source)).toEqual([4]);
});
