import { expect, it } from 'vitest';
import { findLiveMarkup } from './live-markup.ts';
import { getHostileScripts } from './scripts.ts';

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (char) => `&#x${char.charCodeAt(0).toString(16)};`).replaceAll('&#x26;', '&amp;');
const inPage = (text: string) => `<!DOCTYPE html><html><body><p class="text-lg">${text}</p></body></html>`;

it('a text is live if it has markup that is not escaped', () => {
  const scripts = getHostileScripts();
  expect(scripts.filter((script) => findLiveMarkup(inPage(escapeHtml(script))).length > 0)).toEqual([]);
  const missed = scripts.filter((script) => findLiveMarkup(inPage(script)).length === 0);
  expect(missed.filter((script) => /<[a-z!]/i.test(script))).toEqual([]);
});

it.each([
  '<a href="javascript:ran(0)">here</a>',
  '<a href="data:text/html,x">here</a>',
  '<img src="/x.png" onerror="ran(0)"/>',
  '<p style="background:url(x)">here</p>',
  '<meta http-equiv="refresh" content="0"/>',
  '<base href="/x"/>',
  '<iframe srcdoc="x"></iframe>',
  '<iframe src="/api/ad-frames/1" title="x" sandbox="allow-scripts" inert="" loading="lazy"></iframe>',
  '<iframe src="/ads/1" title="x" sandbox="" inert="" loading="lazy"></iframe>',
  '<script>ran(0)</script>',
  '<script src="https://scripts.example/x.js"></script>',
  '<script type="application/json">{"a":"</script><script>ran(0)</script>',
])('%s is live', (markup) => {
  expect(findLiveMarkup(inPage(markup))).not.toEqual([]);
});

it.each([
  '<a href="/ads/1?a=1&amp;b=2">here</a>',
  '<a href="tel:+19495550100">here</a>',
  '<iframe src="/api/ad-frames/1" title="An ad" sandbox="" inert="" loading="lazy"></iframe>',
  '<script src="/assets/x.js" type="module" async=""></script>',
  '<script type="application/ld+json">{"name":"\\u003cscript>"}</script>',
])('%s is not', (markup) => {
  expect(findLiveMarkup(inPage(markup))).toEqual([]);
});
