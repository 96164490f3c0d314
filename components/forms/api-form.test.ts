import { expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '@/lib/client/api-client'
import { notOver, paramOf } from './api-form'

const refusal = (param: string | null) =>
  new ApiError({ status: 400, code: 'invalid_parameter', message: 'must not be empty', param })

it.each([
  ['amount', 'amount'],
  ['allowed_models[2]', 'allowed_models'],
  ['low_balance.threshold_usd', 'low_balance'],
  [null, ''],
])('a refusal of %j is about %j', (param, name) => expect(paramOf(refusal(param))).toBe(name))

it('what no parameter caused is about none', () => {
  expect(paramOf(new Error('No answer came.'))).toBe('')
})

it('a text that is too long is refused by the characters that people see', () => {
  const Name = z.string().check(notOver(2))
  expect(Name.safeParse('😀😀').success).toBe(true)
  expect(Name.safeParse('abc').error?.issues[0]?.message).toBe('At most 2 characters, not 3.')
})
