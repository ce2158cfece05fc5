// Markup as React and our own document write it: attributes in double quotes, texts with every `<` escaped.
const ATTRIBUTES = String.raw`(?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*`;
const TOKEN = new RegExp(
  String.raw`<!DOCTYPE html>|<!--(?:\$!?|/\$| )?-->|<(?<raw>script|style)(?<rawAttributes>${ATTRIBUTES})\s*>(?<content>.*?)</\k<raw>>|</[\w:-]+>|<(?<name>[\w:-]+)(?<attributes>${ATTRIBUTES})\s*/?>`,
  'gsi',
);
// Styles are files.
const FORBIDDEN_ELEMENTS = /^(style|iframe|object|embed|base|portal|applet|frame|frameset)$/i;
// Booked ads with HTML: the sandbox of their frame allows nothing, and their answer has a policy of its own.
const AD_FRAME = /^ src="\/api\/ad-frames\/\d+" title="[^"<]*" sandbox="" inert="" loading="lazy"$/;
const URL_ATTRIBUTES = /^((xlink:)?href|src|data|action|formaction|poster|background|ping)$/i;
const SAFE_URL = /^(https?:|tel:|mailto:|sms:|[/#?]|$)/i;

/**
 * What a browser would execute in a page, or read as something else than the server meant: forbidden elements, event handlers,
 * addresses with other schemes, inline scripts, JSON that does not parse, and every `<` that begins none of our tokens.
 */
export function findLiveMarkup(html: string): string[] {
  const live: string[] = [];
  const texts = html.replaceAll(TOKEN, (token, ...groups) => {
    const { raw, rawAttributes, content, name, attributes } = groups.at(-1) as Record<string, string | undefined>;
    if (isLive(raw ?? name ?? '', rawAttributes ?? attributes ?? '', content)) live.push(token.slice(0, 300));
    return '';
  });
  const position = texts.indexOf('<');
  return position === -1 ? live : [...live, texts.slice(position, position + 300)];
}

function isLive(name: string, attributeText: string, content: string | undefined): boolean {
  if (attributeText.includes('<')) return true;
  const attributes = [...attributeText.matchAll(/([^\s="]+)(?:="([^"]*)")?/g)].map(
    ([, attribute = '', value = '']) => [attribute, decodeEntities(value)] as const,
  );
  const value = (wanted: string) => attributes.find(([attribute]) => attribute === wanted)?.[1];
  if (/^iframe$/i.test(name) && AD_FRAME.test(attributeText)) return false;
  if (FORBIDDEN_ELEMENTS.test(name)) return true;
  if (name === 'meta' && attributes.some(([attribute]) => /^http-?equiv$/i.test(attribute))) return true;
  if (/^script$/i.test(name)) {
    if (/json$/.test(value('type') ?? '')) return !isJson(content ?? '');
    return !value('src')?.startsWith('/') || content !== '';
  }
  return attributes.some(
    ([attribute, text]) =>
      /^(on|srcdoc$)/i.test(attribute) ||
      (URL_ATTRIBUTES.test(attribute) && !SAFE_URL.test(text)) ||
      (attribute === 'style' && /ran\(|expression|url\(/i.test(text)),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&amp;': '&',
};
const decodeEntities = (text: string) =>
  text.replaceAll(/&(lt|gt|quot|#x27|#39|amp);/g, (entity) => ENTITIES[entity] ?? '');
