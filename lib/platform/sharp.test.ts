import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileTypeOf, NoRasterPicture, openPicture, sharp } from './sharp'
import { processorMillis } from './testing/processor-time'

const size = { width: 40, height: 30 }
const draw = () => sharp({ create: { ...size, channels: 3, background: '#204060' } })
const decode = async (picture: Parameters<typeof openPicture>[0], options = {}) =>
  (await openPicture(picture, options)).raw().toBuffer({ resolveWithObject: true })

/** A small file that is long to draw. */
const poison = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="99"/><feGaussianBlur stdDeviation="999"/></filter><rect width="100%" height="100%" filter="url(#f)"/></svg>`,
)

it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('opens %s', async (format) => {
  const { info } = await decode(await draw()[format]().toBuffer())
  expect(info).toMatchObject(size)
})

function chunk(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type), ...parts])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** As browsers open them: cameras, phones and painting programs write all of these. */
const variants: Record<string, () => Promise<Buffer>> = {
  'interlaced PNG': () => draw().png({ progressive: true }).toBuffer(),
  'PNG of 16 bits': () => draw().toColourspace('rgb16').png().toBuffer(),
  'PNG with a palette': () => draw().png({ palette: true, colours: 4 }).toBuffer(),
  'gray PNG with alpha': () => draw().toColourspace('b-w').ensureAlpha(0.5).png().toBuffer(),
  'animated PNG': async () => {
    const png = await draw().png().toBuffer()
    const control = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))
    return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])
  },
  'PNG with more after its end': async () =>
    Buffer.concat([await draw().png().toBuffer(), Buffer.alloc(99, 7)]),
  'progressive JPEG': () => draw().jpeg({ progressive: true }).toBuffer(),
  'JPEG in CMYK': () => draw().toColourspace('cmyk').jpeg().toBuffer(),
  'gray JPEG': () => draw().grayscale().jpeg().toBuffer(),
  'JPEG with more after its end': async () =>
    Buffer.concat([await draw().jpeg().toBuffer(), Buffer.alloc(99, 7)]),
  'JPEG of two pictures': async () => {
    const jpeg = await draw().jpeg().toBuffer()
    const index = Buffer.from('\xff\xe2\x00\x10MPF\0II*\0\x08\0\0\0\0\0', 'latin1')
    return Buffer.concat([jpeg.subarray(0, 2), index, jpeg.subarray(2), jpeg])
  },
  'lossless WebP': () => draw().webp({ lossless: true }).toBuffer(),
  'extended WebP': () => draw().withMetadata({ icc: 'p3' }).ensureAlpha(0.5).webp().toBuffer(),
  'animated WebP': async () => {
    const frames = [await draw().png().toBuffer(), await draw().negate().png().toBuffer()]
    return sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toBuffer()
  },
}

it.each(Object.entries(variants))('opens %s', async (name, make) => {
  const picture = await make()
  const type = /PNG|JPEG|WebP/.exec(name)?.[0].toLowerCase()
  expect((await fileTypeOf(picture))?.mime).toBe(`image/${type}`)
  expect((await decode(picture)).info).toMatchObject(size)
})

describe('what is no raster format', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'portico-sharp-')), 'a.png')
  beforeAll(() => writeFileSync(file, poison))

  it.each<[string, Buffer | string]>([
    ['SVG', poison],
    [
      'SVG behind a prolog',
      Buffer.concat([Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- PNG -->'), poison]),
    ],
    ['packed SVG', gzipSync(poison)],
    ['a file of SVG', file],
    ['nothing', Buffer.alloc(0)],
  ])('is refused without being drawn: %s', async (_, picture) => {
    const millis = await processorMillis(() => expect(decode(picture)).rejects.toThrow(NoRasterPicture))
    expect(millis).toBeLessThan(1000)
  })

  it('is refused by its bytes where only others are taken', async () => {
    const tiff = await draw().tiff().toBuffer()
    await expect(decode(tiff)).rejects.toThrow('image/tiff')
    expect((await decode(tiff, { types: ['image/tiff'] })).info).toMatchObject(size)
  })

  it('is not read by the library either, except for our own drawings', async () => {
    await expect(sharp(Buffer.from('P5 2 2 255 abcd')).metadata()).rejects.toThrow('unsupported')
  })
})

it('a picture of more pixels than are decoded is refused by its first bytes', async () => {
  await expect(decode(await bomb(10_000, 10_000))).rejects.toThrow('pixel limit')
})

/** A small PNG that says it is a large one. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const png = await draw().png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

it('a file that ends within its own signature is of no known type, and one that is not there is an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-sharp-'))
  const ended = join(folder, 'ended.png')
  writeFileSync(ended, Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  expect(await fileTypeOf(ended)).toBeUndefined()
  await expect(fileTypeOf(join(folder, 'nowhere.png'))).rejects.toThrow()
})
