import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { errorReply } from './error-response'

afterEach(() => vi.restoreAllMocks())

it('a 401 has the WWW-Authenticate header that HTTP requires', () => {
  const exchange = {
    id: 'req_1',
    method: 'GET',
    path: '/v1/models',
    query: new URLSearchParams(),
    headers: {},
  }
  const challengeOf = (code: 'invalid_api_key' | 'insufficient_scope') =>
    errorReply(new AppError(code), exchange).headers['www-authenticate']
  expect([challengeOf('invalid_api_key'), challengeOf('insufficient_scope')]).toEqual(['Bearer', undefined])
})

it.each([
  ['/media/obj_9f8e', '/media/…'],
  ['/api/liveness/vvt_9f8e/open', '/api/liveness/…'],
  ['/api/video-nudges/vgen_1/9f8e', '/api/video-nudges/…'],
  ['/v1/videos/generations/vgen_1', '/v1/videos/generations/vgen_1'],
])('a failure at %s is logged without the secret in its path', (path, logged) => {
  const warn = vi.spyOn(logger, 'warn').mockReturnValue(undefined)
  const exchange = { id: 'req_1', method: 'GET', path, query: new URLSearchParams(), headers: {} }
  expect(errorReply(new AppError('storage_unavailable'), exchange).status).toBe(503)
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ requestId: 'req_1', path: logged })
})
