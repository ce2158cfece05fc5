import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '#server/platform/edit-distance.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { maxEditDistance, spellingDistance, toSpelling } from './spelling.ts';

const distance = (written: string, known: string, isSpanish: boolean) =>
  spellingDistance(toSpelling(written, { isSpanish: true }), toSpelling(known, { isSpanish }), 3);

it.each([
  ['yave', 'llave'],
  ['avogado', 'abogado'],
  ['sapateria', 'zapateria'],
  ['poyo', 'pollo'],
  ['keso', 'queso'],
  ['uevos', 'huevos'],
  ['jimnacio', 'gimnasio'],
  ['senverguenza', 'semberguenza'],
])('%s sounds like %s in Spanish', (written, known) => {
  expect(distance(written, known, true)).toBe(0.5);
  expect(distance(written, known, false)).toBeGreaterThan(0.5);
});

it.each([
  ['coche', 'coce'],
  ['casa', 'caza'],
  ['bay', 'ball'],
])('%s and %s are as alike as their letters where the known word is not Spanish', (written, known) => {
  expect(distance(written, known, false)).toBeGreaterThanOrEqual(1);
});

it('Longer words may have more wrong letters', () => {
  expect([1, 3, 4, 5, 6, 8, 9, 20].map(maxEditDistance)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

it('sounds that differ in Spanish are told apart', () => {
  expect(distance('coche', 'cose', true)).toBeGreaterThanOrEqual(1);
  expect(distance('gato', 'jato', true)).toBe(1.5);
});

it('words of which few sounds are left are no other word', () => {
  expect(distance('zzqqxx', 'six', true)).toBeGreaterThan(3);
  expect(distance('zzqqxx', 'six', false)).toBeGreaterThan(3);
});

it('no word is ruled out whose letters are near enough', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aeirstln'), minLength: 4, maxLength: 9 });
  fc.assert(
    fc.property(letters, letters, (first, second) => {
      const [a, b] = [`p${first}`, `p${second}`];
      const max = maxEditDistance(a.length);
      const distance = editDistance(a, b, max);
      if (distance <= max) expect(spellingDistance(toSpelling(a), toSpelling(b), max)).toBeLessThanOrEqual(distance);
    }),
    {
      numRuns: repetitions(3000, 300_000),
      examples: [
        ['aeiost', 'aeirst'],
        ['aeirst', 'aeirstln'],
        ['aeirstl', 'aeirsaa'],
      ],
    },
  );
});
