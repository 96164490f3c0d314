/** The words' expression recurses over a long run of letters; beyond some hundred thousand it overflows the stack. */
const WINDOW_CHARS = 32_768
const LOOK_BACK_CHARS = 4_096

/** Pieces of the text that have the same words as the whole; their concatenation is the text. */
export function* splitWindows(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    const end = findWindowEnd(text, start)
    yield start === 0 && end === text.length ? text : text.slice(start, end)
    start = end
  }
}

/** A blank after a non-blank always begins a word, so that a cut there changes no token. */
function findWindowEnd(text: string, start: number): number {
  const limit = start + WINDOW_CHARS
  if (limit >= text.length) return text.length
  for (let at = limit; at > limit - LOOK_BACK_CHARS; at--) {
    if (text[at] === ' ' && !/\s/.test(text[at - 1] ?? ' ')) return at
  }
  const isInsidePair = (text.charCodeAt(limit) & 0xfc00) === 0xdc00
  return isInsidePair ? limit + 1 : limit
}
