import { ApiError } from '../api-client'
import { formatNumber } from './number'

/** An error's message to show beside its field, without the field's wire name. */
export function sentenceOf(error: Error): string {
  const { message } = error
  const name = error instanceof ApiError ? (error.param ?? '') : ''
  const rest = message.startsWith(name) ? message.slice(name.length) : ''
  const text = /^(?:: | (?:must|is|has) )/.test(rest) ? rest.replace(/^:? /, '') : message
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The error of a text with more than `most` characters, counted in code points as the API does. */
export function lengthError(text: string, most: number): string | undefined {
  if (text.length <= most) return undefined
  const count = [...text].length
  return count > most ? `At most ${formatNumber(most)} characters, not ${formatNumber(count)}.` : undefined
}

/** JSON in lines; any other text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
