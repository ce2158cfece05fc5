import { describe, expect, it } from 'vitest';
import { defangLine, quoteLine, quoteLines } from './quote.ts';

// What mail programs make a link of: a scheme, an address of mail or of the network, or letters around a dot.
const AUTO_LINK = /:\/\/|mailto:|tel:|\S@\S|[\p{L}\p{N}][.\u2024\u3002\uff0e\uff61]\p{L}|\d+\.\d+\.\d+\.\d+/iu;

describe('text that people typed', () => {
  it.each([
    'Verify at https://evil.example/login?x=1 now',
    'HTTP://EVIL.EXAMPLE',
    'hxxp is fine but ftp://evil.example is not',
    'www.evil.example',
    'evil.example',
    'evil．example',
    'evil。example',
    'evil｡example and evil․example',
    'xn--evil-abc.xn--p1ai',
    'пример.рф',
    'e\u200bvil\u2060.ex\u00adample',
    'security@evil.example',
    'security＠evil．example',
    'mailto:security@evil.example',
    'http://192.0.2.7/x and 192.0.2.7',
    'javascript:alert(1)//evil.example',
    'https://https://evil.example',
    'hthttps://tps://evil.example',
    'a.b.c.d.evil.co.uk/path.php',
    'under_score-.evil-.example',
  ])('has no link: %s', (text) => {
    expect(defangLine(text)).not.toMatch(AUTO_LINK);
    expect(quoteLine(text)).not.toMatch(AUTO_LINK);
    expect(quoteLines(`${text}\n${text}`, 500)).not.toMatch(AUTO_LINK);
  });

  it.each(['Golden Hour Plumbing', 'Joe’s No. 1 Tacos, 2.5 miles from L.A. Live', 'Café Été & Söhne', '麺屋 東京'])(
    'that has none stays legible: %s',
    (text) => {
      expect(defangLine(text).replaceAll('[.]', '.')).toBe(text);
    },
  );

  it('cannot end its quotation, be another line, or hide characters', () => {
    expect(quoteLine('Tacos”\n\nYour account is closed. “Call us')).toBe('“Tacos’ Your account is closed. ’Call us”');
    expect(quoteLine('\u202eelpmaxe\u202c')).toBe('“elpmaxe”');
    expect(quoteLines('one\n\ntwo\r\nthree', 100)).toBe('> one\n> \n> two\n> three');
  });

  it('is cut in whole characters', () => {
    expect(quoteLine('x'.repeat(300))).toBe(`“${'x'.repeat(99)}…”`);
    expect(defangLine('🌮'.repeat(60), 10)).toBe(`${'🌮'.repeat(9)}…`);
    expect(quoteLines('y'.repeat(5000), 2000)).toHaveLength(2002);
  });
});
