import { expect, it } from 'vitest';
import { insertBlock } from './insert-block.ts';

const PICTURE = '![A pier](picture:7)';

it.each([
  ['an empty text', '|', `${PICTURE}\n`],
  ['the end of a sentence', 'One.|', `One.\n\n${PICTURE}\n`],
  ['the middle of a sentence', 'One| two.\n\nThree.\n', `One two.\n\n${PICTURE}\n\nThree.\n`],
  ['the middle of the last one', 'One.\n\nTwo| three.', `One.\n\nTwo three.\n\n${PICTURE}\n`],
  ['the beginning of a paragraph', 'One.\n\n|Two.', `One.\n\n${PICTURE}\n\nTwo.`],
  ['the beginning of the text', '|One.', `${PICTURE}\n\nOne.`],
  ['an empty line', 'One.\n\n|\n\nTwo.', `One.\n\n${PICTURE}\n\nTwo.`],
])('A picture at %s is a paragraph of its own', (_where, marked, expected) => {
  const at = marked.indexOf('|');
  expect(insertBlock(marked.replace('|', ''), at, at, PICTURE)).toBe(expected);
});

it('A picture replaces what is selected', () => {
  expect(insertBlock('One two three', 4, 7, PICTURE)).toBe(`One\n\n${PICTURE}\n\nthree`);
});
