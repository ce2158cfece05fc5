import { expect, it } from 'vitest';
import { createRecordSplitter } from './records.ts';

/** All ways to cut the text into two chunks give the same records. */
function split(text: string, width: number) {
  const results = Array.from({ length: text.length + 1 }, (_, cut) => {
    const splitter = createRecordSplitter(',');
    splitter.setWidth(width);
    return [...splitter.push(text.slice(0, cut)), ...splitter.push(text.slice(cut)), ...splitter.end()];
  });
  for (const result of results) expect(result).toEqual(results[0]);
  return (results[0] ?? []).map(({ line, fields, isBroken }) => `${line}${isBroken ? '!' : ''}:${fields.join('|')}`);
}

it.each([
  ['plain', 'a,b\nc,d', ['1:a|b', '2:c|d']],
  ['all line breaks, blank lines', 'a,b\r\n\r\nc,d\r\re,f\n  \ng,h\n', ['1:a|b', '3:c|d', '5:e|f', '7:g|h']],
  ['quoted', '"a, ""x""","b\nc"\nd,e', ['1:a, "x"|b\nc', '3:d|e']],
  ['spaces around quotation marks', ' "a,x" , b\n', ['1:a,x| b']],
  ['blank fields', ',""\n"",\n', ['1:|', '2:|']],
  ['an inch', 'a,The 12" Sub Shop\nb,c', ['1:a|The 12" Sub Shop', '2:b|c']],
  ['an inch within quotation marks', '"The 12" Sub, Shop",b\nc,d', ['1:The 12" Sub, Shop|b', '2:c|d']],
  ['text after quotation marks', 'a,"Joe"s\nc,d', ['1:a|"Joe"s', '2:c|d']],
  ['never closed', 'a,"Joe\nc,d\ne,f', ['1:a|"Joe', '2:c|d', '3:e|f']],
  ['never closed, with too few fields', 'a"\n"b\nc,d', ['1!:a"', '2!:"b', '3:c|d']],
  ['never closed, and then another one', 'a,"Joe\nc,"d"\n', ['1:a|"Joe', '2:c|d']],
])('%s', (_, text, records) => {
  expect(split(text, 2)).toEqual(records);
});

it('a quotation mark that is never closed does not swallow rows up to the next one', () => {
  const text = '1,"Joe,x,y,z\n2,b,x,y,z\n3,Ann",x,y,z\n';
  expect(split(text, 5)).toEqual(['1:1|"Joe|x|y|z', '2:2|b|x|y|z', '3:3|Ann"|x|y|z']);
});

it('quotation marks at the worst places take no longer than others', () => {
  const splitter = createRecordSplitter(',');
  splitter.setWidth(2);
  const lines = ['a,"b', 'a,"""', '"a,""b', 'a,""""b'].map((line) => `${line}\n`.repeat(4000));
  expect(splitter.push(lines.join('')).length + splitter.end().length).toBeGreaterThan(4000);
});
