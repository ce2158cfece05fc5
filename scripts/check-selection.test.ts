import { expect, test } from 'vitest';
import { selectChecks } from './check-selection.ts';

test('without arguments everything runs', () => {
  const { quick, suites } = selectChecks([], '/reports');
  expect([...quick, ...suites].map(({ name }) => name)).toEqual([
    'types',
    'lint',
    'unused',
    'schema',
    'tests',
    'browser',
  ]);
});

test('checks are chosen by name', () => {
  const { quick, suites } = selectChecks(['lint', 'types'], '/reports');
  expect([...quick, ...suites].map(({ name }) => name)).toEqual(['types', 'lint']);
});

test('a file or folder runs with the tool that it is for', () => {
  const { suites } = selectChecks(['server/places', 'tests/browser', 'tests/faults'], '/reports');
  expect(suites.map(({ command }) => [command[0], command.filter((arg) => /^(server|tests)\//.test(arg))])).toEqual([
    ['vitest', ['server/places', 'tests/faults']],
    ['playwright', ['tests/browser']],
  ]);
});

test('the long tests are those of Vitest', () => {
  const { quick, suites } = selectChecks(['long'], '/reports');
  expect([quick, suites.map(({ name, env }) => [name, env])]).toEqual([[], [['tests', { LONG_TESTS: '1' }]]]);
});

test('an argument that is neither a check nor a file is refused with what there is', () => {
  expect(() => selectChecks(['typos'], '/reports')).toThrow(
    'No such check or file: typos. Checks: types, lint, unused, schema, tests, browser, changed, long;',
  );
});
