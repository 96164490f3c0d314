import { afterAll, describe, expect, it } from 'vitest'
import type { Answer } from '@/lib/http/testing'
import { apiRoutes } from '../../routes'
import { asking, base, newPerson, openDoors } from './testing'

const { call, close } = await openDoors()
afterAll(close)

const operator = await newPerson({ isOperator: true })
const stranger = await newPerson()
const addresses = Object.entries(apiRoutes)
  .filter(([path]) => path.startsWith(`${base}/`))
  .flatMap(([path, module]) =>
    Object.keys(module).map((method) => ({ method, path: path.replace(/\[[^\]]+\]/g, 'one') })),
  )

/** All of an answer that does not differ from request to request. */
function stablePartOf({ status, headers, body }: Answer) {
  const { 'x-request-id': id, date: _date, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, body: JSON.stringify(body).replaceAll(id ?? '', 'req') }
}

describe('operators’ routes', () => {
  it('exist', () => expect(addresses.length).toBeGreaterThan(10))

  it('are not found for anyone else', async () => {
    const strangers = [
      {},
      { headers: { cookie: stranger.cookie } },
      { key: stranger.key },
      { key: operator.key },
      { key: 'nonsense' },
      { headers: { cookie: operator.cookie, origin: 'https://elsewhere.example' } },
    ]
    for (const { method, path } of addresses)
      for (const options of strangers) {
        const isOwn = 'headers' in options && options.headers.cookie === operator.cookie
        if (isOwn && method === 'GET') continue // looking does no harm, and its answer cannot be read from elsewhere
        const answer = await call(method, path, options)
        const unknown = await call(method, `${path}-not`, options)
        expect(stablePartOf(answer).status, `${method} ${path}`).toBe(404)
        expect(stablePartOf(answer).body, `${method} ${path}`).toBe(
          stablePartOf(unknown).body.replace(`${path}-not`, path),
        )
        expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
      }
  })

  it('do not reveal themselves by methods that they lack', async () => {
    const options = { headers: { cookie: stranger.cookie } }
    for (const { path } of addresses) {
      const answer = await call('OPTIONS', path, options)
      const unknown = await call('OPTIONS', `${path}-not`, options)
      expect(stablePartOf(answer).headers).toEqual({
        ...stablePartOf(unknown).headers,
        'content-length': stablePartOf(answer).headers['content-length'],
      })
      expect(answer.status).toBe(404)
    }
  })

  it('are found by an operator in the console', async () => {
    for (const path of ['/providers', '/models', '/customers', '/audit']) {
      const answer = await call('GET', base + path, { headers: { cookie: operator.cookie } })
      expect(answer.status).toBe(200)
    }
  })
})

const source = { name: 'A', url: 'https://example.com', licence: 'CC BY 4.0', date: '2026-01-01' }
const scope = { model: '\0' }

describe('a NUL, which PostgreSQL rejects', () => {
  const ask = asking(call, operator)

  it.each([
    ['GET', '/audit?cursor=%00', 'cursor'],
    ['GET', '/audit?subject_id=%00', 'subject_id'],
    ['GET', '/customers?search=%00', 'search'],
    ['GET', '/customers?cursor=%00', 'cursor'],
    ['GET', '/customers/%00', 'id'],
    ['GET', '/queue/jobs?queue=%00', 'queue'],
    ['DELETE', '/queue/jobs/%00', 'id'],
    ['POST', '/benchmarks/runs/%00/cancel', 'id'],
    ['DELETE', '/benchmarks/imports?category=%00', 'category'],
    ['POST', '/benchmarks/estimate', 'model', scope],
    ['POST', '/benchmarks/runs', 'model', { ...scope, max_cost_usd: '1' }],
    [
      'POST',
      '/benchmarks/imports',
      'results[0].model',
      { source, results: [{ ...scope, category: 'a', metric: 'b', score: 1 }] },
    ],
    ['PATCH', '/settings', 'set.MAIL_FROM', { set: { MAIL_FROM: '\0' } }],
    ['PUT', '/route-order', 'model_id', { model_id: '\0', routes: null }],
    [
      'PUT',
      '/route-order',
      'routes[0].id',
      { model_id: 'sandbox/chat', routes: [{ id: '\0', priority: 0, weight: 1 }] },
    ],
  ] as const)('is a 400 at %s %s that names %s', async (method, path, param, json?: unknown) => {
    expect(await ask(method, path, json)).toMatchObject({
      status: 400,
      body: {
        error: { code: 'invalid_parameter', param, message: expect.stringMatching(/control characters/) },
      },
    })
  })
})
