import { request } from 'undici'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { poolOf } from '../openai-compatible/pool-of'
import type { ArkAccess } from './ark-settings'
import { readRefusal } from './read-refusal'

type Question = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: string; signal: AbortSignal }

const TIMEOUT_MS = 60_000
const MAX_ANSWER_BYTES = 1024 * 1024

/** One call of Ark's task API: the JSON of a success. Rejects with UpstreamError, or the signal's reason. */
export async function askArk(settings: ArkAccess, question: Question): Promise<unknown> {
  const deadline = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS)
  const signal = AbortSignal.any([question.signal, deadline])
  try {
    const { status, headers, text } = await exchange(settings, question, signal)
    if (status >= 200 && status < 300) return parseJson(text, status)
    throw readRefusal({ status, headers, text }, settings)
  } catch (error) {
    question.signal.throwIfAborted()
    if (deadline.aborted) throw new UpstreamError('timeout', { cause: error })
    throw error instanceof UpstreamError ? error : explain(error)
  }
}

async function exchange(
  { baseUrl, apiKey }: ArkAccess,
  { method, path, body }: Question,
  signal: AbortSignal,
) {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/contents/generations/tasks${path}`)
  const answer = await request(url, {
    method,
    dispatcher: poolOf(url.origin),
    headers: {
      accept: 'application/json',
      'user-agent': 'portico',
      ...(apiKey !== null && { authorization: `Bearer ${apiKey.trim()}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body ?? null,
    signal,
  })
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of answer.body) {
    sizeBytes += piece.length
    if (sizeBytes > MAX_ANSWER_BYTES) throw new UpstreamError('failed', { status: answer.statusCode })
    pieces.push(piece)
  }
  return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(pieces).toString() }
}

/** A deletion answers with nothing at all. */
function parseJson(text: string, status: number): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UpstreamError('failed', { status, cause })
  }
}

const unreachable: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function explain(error: unknown): UpstreamError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return new UpstreamError(unreachable.includes(code) ? 'unreachable' : 'failed', { cause: error })
}
