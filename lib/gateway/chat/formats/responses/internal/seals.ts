import { z } from 'zod'
import { ReasoningSeal } from '../../../answer'

/**
 * A thought's seals as the one text that this format has for them. Callers return it unread; the vendor that sealed the
 * thought checks it, so a forged one does no harm.
 */
const Seals = z.array(ReasoningSeal)
export type Seals = z.output<typeof Seals>

export function packSeals(seals: Seals): string {
  return Buffer.from(JSON.stringify(seals)).toString('base64url')
}

/** Nothing for what is not one of ours: another service's is of no use here. */
export function unpackSeals(text: string | null | undefined): Seals {
  try {
    return Seals.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')))
  } catch {
    return []
  }
}

const SUMMARY_FORMAT = 'portico-summary-v1'

/** A summary of a conversation, to stand for it in the item that compacts it. */
export function packSummary(text: string): string {
  return packSeals([{ type: 'reasoning.summary', format: SUMMARY_FORMAT, text }])
}

export function unpackSummary(text: string): string | undefined {
  return unpackSeals(text).find(({ format }) => format === SUMMARY_FORMAT)?.text ?? undefined
}
