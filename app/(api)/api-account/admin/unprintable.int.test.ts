import { afterAll, describe, expect, it } from 'vitest'
import { asking, newPerson, openDoors } from './testing'

const { doors, close } = await openDoors()
afterAll(close)
const operator = await newPerson({ isOperator: true })

const source = { name: 'A', url: 'https://example.com', licence: 'CC BY 4.0', date: '2026-01-01' }
const scope = { model: '\0' }

describe.each(doors)('A NUL, which Postgres cannot hold, through the %s door', (_door, call) => {
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
