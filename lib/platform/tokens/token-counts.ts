import { splitWindows } from '@/lib/platform/tokens/split-windows'
import { splitWords } from '@/lib/platform/tokens/split-words'
import { toLatin1Bytes } from '@/lib/platform/tokens/to-latin1-bytes'
import { tokenEnds } from '@/lib/platform/tokens/token-ends'
import { tokenVocabulary } from '@/lib/platform/tokens/token-vocabulary'

/**
 * How many o200k_base tokens each piece of the text has: their sum is what the text has, and whoever counts may stop or
 * rest in between. Never throws: `<|endoftext|>` and its like are counted as the plain text they are, an unpaired
 * surrogate as U+FFFD. Linear in practice, whatever the text (gpt-tokenizer's own merge takes over a minute for 120,000
 * Chinese characters without a stop).
 */
export function* tokenCounts(text: string): Generator<number> {
  const vocabulary = tokenVocabulary()
  for (const window of splitWindows(text)) {
    let count = 0
    for (const word of splitWords(window)) count += tokenEnds(toLatin1Bytes(word), vocabulary).length
    yield count
  }
}
