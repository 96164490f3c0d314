import { expect, it } from 'vitest'
import { digestOnConnection } from './digest-on-connection'
import { secretDigest } from './secret-digest'

it('is of the secret that is sent, whatever was sent before by this or another connection', () => {
  const [one, other] = [{}, {}]
  const asked: [object, string][] = [
    [one, 'a'],
    [one, 'a'],
    [one, 'b'],
    [other, 'a'],
    [one, 'a'],
  ]
  for (const [connection, secret] of asked)
    expect(digestOnConnection(connection, secret)).toBe(secretDigest(secret))
})
