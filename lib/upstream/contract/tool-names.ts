import { createHash } from 'node:crypto'

/** Names of tools and ids of calls that every vendor accepts. */
const FITS = /^[a-zA-Z_][\w-]{0,63}$/
const LONGEST_HEAD = 55

/** Unique per text and number, and always the same for them, so that cached histories stay valid. */
export function fitted(text: string, number = 1): string {
  if (number === 1 && FITS.test(text)) return text
  const head = text
    .slice(0, LONGEST_HEAD)
    .replace(/[^\w-]/g, '_')
    .replace(/^(?![a-zA-Z_])/, '_')
  return `${head.slice(0, LONGEST_HEAD)}_${createHash('sha256').update(`${number} ${text}`).digest('hex').slice(0, 8)}`
}

/** Translates the names of the caller's tools to valid ones for an upstream, and back. */
export class ToolNames {
  readonly #ofCaller = new Map<string, string>()

  toVendor(name: string): string {
    const valid = fitted(name)
    this.#ofCaller.set(valid, name)
    return valid
  }

  toCaller(name: string): string {
    return this.#ofCaller.get(name) ?? name
  }
}
