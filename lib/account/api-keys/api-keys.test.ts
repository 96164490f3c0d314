import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { generateSecret, parseSecret } from './key-secret'
import { CreateApiKeyRequest, DefaultModelsRequest, RotateRequest, UpdateApiKeyRequest } from './schema'

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

function faultOf(schema: z.ZodType, input: unknown) {
  const issue = schema.safeParse(input).error?.issues[0]
  return (
    issue && { path: issue.path.join('.'), ...(issue.code === 'unrecognized_keys' && { keys: issue.keys }) }
  )
}

describe('CreateApiKeyRequest', () => {
  it('takes every field', () => {
    const input = {
      name: '  CI  ',
      scopes: ['inference', 'account:read', 'inference'],
      status: 'disabled',
      routing: { order: ['sandbox'], allow_fallbacks: false, sort: 'price', models: ['sandbox/chat'] },
      allowed_models: ['sandbox/chat'],
      limit_usd: '12.5',
      limit_reset: 'monthly',
      rate_limit_rpm: 60,
      rate_limit_tpm: 60_000,
      max_concurrency: 6,
      networks: ['192.0.2.1', '2001:db8::/32'],
      expires_at: tomorrow,
    }
    expect(CreateApiKeyRequest.parse(input)).toEqual({
      ...input,
      name: 'CI',
      scopes: ['inference', 'account:read'],
    })
  })

  it.each([
    [0, '0.000000000'],
    [12.5, '12.500000000'],
    [0.1, '0.100000000'],
    [1e-9, '0.000000001'],
    ['7', '7'],
    [null, null],
  ])('reads limit_usd %j', (limit_usd, expected) => {
    expect(CreateApiKeyRequest.parse({ name: 'x', limit_usd }).limit_usd).toBe(expected)
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\u0000b' }],
    ['name', { name: 7 }],
    ['name', {}],
    ['name', { name: null }],
    ['scopes', { name: 'x', scopes: [] }],
    ['scopes.0', { name: 'x', scopes: ['admin'] }],
    ['scopes', { name: 'x', scopes: 'inference' }],
    ['status', { name: 'x', status: 'revoked' }],
    ['limit_usd', { name: 'x', limit_usd: -1 }],
    ['limit_usd', { name: 'x', limit_usd: '-1' }],
    ['limit_usd', { name: 'x', limit_usd: '1e3' }],
    ['limit_usd', { name: 'x', limit_usd: '0.0000000001' }],
    ['limit_usd', { name: 'x', limit_usd: 1e-10 }],
    ['limit_usd', { name: 'x', limit_usd: 1e12 }],
    ['limit_usd', { name: 'x', limit_usd: true }],
    ['limit_reset', { name: 'x', limit_reset: 'hourly' }],
    ['rate_limit_rpm', { name: 'x', rate_limit_rpm: 0 }],
    ['rate_limit_rpm', { name: 'x', rate_limit_rpm: 1.5 }],
    ['rate_limit_rpm', { name: 'x', rate_limit_rpm: 1_000_001 }],
    ['rate_limit_tpm', { name: 'x', rate_limit_tpm: 1_000_000_001 }],
    ['max_concurrency', { name: 'x', max_concurrency: 0 }],
    ['networks.0', { name: 'x', networks: ['localhost'] }],
    ['networks.0', { name: 'x', networks: ['192.0.2.1/33'] }],
    ['networks.0', { name: 'x', networks: ['2001:db8::/129'] }],
    ['networks.0', { name: 'x', networks: ['fe80::1%eth0'] }],
    ['networks.0', { name: 'x', networks: [''] }],
    ['networks', { name: 'x', networks: Array(101).fill('192.0.2.1') }],
    ['expires_at', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { name: 'x', expires_at: '2999-01-01' }],
    ['expires_at', { name: 'x', expires_at: 'soon' }],
    ['allowed_models.0', { name: 'x', allowed_models: [''] }],
    ['allowed_models.0', { name: 'x', allowed_models: ['a\u0000'] }],
    ['routing.sort', { name: 'x', routing: { sort: 'luck' } }],
    ['routing.order.0', { name: 'x', routing: { order: [1] } }],
  ])('names %s in %j', (path, input) => {
    expect(faultOf(CreateApiKeyRequest, input)?.path).toBe(path)
  })

  it('names unknown fields, also inside routing', () => {
    expect(faultOf(CreateApiKeyRequest, { name: 'x', budget: 1 })).toEqual({ path: '', keys: ['budget'] })
    expect(faultOf(CreateApiKeyRequest, { name: 'x', routing: { only: [] } })).toEqual({
      path: 'routing',
      keys: ['only'],
    })
  })
})

describe('the other requests', () => {
  it('clears what may be absent, and nothing else', () => {
    const cleared = {
      routing: null,
      allowed_models: null,
      limit_usd: null,
      limit_reset: null,
      rate_limit_rpm: null,
      rate_limit_tpm: null,
      max_concurrency: null,
      networks: null,
      expires_at: null,
    }
    expect(UpdateApiKeyRequest.parse(cleared)).toEqual(cleared)
    expect(UpdateApiKeyRequest.parse({ name: null, scopes: null })).toEqual({})
    expect(faultOf(UpdateApiKeyRequest, { key: 'x' })?.keys).toEqual(['key'])
  })

  it('takes default models left out as null', () => {
    expect(DefaultModelsRequest.parse({ chat: 'a' })).toEqual({ chat: 'a', image: null, video: null })
    expect(faultOf(DefaultModelsRequest, { audio: 'a' })?.keys).toEqual(['audio'])
    expect(faultOf(DefaultModelsRequest, { chat: 5 })?.path).toBe('chat')
  })

  it('bounds the grace of a rotation', () => {
    expect(RotateRequest.parse({})).toEqual({ grace_seconds: 3600 })
    for (const grace_seconds of [-1, 604_801, 1.5, '60'])
      expect(faultOf(RotateRequest, { grace_seconds })?.path).toBe('grace_seconds')
  })
})

describe('parse secret', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

  /** The contract's definition, implemented independently: CRC-32 in base62, padded to six with `0`. */
  function checksumByTheBook(random: string): string {
    let rest = BigInt(crc32(random))
    let text = ''
    while (rest > 0n) {
      text = alphabet[Number(rest % 62n)] + text
      rest /= 62n
    }
    return text.padStart(6, '0')
  }

  describe('secrets', () => {
    it('have the shape of the contract and a checksum that anyone can verify', () => {
      for (let i = 0; i < 200; i++) {
        const match = /^sk-portico-([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(generateSecret())
        expect(match?.[2]).toBe(checksumByTheBook(match?.[1] ?? ''))
      }
    })

    it('are all different, and use every character about equally', () => {
      const secrets = Array.from({ length: 2000 }, generateSecret)
      expect(new Set(secrets).size).toBe(2000)
      const counts = new Map<string, number>()
      for (const secret of secrets)
        for (const character of secret.slice(11, 54)) counts.set(character, (counts.get(character) ?? 0) + 1)
      const expected = (2000 * 43) / 62
      // Chi-square with 61 degrees of freedom: above 130 about once in a million runs; a biased alphabet is far beyond.
      const chi = [...alphabet].reduce((sum, c) => sum + ((counts.get(c) ?? 0) - expected) ** 2 / expected, 0)
      expect(chi).toBeLessThan(130)
    })

    it('are known by their ends', () => {
      const secret = generateSecret()
      expect(parseSecret(secret)).toEqual({ prefix: secret.slice(0, 15), last4: secret.slice(-4) })
    })

    it('are refused with any one character changed', () => {
      fc.assert(
        fc.property(fc.integer({ min: 11, max: 59 }), fc.constantFrom(...alphabet), (at, character) => {
          const secret = generateSecret()
          fc.pre(secret[at] !== character)
          expect(parseSecret(secret.slice(0, at) + character + secret.slice(at + 1))).toBeUndefined()
        }),
      )
    })

    it.each([
      '',
      'sk-portico-',
      'sk-other-key',
      `sk-portico-${'0'.repeat(49)}`,
      `${generateSecret()}x`,
      `${generateSecret()}\n`,
    ])('are not %j', (text) => expect(parseSecret(text)).toBeUndefined())
  })
})
