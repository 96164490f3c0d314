/** Prices are written per token, and thought of per million tokens. Both are decimal strings; nothing is ever a float. */

const decimal = /^(\d{1,9})(?:[.,](\d{1,15}))?$/

/** `"0.00000015"` → `"0.15"` */
export function toPerMillion(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const digits = fraction.padEnd(6, '0')
  return tidy(whole + digits.slice(0, 6), digits.slice(6))
}

/** `"0.15"` → `"0.00000015"`; null for what is not a price, or finer than one may be. */
export function fromPerMillion(text: string): string | null {
  const match = decimal.exec(text.trim())
  if (match === null) return null
  const [, whole = '0', fraction = ''] = match
  const digits = whole.padStart(7, '0')
  const rate = tidy(digits.slice(0, -6), digits.slice(-6) + fraction)
  return (rate.split('.')[1] ?? '').length > 15 ? null : rate
}

/** A price by the piece, as typed: tidied, or null for what is none. */
export function fromPiece(text: string): string | null {
  const match = decimal.exec(text.trim())
  return match === null ? null : tidy(match[1] ?? '0', match[2] ?? '')
}

function tidy(whole: string, fraction: string): string {
  const rest = fraction.replace(/0+$/, '')
  return `${BigInt(whole)}${rest === '' ? '' : `.${rest}`}`
}
