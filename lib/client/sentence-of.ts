import { ApiError } from './api-error'

/** What went wrong, for a message beside the field that is at fault: without the name that the wire has for it. */
export function sentenceOf(error: Error): string {
  const prefix = error instanceof ApiError && error.param !== null ? `${error.param}: ` : ''
  const text = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message
  return text.charAt(0).toUpperCase() + text.slice(1)
}
