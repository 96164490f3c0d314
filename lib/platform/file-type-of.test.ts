import { fileTypeFromFile } from 'file-type'
import { expect, it, vi } from 'vitest'
import { fileTypeOf } from './file-type-of'

vi.mock('file-type', () => ({ fileTypeFromFile: vi.fn() }))

it('a file that ends within its own signature is of no known type', async () => {
  const ended = Object.assign(new Error('End-Of-Stream'), { name: 'EndOfStreamError' })
  vi.mocked(fileTypeFromFile).mockRejectedValueOnce(ended)
  expect(await fileTypeOf('/picture')).toBeUndefined()
})

it('a file that cannot be read at all is no type of its own', async () => {
  vi.mocked(fileTypeFromFile).mockRejectedValueOnce(new Error('EIO'))
  await expect(fileTypeOf('/picture')).rejects.toThrow('EIO')
})
