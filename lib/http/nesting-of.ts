const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{`, `]` and `}` differ in one bit. */
const BRACKET_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/** How deep arrays and objects lie in each other in a JSON text. Texts in quotes are skipped without being looked at. */
export function nestingOf(json: Buffer): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) at = endOfText(json, at)
    else if ((byte | BRACKET_BIT) === OPENING) deepest = Math.max(deepest, ++depth)
    else if ((byte | BRACKET_BIT) === CLOSING) depth--
  }
  return deepest
}

/** The place of the quote that ends the text which begins at `start`. */
function endOfText(json: Buffer, start: number): number {
  let end = start
  let escapes: number
  do {
    end = json.indexOf(QUOTE, end + 1)
    if (end < 0) return json.length
    escapes = 0
    while (json[end - 1 - escapes] === BACKSLASH) escapes++
  } while (escapes % 2 === 1)
  return end
}
