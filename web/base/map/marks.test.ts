import { expect, it } from 'vitest';
import { coversName } from './marks.ts';

const mark = { x: 100, y: 100, radius: 20 };

it.each<[string, [number, number], boolean]>([
  ['at its dot', [100, 100], true],
  ['at its first letter', [138, 105], true],
  ['right of it', [150, 105], false],
  ['above it', [100, 70], false],
  ['below it', [100, 150], false],
  ['with its letters from below', [100, 138], true],
])('a mark covers a name %s', (_, dot, expected) => expect(coversName(mark, 'Irvine', dot)).toBe(expected));
