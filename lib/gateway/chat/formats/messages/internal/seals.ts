import { CALL_SEAL_FORMAT } from '../../../answer'

/** The format of Anthropic's seals on thoughts. */
export const SEAL_FORMAT = 'anthropic-claude-v1'

const PREFIX = `${CALL_SEAL_FORMAT}.`

/** A call's seal where this dialect has a place for one: the signature of the thought that led to the call. */
export function writeCallSeal(signature: string): string {
  return `${PREFIX}${signature}`
}

/** Undefined for the signature of a thought itself. */
export function readCallSeal(text: string): string | undefined {
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : undefined
}
