import type { ReasoningSeal } from '../../../answer'

/**
 * The signature of a thought of another vendor, in the member of Google's: its format, a full stop and the signature, in base64, for
 * Google's clients only carry bytes.
 */
export function writeThoughtSeal({ format, signature, data }: ReasoningSeal): string | undefined {
  if (!format || !(signature || data)) return undefined
  return Buffer.from(`${format}.${signature ? 's' : 'd'}.${signature || data}`).toString('base64')
}

const SEAL = /^([a-z][\w-]*)\.([sd])\.([\s\S]+)$/

/** Undefined where it is not one of ours. */
export function readThoughtSeal(text: string | null | undefined): ReasoningSeal | undefined {
  if (!text) return undefined
  const [, format, kind, value] = SEAL.exec(Buffer.from(text, 'base64').toString('utf8')) ?? []
  if (format === undefined || value === undefined) return undefined
  return kind === 's'
    ? { type: 'reasoning.text', format, signature: value }
    : { type: 'reasoning.encrypted', format, data: value }
}
