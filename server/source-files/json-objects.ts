/** Thrown when the text ends within an object. */
export class CutOffJson extends Error {
  override readonly name = 'CutOffJson';
}

// A feature has some thousand characters; an area of OpenStreetMap can have a million.
const MAX_OBJECT_LENGTH = 20_000_000;

/**
 * Divides text into its objects, in bounded memory: those of a sequence, one on each line or after record separators (RFC 8142), or
 * those of the array 'features' of a FeatureCollection or 'elements' of Overpass.
 * @throws {CutOffJson} when the text ends within an object, or an object is longer than any feature
 */
export async function* readJsonObjects(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let pending = '';
  let position = 0;
  let start = -1;
  let depth = 0;
  let isInString = false;
  let isHeadRead = false;
  let isArrayOpen = false;
  for await (const chunk of chunks) {
    pending += chunk;
    if (!isHeadRead) {
      position = findFeatures(pending);
      isArrayOpen = position > 0;
      isHeadRead = true;
    }
    for (; position < pending.length; position++) {
      const code = pending.charCodeAt(position);
      if (isInString) {
        if (code === BACKSLASH) position++;
        else if (code === QUOTE) isInString = false;
      } else if (code === QUOTE) isInString = depth > 0;
      else if (code === OPENING_BRACE) {
        if (depth === 0) start = position;
        depth++;
      } else if (code === CLOSING_BRACKET && depth === 0) isArrayOpen = false;
      else if (code === CLOSING_BRACE && depth > 0) {
        depth--;
        if (depth === 0) {
          yield pending.slice(start, position + 1);
          start = -1;
        }
      }
    }
    if (pending.length - Math.max(start, 0) > MAX_OBJECT_LENGTH && start !== -1) throw new CutOffJson();
    const unread = start === -1 ? pending.length : start;
    pending = pending.slice(unread);
    position -= unread;
    if (start !== -1) start = 0;
  }
  if (depth > 0 || isArrayOpen) throw new CutOffJson();
}

const [QUOTE, BACKSLASH, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [34, 92, 93, 123, 125];

/** Where the features of a FeatureCollection, or the elements of Overpass, begin; 0 in a sequence. */
function findFeatures(head: string) {
  const match = /"(?:features|elements)"\s*:\s*\[/.exec(head);
  if (!match) return 0;
  const before = head.slice(0, match.index);
  return /"Feature"/.test(before) ? 0 : match.index + match[0].length;
}
