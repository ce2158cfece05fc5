import { expect, it } from 'vitest';
import { toHtml } from './html.ts';
import { quoteLines } from './quote.ts';
import { toButton } from './write-email.ts';

const site = { siteName: 'The Directory', origin: 'https://directory.example' };
const render = (text: string) => toHtml({ ...site, subject: 'New message', text });

it('An email as HTML has paragraphs, quotations, lists, links and a footer', () => {
  const html = render(`Hello,

Maria & Co. wrote:

> Our water heater leaks.
>
> <b>Thursday?</b>

Answer here: https://directory.example/conversations/12#token=abc

- https://directory.example/help
- Two

The Directory
Irvine

--
100 Main Street`);
  expect(html).toContain('<p>Maria &#38; Co. wrote:</p>');
  expect(html).toContain('<blockquote>Our water heater leaks.\n\n&#60;b&#62;Thursday?&#60;/b&#62;</blockquote>');
  expect(html).toContain(
    '<p>Answer here: <a href="https://directory.example/conversations/12#token=abc">directory.example/conversations/12</a></p>',
  );
  expect(html).toContain(
    '<ul>\n<li><a href="https://directory.example/help">directory.example/help</a></li>\n<li>Two</li>\n</ul>',
  );
  expect(html).toContain('<p>The Directory<br>\nIrvine</p>');
  expect(html).toContain('<div class="footer">\n<p>100 Main Street</p>\n</div>');
  expect(html).not.toMatch(/<(?:img|script|link)|url\(/);
});

it('The paragraph of a button is one, if its link leads to the site', () => {
  expect(
    render(`Hello,\n\n${toButton('Read & answer', 'https://directory.example/conversations/12#token=abc')}`),
  ).toContain(
    '<p><a class="button" href="https://directory.example/conversations/12#token=abc">Read &#38; answer</a></p>',
  );
  expect(render(toButton('Read', 'https://directory.example.attacker.example/x'))).not.toContain('<a ');
});

it('An email as HTML says its language', () => {
  expect(render('Hello')).toContain('<html lang="en">');
  expect(toHtml({ ...site, subject: 'Hola', text: 'Hola', language: 'es' })).toContain('<html lang="es">');
});

it('Only addresses of the site become links, and only as far as they go', () => {
  expect(render('See https://directory.example/help, or https://directory.example.attacker.example/x.')).toContain(
    '<p>See <a href="https://directory.example/help">directory.example/help</a>, or https://directory.example.attacker.example/x.</p>',
  );
  expect(render('https://directory.example/a"onclick=x')).not.toContain('onclick=x"');
  expect(render('<https://directory.example/a>')).not.toContain('<https');
  const typed = render(quoteLines('https://directory.example/evil and https://evil.example/ "><script>', 200));
  expect(typed).not.toMatch(/<a |<script/);
});
