import { expect, it } from 'vitest'
import { describeSignInError } from './schema'

it.each([
  ['CredentialsSignin', 'The email or the password is not right.'],
  ['TooManyAttempts:1', 'Too many failed attempts. Try again in 1 minute.'],
  ['TooManyAttempts:99999', 'Signing in did not work. Try again.'],
  ['SessionRequired', 'Sign in to see that page.'],
  ['Configuration', 'Signing in is not set up correctly here. Tell whoever runs this service.'],
  ['nonsense', 'Signing in did not work. Try again.'],
  ['constructor', 'Signing in did not work. Try again.'],
  ['__proto__', 'Signing in did not work. Try again.'],
])('tells of %s in words', (error, words) => {
  expect(describeSignInError(error)).toBe(words)
})
