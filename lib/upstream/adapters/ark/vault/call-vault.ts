import { request } from 'undici'
import type { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { parseJson } from '@/lib/platform/json'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { poolOf } from '../../openai-compatible/pool-of'
import { signRequest } from './sign-request'
import { refusalOf } from './vault-refusal'
import { VaultReply } from './vault-reply'
import { regionOf, type VaultSettings } from './vault-settings'

const VERSION = '2024-01-01'
const TIMEOUT_MS = 30_000
const MAX_ANSWER_BYTES = 1024 * 1024

type VaultCall<Schema> = { action: string; input: object; reply: Schema; signal: AbortSignal }

/** One action of the vault: its result, with or without the envelope. Rejects with UpstreamError, or the signal's reason. */
export async function callVault<Schema extends z.ZodType>(
  settings: VaultSettings,
  { action, input, reply, signal }: VaultCall<Schema>,
): Promise<z.output<Schema>> {
  const deadline = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS)
  try {
    const { status, text } = await exchange(settings, action, input, AbortSignal.any([signal, deadline]))
    const answer = VaultReply.safeParse(parseJson(text))
    if (!answer.success) throw new UpstreamError(status === 429 ? 'rate_limited' : 'failed', { status })
    const error = answer.data.ResponseMetadata?.Error
    if (error) throw refusalOf(error, status)
    const result = reply.safeParse(answer.data.Result ?? answer.data)
    if (status >= 400 || !result.success) throw new UpstreamError('failed', { status })
    return result.data
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError(deadline.aborted ? 'timeout' : 'unreachable', { cause: error })
  }
}

async function exchange(settings: VaultSettings, action: string, input: object, signal: AbortSignal) {
  const { origin, host } = new URL(settings.baseUrl)
  const body = JSON.stringify(input)
  const query = { Action: action, Version: VERSION }
  const answer = await request(`${origin}/?${new URLSearchParams(query)}`, {
    method: 'POST',
    dispatcher: poolOf(origin),
    headers: signRequest({
      ...settings,
      method: 'POST',
      host,
      query,
      body,
      region: regionOf(host),
      now: clock.now(),
    }),
    body,
    signal,
  })
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of answer.body) {
    sizeBytes += piece.length
    if (sizeBytes > MAX_ANSWER_BYTES) throw new UpstreamError('failed', { status: answer.statusCode })
    pieces.push(piece)
  }
  return { status: answer.statusCode, text: Buffer.concat(pieces).toString() }
}
