import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import type { SafeAnswer } from '@/lib/platform/safe-fetch/safe-fetch'

const HEAD_BYTES = 4096

/** The first 4 KB of an answer's body as text; the rest is not waited for. A body that breaks off keeps what came. */
export async function readHead(answer: Pick<SafeAnswer, 'body'>): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of answer.body) {
      pieces.push(piece)
      length += piece.byteLength
      if (length >= HEAD_BYTES) break
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
  }
  const text = new TextDecoder().decode(Buffer.concat(pieces).subarray(0, HEAD_BYTES))
  return text.replaceAll('\0', '\uFFFD') // Postgres cannot store it
}
