import { expect, test } from 'vitest';
import { selectChecks } from './check-selection.ts';

test('without arguments all checks are selected', () => {
  const { quick, suites } = selectChecks([], '/reports');
  expect([...quick, ...suites].map(({ name }) => name)).toEqual(['types', 'lint', 'unused', 'tests', 'browser']);
});

test('checks are selected by name', () => {
  const { quick, suites } = selectChecks(['lint', 'types'], '/reports');
  expect([...quick, ...suites].map(({ name }) => name)).toEqual(['types', 'lint']);
});

test('a file or folder is passed to its suite', () => {
  const { suites } = selectChecks(['server/places', 'tests/browser', 'tests/faults'], '/reports');
  expect(suites.map(({ command }) => [command[0], command.filter((arg) => /^(server|tests)\//.test(arg))])).toEqual([
    ['vitest', ['server/places', 'tests/faults']],
    ['playwright', ['tests/browser']],
  ]);
});

test('`long` selects both suites with many repetitions', () => {
  const { quick, suites } = selectChecks(['long'], '/reports');
  expect([quick, suites.map(({ name, env }) => [name, env?.LONG_TESTS])]).toEqual([
    [],
    [
      ['tests', '1'],
      ['browser', '1'],
    ],
  ]);
});

test('`faults` selects the tests of faults, with kills and outages', () => {
  const { suites } = selectChecks(['faults'], '/reports');
  expect(suites.map(({ command, env }) => [command.at(-1), env])).toEqual([
    ['tests/faults', { LONG_TESTS: '1', FAULT_TESTS: '1' }],
  ]);
});

test('`ci` selects what is not run without arguments: the other browser tests, then kills and outages', () => {
  const { quick, suites, inOrder } = selectChecks(['ci'], '/reports');
  expect([quick, inOrder, suites.map(({ name, env }) => [name, env?.REST_TESTS, env?.FAULT_TESTS])]).toEqual([
    [],
    true,
    [
      ['browser', '1', undefined],
      ['tests', undefined, '1'],
    ],
  ]);
});

test('an unknown argument is refused with the possible values', () => {
  expect(() => selectChecks(['typos'], '/reports')).toThrow(
    'No such check or file: typos. Checks: types, lint, unused, tests, browser, changed, long, faults, ci;',
  );
});
