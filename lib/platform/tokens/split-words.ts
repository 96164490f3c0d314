import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { splitWindows } from '@/lib/platform/tokens/split-windows'

/** The words that byte-pair encoding works on; their concatenation is the text. */
export function* splitWords(text: string): Generator<string> {
  for (const window of splitWindows(text))
    for (const [word] of window.matchAll(O200K_TOKEN_SPLIT_REGEX)) yield word
}
