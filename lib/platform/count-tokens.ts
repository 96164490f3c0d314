import { splitWords } from '@/lib/platform/tokens/split-words'
import { toLatin1Bytes } from '@/lib/platform/tokens/to-latin1-bytes'
import { tokenEnds } from '@/lib/platform/tokens/token-ends'
import { tokenVocabulary } from '@/lib/platform/tokens/token-vocabulary'

/**
 * How many o200k_base tokens the text has. Never throws: `<|endoftext|>` and its like are counted as the plain text
 * they are, an unpaired surrogate as U+FFFD. Linear in practice, whatever the text (gpt-tokenizer's own merge takes
 * over a minute for 120,000 Chinese characters without a stop).
 */
export function countTokens(text: string): number {
  const vocabulary = tokenVocabulary()
  let count = 0
  for (const word of splitWords(text)) count += tokenEnds(toLatin1Bytes(word), vocabulary).length
  return count
}
