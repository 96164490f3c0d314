import { describe, expect, it } from 'vitest'
import { makeRouteTable } from '@/lib/http/routes'
import { apiKeyRoute, publicRoute } from './routes'

const route = publicRoute({ summary: 'x', limit: 'catalog' }, () => {
  throw new Error('not called')
})
const table = makeRouteTable({
  '/v1/models': { GET: route },
  '/v1/models/[...id]': { GET: route },
  '/api-account/keys/[id]/rotate': { POST: route },
})

describe('the route table', () => {
  it.each([
    ['/v1/models', {}],
    ['/v1/models/', {}],
    ['/v1/models/acme/large', { id: ['acme', 'large'] }],
    ['/v1/models/acme%2Flarge', { id: ['acme/large'] }],
    ['/api-account/keys/key_1/rotate', { id: 'key_1' }],
    ['/v1/models/%E0%A4%A', { id: ['%E0%A4%A'] }],
  ])('finds %s', (path, params) => expect(table.find(path)).toMatchObject({ params }))

  it.each([
    '/v1',
    '/v1/nothing',
    '/api-account/keys/1/rotate/more',
    '/providers/x',
    '/rankings',
    '/api/auth',
    '/api/nothing',
    '/media',
    '/media/nothing',
  ])('%s is unknown', (path) => expect(table.find(path)).toBe('unknown'))

  it.each(['/', '/console', '/v1x', '/favicon.ico'])('%s is left to Next', (path) =>
    expect(table.find(path)).toBeUndefined(),
  )
})

it.each([
  ['POST', '/chat/completions', '/v1/chat/completions'],
  ['POST', '/chat/completions/', '/v1/chat/completions'],
  ['POST', '//v1/chat/completions', '/v1/chat/completions'],
  ['POST', '/v1//chat//completions', '/v1/chat/completions'],
  ['POST', '/v1/v1/chat/completions', '/v1/chat/completions'],
  ['POST', '/api/v1/chat/completions', '/v1/chat/completions'],
  ['OPTIONS', '/chat/completions', '/v1/chat/completions'],
  ['GET', '//v1/models', '/v1/models'],
  ['GET', '/v1/v1/models/acme/large', '/v1/models/acme/large'],
  ['GET', '/models', undefined],
  ['HEAD', '/models/acme/large', undefined],
  ['POST', '/models', undefined],
  ['POST', '/console/keys', undefined],
  ['POST', '/v1/nothing', undefined],
  ['POST', '/', undefined],
])('%s %s was meant for %s', (method, path, meant) => {
  const keyed = apiKeyRoute({ summary: 'x', limit: 'catalog' }, () => {
    throw new Error('not called')
  })
  const own = makeRouteTable({
    '/v1/chat/completions': { POST: keyed },
    '/v1/models': { GET: keyed },
    '/v1/models/[...id]': { GET: keyed },
  })
  expect(own.meantBy(path, method)).toBe(meant)
})

it('answers preflights only for routes that accept keys', () => {
  const keyed = apiKeyRoute({ summary: 'x', limit: 'catalog' }, () => {
    throw new Error('not called')
  })
  const own = makeRouteTable({ '/v1/chat/completions': { POST: keyed }, '/providers': { GET: route } })
  const methodsAt = (path: string) => Object.keys(Object(own.find(path)).methods)
  expect(methodsAt('/v1/chat/completions')).toEqual(['POST', 'OPTIONS'])
  expect(methodsAt('/providers')).toEqual(['GET'])
})

it('knows the error envelope of a path: that of its route, or of one above that applies below', () => {
  const refusal = () => ({ status: 400, body: {} })
  const telling = (more: object) =>
    publicRoute({ summary: 'x', limit: 'catalog', refusal, ...more }, () => {
      throw new Error('not called')
    })
  const own = makeRouteTable({
    '/v1/alone': { POST: telling({}) },
    '/v1/whole': { POST: telling({ refusesBelow: '/v1/whole' }) },
    '/v1/whole/plain': { POST: route },
    '/v2/deep': { POST: telling({ refusesBelow: '/v2' }) },
  })
  const isTold = (path: string) => own.protocolAt(path)?.refusal === refusal
  expect(['/v1/alone', '/v1/alone/', '/v1/whole', '/v1/whole/', '/v1/whole/a/b'].map(isTold)).toEqual(
    Array(5).fill(true),
  )
  expect(['/v2', '/v2/deep', '/v2/other'].map(isTold)).toEqual(Array(3).fill(true))
  expect(['/v1/alone/a', '/v1/whole/plain', '/v1/wholes', '/v1', '/', ''].map(isTold)).toEqual(
    Array(6).fill(false),
  )
})
