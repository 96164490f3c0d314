import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { checksumsOf } from './submit'

it.each([0, 1, 5_000_000])('agrees with OpenSSL over %i bytes', async (size) => {
  const bytes = randomBytes(size)
  expect(await checksumsOf(new Blob([bytes]))).toEqual({
    md5: createHash('md5').update(bytes).digest('base64'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
})
