import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'

/** The expression recurses over a long run of letters; beyond some hundred thousand it overflows the stack. */
const WINDOW_CHARS = 32_768
const LOOK_BACK_CHARS = 4_096

/** The words that byte-pair encoding works on; their concatenation is the text. */
export function* splitWords(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    const end = findWindowEnd(text, start)
    const window = start === 0 && end === text.length ? text : text.slice(start, end)
    for (const [word] of window.matchAll(O200K_TOKEN_SPLIT_REGEX)) yield word
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
