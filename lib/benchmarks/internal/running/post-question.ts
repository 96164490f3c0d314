import { parseJson } from '@/lib/platform/parse-json'
import { ErrorReply } from './completion-reply'

/** What came of one request. `retryAfterSeconds` where the gateway said when to come again. */
export type Posted = {
  /** 0 when no answer came. */
  status: number
  body: unknown
  message: string
  requestId: string | null
  retryAfterSeconds: number | null
  latencyMs: number
}

/** Longer than the gateway itself waits for an upstream. */
const TIMEOUT_MILLIS = 280_000

/** Asks the gateway as every client does: over HTTP, with a key. */
export async function postQuestion(
  { origin, key }: { origin: string; key: string },
  body: object,
  signal: AbortSignal,
): Promise<Posted> {
  const startedAt = performance.now()
  const latencyMs = () => Math.round(performance.now() - startedAt)
  try {
    const response = await fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLIS)]),
    })
    const text = await response.text()
    const reply = parseJson(text) ?? null
    const told = ErrorReply.safeParse(reply)
    return {
      status: response.status,
      body: reply,
      message: told.success ? told.data.error.message : `The gateway answered ${response.status}.`,
      requestId: response.headers.get('x-request-id'),
      retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
      latencyMs: latencyMs(),
    }
  } catch (error) {
    signal.throwIfAborted()
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    const message = isLate ? 'No answer came in time.' : 'The gateway could not be reached.'
    return {
      status: 0,
      body: null,
      message,
      requestId: null,
      retryAfterSeconds: null,
      latencyMs: latencyMs(),
    }
  }
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}
