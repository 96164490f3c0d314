import { expect, it } from 'vitest'
import { ApiError } from '@/lib/client/api-error'
import { errorsByField } from './form-errors'

const refusal = (param: string) =>
  new ApiError({ status: 400, code: 'invalid_parameter', message: `${param}: must not be empty`, param })

it('says what is wrong beside the field that is at fault', () => {
  expect(errorsByField(refusal('amount'), ['amount', 'reason'])).toEqual({
    at: { amount: 'Must not be empty' },
    other: undefined,
  })
})

it('says it apart where it is none of the form’s fields', () => {
  expect(errorsByField(refusal('id'), ['amount'])).toEqual({ at: {}, other: 'id: must not be empty' })
  expect(errorsByField(new Error('No answer came.'), ['amount'])).toEqual({
    at: {},
    other: 'No answer came.',
  })
  expect(errorsByField(null, ['amount'])).toEqual({ at: {}, other: undefined })
})
