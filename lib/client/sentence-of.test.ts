import { expect, test } from 'vitest'
import { ApiError } from './api-error'
import { sentenceOf } from './sentence-of'

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
