import { ApiError } from './api-error'

/** What went wrong, for a message beside the field that is at fault: without the name that the wire has for it. */
export function sentenceOf(error: Error): string {
  const { message } = error
  const name = error instanceof ApiError ? (error.param ?? '') : ''
  const rest = message.startsWith(name) ? message.slice(name.length) : ''
  const text = /^(?:: | (?:must|is|has) )/.test(rest) ? rest.replace(/^:? /, '') : message
  return text.charAt(0).toUpperCase() + text.slice(1)
}
