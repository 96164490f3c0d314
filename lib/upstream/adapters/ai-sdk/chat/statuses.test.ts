import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/api-key'
import type { Answer } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { anthropicError } from '../testing/anthropic-answers'
import { vendorChatAt } from '../testing/chat-at'
import { googleError } from '../testing/google-answers'

const upstream = await openUpstream()

const anthropic = (...[status, type, message, headers]: [number, string, string, Record<string, string>?]) =>
  ['anthropic', answerWith.json(status, anthropicError(type, message), headers)] as const
const google = (...[status, rpc, message, details]: [number, string, string, object[]?]) =>
  ['google', answerWith.json(status, googleError(status, rpc, message, details))] as const

const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }
const badKey = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }

type Case = readonly [string, readonly ['anthropic' | 'google', Answer], object]
const statuses: Case[] = [
  [
    'a bad request',
    anthropic(400, 'invalid_request_error', 'messages: first must be user'),
    { fault: 'rejected', message: 'messages: first must be user' },
  ],
  [
    'too long a prompt',
    anthropic(400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
    { fault: 'rejected', code: 'context_length_exceeded' },
  ],
  [
    'an unpaid account',
    anthropic(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    { fault: 'failed', hasPublicMessage: false },
  ],
  [
    'a wrong key',
    anthropic(401, 'authentication_error', `invalid x-api-key ${API_KEY}`),
    { fault: 'failed', hasPublicMessage: false },
  ],
  ['no money', anthropic(402, 'billing_error', 'pay'), { fault: 'failed' }],
  ['no permission', anthropic(403, 'permission_error', 'no'), { fault: 'failed' }],
  [
    'an unknown model',
    anthropic(404, 'not_found_error', 'model: claude-x'),
    { fault: 'rejected', status: 404 },
  ],
  [
    'too large a body',
    anthropic(413, 'request_too_large', 'Request exceeds the maximum size'),
    { fault: 'rejected', status: 413 },
  ],
  [
    'a limit',
    anthropic(429, 'rate_limit_error', 'slow down', { 'retry-after': '12' }),
    { fault: 'rate_limited', retryAfterSeconds: 12 },
  ],
  ['a failure', anthropic(500, 'api_error', 'oops'), { fault: 'failed', status: 500 }],
  ['a slow model', anthropic(504, 'timeout_error', 'slow'), { fault: 'failed', status: 504 }],
  ['overload', anthropic(529, 'overloaded_error', 'Overloaded'), { fault: 'failed', status: 529 }],
  [
    'a bad request',
    google(400, 'INVALID_ARGUMENT', 'Invalid JSON payload'),
    { fault: 'rejected', message: 'Invalid JSON payload' },
  ],
  [
    'too long a prompt',
    google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    { fault: 'rejected', code: 'context_length_exceeded' },
  ],
  [
    'a wrong key',
    google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [badKey]),
    { fault: 'failed', hasPublicMessage: false },
  ],
  ['no permission', google(403, 'PERMISSION_DENIED', 'no'), { fault: 'failed' }],
  ['an unknown model', google(404, 'NOT_FOUND', 'models/x is not found'), { fault: 'rejected', status: 404 }],
  [
    'a limit',
    google(429, 'RESOURCE_EXHAUSTED', 'quota', [retryInfo]),
    { fault: 'rate_limited', retryAfterSeconds: 35 },
  ],
  ['a failure', google(500, 'INTERNAL', 'oops'), { fault: 'failed' }],
  ['overload', google(503, 'UNAVAILABLE', 'The model is overloaded.'), { fault: 'failed', status: 503 }],
]

const at = (sdk: 'anthropic' | 'google') => vendorChatAt(upstream, sdk)

describe('a status of the vendor', () => {
  test.each(statuses)('%s (%o)', async (_, [sdk, answer], expected) => {
    upstream.answer(answer)
    await expect(at(sdk).complete()).rejects.toMatchObject(expected)
    await expect(at(sdk).open()).rejects.toMatchObject(expected)
  })

  test('never shows the key or the host', async () => {
    const { hostname } = new URL(upstream.origin)
    upstream.answer(
      answerWith.json(400, anthropicError('invalid_request_error', `${API_KEY} at http://${hostname}/v1`)),
    )
    const error = await at('anthropic').complete().catch(String)
    expect(error).not.toContain(API_KEY)
    expect(error).not.toContain(hostname)
  })
})
