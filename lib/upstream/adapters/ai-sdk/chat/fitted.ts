import { createHash } from 'node:crypto'

/** What every vendor takes as the name of a tool and as the id of a call. */
const FITS = /^[a-zA-Z_][\w-]{0,63}$/
const LONGEST_HEAD = 55

/** The same for the same text and number, and another one for any other: histories stay as they were cached. */
export function fitted(text: string, number = 1): string {
  if (number === 1 && FITS.test(text)) return text
  const head = text
    .slice(0, LONGEST_HEAD)
    .replace(/[^\w-]/g, '_')
    .replace(/^(?![a-zA-Z_])/, '_')
  return `${head.slice(0, LONGEST_HEAD)}_${createHash('sha256').update(`${number} ${text}`).digest('hex').slice(0, 8)}`
}

/** The names of the caller's tools as a vendor takes them, and back in its answer. */
export class ToolNames {
  readonly #ofCaller = new Map<string, string>()

  toVendor(name: string): string {
    const own = fitted(name)
    this.#ofCaller.set(own, name)
    return own
  }

  toCaller(name: string): string {
    return this.#ofCaller.get(name) ?? name
  }
}
