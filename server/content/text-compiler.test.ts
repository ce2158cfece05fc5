import { afterAll, expect, it } from 'vitest';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { CompileTimeout, createTextCompiler } from './text-compiler.ts';

const compiler = createTextCompiler(new Set(['kern-county']));
afterAll(compiler.close);

const compile = (markdown: string, timeoutMs = scaleTimeout(5000)) => {
  const source = { fields: { title: 'Questions' }, markdown };
  return compiler.compile({ key: 'contact-faq', source, publishedOn: '2026-11-26', issuesIn: 'en' }, timeoutMs);
};
// Marked takes seconds for it, more than four times as many as for half of it.
const SLOW = `${'a.'.repeat(50_000)}@`;

it('compiles texts one after the other, and ends for one that takes too long while this thread goes on', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  const results = await Promise.allSettled([compile('## One?\n\nYes.'), compile(SLOW, 300), compile('## Two?\n\nNo.')]);
  clearInterval(timer);
  expect(results).toMatchObject([
    { value: { text: { questions: [{ id: 'one' }] } } },
    { reason: expect.any(CompileTimeout) },
    { value: { text: { questions: [{ id: 'two' }] } } },
  ]);
  expect(turns).toBeGreaterThan(10);
});

it('compiles again after it was closed', async () => {
  await compiler.close();
  expect((await compile('Words.')).issues).toMatchObject([{ path: 'markdown', line: 1 }]);
});
