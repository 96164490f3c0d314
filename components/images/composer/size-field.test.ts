import { expect, it } from 'vitest'
import { typeSize } from './size-field'

const listed = { size: '1536x1024', isListed: true }

it('chooses what is typed once it is a size', () => {
  expect(typeSize('2048x1152', listed)).toEqual({ size: '2048x1152', typedSize: '2048x1152' })
})

it.each(['2048', '1000x1000', '4096x4096', 'auto'])(
  'keeps the size that was chosen while “%s” is typed',
  (text) => {
    expect(typeSize(text, listed)).toEqual({ size: '1536x1024', typedSize: text })
  },
)

it('goes back to the usual size where a size of one’s own is taken out of the box', () => {
  expect(typeSize('', { size: '2048x1152', isListed: false })).toEqual({ size: '1024x1024', typedSize: '' })
  expect(typeSize('', listed)).toEqual({ size: '1536x1024', typedSize: '' })
})
