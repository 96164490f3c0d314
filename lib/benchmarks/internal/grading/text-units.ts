/** Words are what stands between spaces and has a letter or a digit in it. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Lines that are not empty, without the spaces around them. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** What empty lines part. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
}

/** A sentence ends with a stop, a question mark or an exclamation mark before a space, a quotation mark or the end. */
export function countSentences(text: string): number {
  return text.match(/[.!?…]+["'”’)]*(?=\s|$)/g)?.length ?? 0
}

/** How often the word is there as a whole word, whatever its case. */
export function countWord(text: string, word: string): number {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.match(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'giu'))?.length ?? 0
}
