import { expect, it } from 'vitest';
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
