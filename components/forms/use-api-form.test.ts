import { expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '@/lib/client/api-client'
import { maxCharacters, paramOf } from './use-api-form'

const refusal = (param: string | null) =>
  new ApiError({ status: 400, code: 'invalid_parameter', message: 'must not be empty', param })

it.each([
  ['amount', 'amount'],
  ['allowed_models[2]', 'allowed_models'],
  ['low_balance.threshold_usd', 'low_balance'],
  [null, ''],
])('an error about %j belongs to %j', (param, name) => expect(paramOf(refusal(param))).toBe(name))

it('an error without a parameter belongs to none', () => {
  expect(paramOf(new Error('No reply.'))).toBe('')
})

it('the length of a text is counted in visible characters', () => {
  const Name = z.string().check(maxCharacters(2))
  expect(Name.safeParse('😀😀').success).toBe(true)
  expect(Name.safeParse('abc').error?.issues[0]?.message).toBe('At most 2 characters, not 3.')
})
