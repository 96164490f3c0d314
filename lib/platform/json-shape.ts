/** Whether arrays and objects of a JSON text lie in each other deeper than `most` levels. */
export function isNestedDeeper(json: Buffer, most: number): boolean {
  // What has no more brackets than that is not nested deeper either, which is told much faster.
  return countOf(json, '{', most) + countOf(json, '[', most) > most && shapeOf(json).depth > most
}

/** How often a character occurs; counted no further than one above `most`. */
function countOf(text: Buffer, character: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1))
    count++
  return count
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
/** `[` and `{`, `]` and `}` differ in one bit. */
const BRACKET_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/**
 * How deep arrays and objects of a JSON text lie in each other, and how many values it has, names not counted. It is read no
 * further than it has `most` of these. Texts in quotes are skipped without being looked at.
 */
export function shapeOf(json: Buffer, most = Number.POSITIVE_INFINITY): { depth: number; values: number } {
  let depth = 0
  let deepest = 0
  let values = 1
  for (let at = 0; at < json.length && values <= most; at++) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === COMMA) values++
    else if ((byte | BRACKET_BIT) === OPENING) {
      deepest = Math.max(deepest, ++depth)
      values++
    } else if ((byte | BRACKET_BIT) === CLOSING) depth--
  }
  return { depth: deepest, values }
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
