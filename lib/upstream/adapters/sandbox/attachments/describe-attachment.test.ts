import { expect, it } from 'vitest'
import { describeAttachment } from './describe-attachment'

const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  Buffer.from([0, 0, 2, 128, 0, 0, 1, 224]),
  Buffer.alloc(10),
])
const jpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 120, 0, 160, 1, 1, 17, 0,
])

const image = (source: string) => describeAttachment({ kind: 'image', source, label: undefined })

it('tells type, size and measures of a picture', () => {
  expect(image(`data:image/png;base64,${png.toString('base64')}`)).toBe(
    `an image (image/png, ${png.length} bytes, 640 × 480 pixels)`,
  )
  expect(image(`data:image/jpeg;base64,${jpeg.toString('base64')}`)).toContain('160 × 120 pixels')
})

it('tells no measures that it cannot read', () => {
  expect(image('data:image/webp;base64,UklGRg==')).toBe('an image (image/webp, 4 bytes)')
  expect(image('data:image/png;base64,')).toBe('an image (image/png, 0 bytes)')
})

it('does not open addresses', () => {
  expect(image('https://pictures.example/secret/cat.png?token=1')).toBe(
    'an image by its address (pictures.example), which I did not open',
  )
  expect(image('nonsense')).toContain('not a valid address')
})

it('describes sound and files', () => {
  expect(describeAttachment({ kind: 'audio', source: 'AAAA', label: 'wav' })).toBe('sound (wav, 3 bytes)')
  expect(
    describeAttachment({ kind: 'file', source: 'data:application/pdf;base64,AAAA', label: 'a.pdf' }),
  ).toBe('a file called “a.pdf” (application/pdf, 3 bytes)')
})
