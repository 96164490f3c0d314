import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { parseJson } from '@/lib/platform/json'
import { remember } from '@/lib/platform/remember'

/**
 * Gemini's seals on tool calls, for clients whose format has no place for them. One that is not here any more, or that
 * another process gave out, is replaced by the stand-in that Google documents; with it the model loses its thoughts.
 */
const seals = remember(
  'ai-sdk.seals',
  () =>
    new LRUCache<string, string>({ maxSize: 32 * 1024 * 1024, sizeCalculation: (seal) => seal.length + 100 }),
)

type SealedCall = { id: string; function: { name: string; arguments: string } }

export function keepSeal(call: SealedCall, seal: string | undefined): void {
  if (seal) seals.set(keyOf(call), seal)
}

export function keptSeal(call: SealedCall): string | undefined {
  return seals.size === 0 ? undefined : seals.get(keyOf(call))
}

/** All that a client gives back of a call: whoever has it was given its seal. */
function keyOf({ id, function: { name, arguments: text } }: SealedCall): string {
  const input = JSON.stringify(parseJson(text) ?? {})
  return createHash('sha256')
    .update(JSON.stringify([id, name, input]))
    .digest('base64')
}
