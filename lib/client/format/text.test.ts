import { describe, expect, test } from 'vitest'
import { ApiError } from '../api-client'
import { overLength, sentenceOf } from './text'

describe('sentence of', () => {
  const fault = (message: string, param: string | null) =>
    new ApiError({ status: 400, code: 'invalid_parameter', message, param })

  test.each([
    [fault('email.address: must be an email address.', 'email.address'), 'Must be an email address.'],
    [fault('email.address must be an email address.', 'email.address'), 'Must be an email address.'],
    [fault('email.address2 is odd.', 'email.address'), 'Email.address2 is odd.'],
    [fault('The URL must be https.', 'url'), 'The URL must be https.'],
    [fault('There is nothing here.', null), 'There is nothing here.'],
    [new Error('something else'), 'Something else'],
  ])('%s reads %j', (error, sentence) => expect(sentenceOf(error)).toBe(sentence))
})

describe('over length', () => {
  test('a character outside of the basic plane counts once', () => {
    expect(overLength('🏛'.repeat(64), 64)).toBeUndefined()
    expect(overLength('🏛'.repeat(65), 64)).toBe('At most 64 characters, not 65.')
  })

  test('long counts are grouped', () => {
    expect(overLength('a'.repeat(32_000), 32_000)).toBeUndefined()
    expect(overLength('a'.repeat(32_001), 32_000)).toBe('At most 32,000 characters, not 32,001.')
  })
})
