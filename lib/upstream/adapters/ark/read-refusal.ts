import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { publicMessage } from '../openai-compatible/public-message'
import { retryAfterSeconds } from '../openai-compatible/retry-after-seconds'
import type { ArkAccess } from './ark-settings'
import { type ArkFailure, classifyFailure } from './classify-failure'

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

const Refusal = z.object({
  error: z.object({
    code: z.string().catch(''),
    message: z.string().catch(''),
    param: z.string().nullish().catch(null),
  }),
})

/** What Ark's refusal of a call means. */
export function readRefusal({ status, headers, text }: Answer, settings: ArkAccess): UpstreamError {
  const { code, message, param } = parseRefusal(text)
  const failure = code === '' ? failureOfStatus(status) : classifyFailure(code, message)
  if (failure === 'rate_limited' || status === 429)
    return new UpstreamError('rate_limited', {
      status,
      retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
    })
  if (failure === 'ours' || failure === 'theirs' || status >= 500)
    return new UpstreamError('failed', { status })
  return new UpstreamError('rejected', {
    status,
    code: failure,
    param: paramOf(code, param ?? ''),
    message: sayableMessage(message, settings),
  })
}

/** Ark's own sentence, without what only it and we need to know. */
export function sayableMessage(message: string, { baseUrl, apiKey }: ArkAccess): string | undefined {
  const plain = message.replace(/\s*\(?\brequest id:?\s*[\w-]+\)?/gi, '')
  const secrets = apiKey === null || apiKey.trim().length < 8 ? [] : [apiKey.trim()]
  return publicMessage(plain, { hostname: new URL(baseUrl).hostname, secrets })
}

function parseRefusal(text: string): z.infer<typeof Refusal>['error'] {
  try {
    return Refusal.parse(JSON.parse(text)).error
  } catch {
    return { code: '', message: '', param: null }
  }
}

function failureOfStatus(status: number): ArkFailure {
  if (status === 429) return 'rate_limited'
  return status === 400 || status === 404 || status === 413 || status === 422 ? 'invalid_input' : 'theirs'
}

/** Ark names a field in the code (`InvalidParameter.duration`) or beside it. */
function paramOf(code: string, param: string): string | null {
  const named = /^(?:Missing|Invalid)Parameter\.([\w.[\]-]{1,100})$/.exec(code)?.[1] ?? param
  return /^[a-z][\w.[\]-]{0,99}$/.test(named) ? named : null
}
