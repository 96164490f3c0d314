import { expect, it } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { accountRoute } from './account-route'
import { checkRefusal } from './check-refusal'

const { route } = accountRoute({ summary: 'Read it', limit: 'account', refuses: ['not_found'] }, () => {
  throw new Error('not called')
})

it.each([
  'not_found', // declared
  'invalid_api_key', // a step of every route that asks who calls
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

it('leaves operators’ addresses alone, which are not described', () => {
  const error = new AppError('email_taken')
  expect(checkRefusal({ ...route, access: 'operator' }, 'GET', error)).toBe(error)
})
