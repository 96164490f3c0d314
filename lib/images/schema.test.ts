import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDrawableSize, parseSize } from './schema'

describe('the size of a picture', () => {
  it.each(['16x16', '1024x1024', '3840x2160', '2160x3840', '3840x1280', '1280x3840', '48x16'])(
    '%s can be drawn',
    (size) => expect(isDrawableSize(size)).toBe(true),
  )

  it.each([
    '1024',
    '1024X1024',
    '01024x1024',
    ' 16x16',
    '16x16 ',
    '15x16',
    '0x0',
    '-16x16',
    '3840x3840',
    '3856x2160',
    '2176x3840',
    '64x16',
    '16x64',
    '1e3x1e3',
    '1024x',
  ])('%s cannot', (size) => expect(isDrawableSize(size)).toBe(false))

  it('is turned round like the other', () => {
    const side = fc.integer({ min: 0, max: 5000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        expect(isDrawableSize(`${width}x${height}`)).toBe(isDrawableSize(`${height}x${width}`))
        if (isDrawableSize(`${width}x${height}`))
          expect(parseSize(`${width}x${height}`)).toEqual({ width, height })
      }),
    )
  })
})
