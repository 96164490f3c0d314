import { overLength } from '@/lib/client/format/text'

/** Whether a text can be asked for: it says something, and no more than `most` characters. */
export function isPrompt(text: string, most: number): boolean {
  return text.trim() !== '' && overLength(text, most) === undefined
}
