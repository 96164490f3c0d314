import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '@/lib/platform/errors'
import { checkRefusal, checkReply } from './check-answers'
import { ReplyValue, type RouteDeclaration } from './contract'
import { accountRoute, publicRoute } from './routes'

describe('check refusal', () => {
  const { route } = accountRoute(
    { summary: 'Read it', limit: 'account', needs: null, refuses: ['not_found'] },
    () => {
      throw new Error('not called')
    },
  )

  it.each([
    'not_found', // declared
    'invalid_api_key', // a step of every route that authenticates
    'rate_limit_exceeded', // a step of all
    'client_closed_request',
  ] as const)('lets %s pass', (code) => {
    const error = new AppError(code)
    expect(checkRefusal(route, 'GET', error)).toBe(error)
  })

  it.each([
    ['GET', 'email_taken'],
    ['GET', 'invalid_json'],
    ['GET', 'origin_not_allowed'],
  ] as const)('finds that the description of a %s says nothing of %s', (method, code) => {
    const told = { code: 'internal_error', message: expect.stringContaining(code) }
    expect(checkRefusal(route, method, new AppError(code))).toMatchObject(told)
  })
})

describe('check reply', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' }

  function check(declaration: Partial<RouteDeclaration>, result: unknown) {
    const { route } = publicRoute({ summary: 'Read it', limit: 'catalog', ...declaration }, () => {
      throw new Error('not called')
    })
    return () => checkReply(route, result)
  }

  const reply = z.object({ id: z.string(), at: z.string().optional() })
  const own = (status: number, headers: Record<string, string>, body: string | null) =>
    new ReplyValue({ status, headers, body })

  it.each([
    ['a value', { reply }, { id: '1', at: undefined }],
    ['JSON that the handler wrote', { reply }, own(200, json, '{"id":"1"}')],
    [
      'another media type',
      { reply, alsoReplies: ['text/csv'] },
      own(200, { 'content-type': 'text/csv' }, 'id'),
    ],
    ['a file of a family', { file: ['image/*'] }, own(206, { 'content-type': 'image/png' }, 'x')],
    ['what the client has', { file: ['image/*'] }, own(304, {}, null)],
    ['where to go', { isRedirect: true }, own(303, { location: '/' }, null)],
    ['an error of its own', { file: ['image/*'] }, own(416, json, '{}')],
  ] as const)('lets %s pass', (_what, declaration, result) => {
    expect(check(declaration, result)).not.toThrow()
  })

  it.each([
    ['a field too few', { reply }, {}],
    ['a field too many', { reply }, { id: '1', name: 'x' }],
    ['a field too many in JSON that the handler wrote', { reply }, own(200, json, '{"id":"1","name":"x"}')],
    ['another status', { reply }, own(202, json, '{"id":"1"}')],
    ['another media type', { reply }, own(200, { 'content-type': 'text/csv' }, 'id')],
    ['a part of no file', { reply }, own(206, json, '{"id":"1"}')],
    ['another family', { file: ['image/*'] }, own(200, { 'content-type': 'video/mp4' }, 'x')],
  ] as const)('finds %s', (_what, declaration, result) => {
    expect(check(declaration, result)).toThrow(expect.objectContaining({ code: 'internal_error' }))
  })
})
