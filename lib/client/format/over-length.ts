import { formatNumber } from './number'

/** What is wrong with a text of more characters than `most`, counted as the API counts them: code points. */
export function overLength(text: string, most: number): string | undefined {
  if (text.length <= most) return undefined
  const count = [...text].length
  return count > most ? `At most ${formatNumber(most)} characters, not ${formatNumber(count)}.` : undefined
}
