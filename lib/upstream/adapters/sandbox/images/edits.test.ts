import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SourceImage } from '@/lib/upstream/contract/image-model'
import { colourfulSource, imageCall, maskWithWindow, pictureDistance } from '../testing'
import { createSandboxImages } from './images'

const images = createSandboxImages()
const window = { left: 60, top: 40, width: 70, height: 80 }

async function edit(...call: Parameters<typeof imageCall.edit>): Promise<Buffer> {
  const answer = await images.edit?.(imageCall.edit(...call))
  return answer?.images[0]?.bytes ?? Buffer.alloc(0)
}

async function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).ensureAlpha().raw().toBuffer()
}

/** How many pixels differ inside and outside the window. */
async function changes(source: SourceImage, edited: Buffer): Promise<{ inside: number; outside: number }> {
  const [before, after] = await Promise.all([pixelsOf(source.bytes), pixelsOf(edited)])
  const counted = { inside: 0, outside: 0 }
  for (let pixel = 0; pixel < before.length / 4; pixel++) {
    const [x, y] = [pixel % source.width, Math.floor(pixel / source.width)]
    const isInside =
      x >= window.left && x < window.left + window.width && y >= window.top && y < window.top + window.height
    const at = pixel * 4
    if (before.compare(after, at, at + 4, at, at + 4) !== 0) counted[isInside ? 'inside' : 'outside']++
  }
  return counted
}

const prompts = [
  'a red balloon',
  'remove the lamp',
  'a beach',
  'pencil sketch',
  'make it night',
  'mirror it',
  'something nicer',
  'watercolor with snow',
]

describe('an edit with a mask', () => {
  it.each(prompts)('"%s" changes the inside and not one byte of the rest', async (prompt) => {
    const source = await colourfulSource(200, 160)
    const mask = await maskWithWindow(source, window)
    const { inside, outside } = await changes(source, await edit(prompt, source, { mask }))
    expect(outside).toBe(0)
    expect(inside).toBeGreaterThan(window.width * window.height * 0.5)
  })

  it('keeps half-clear pixels of the source as they are', async () => {
    const source = await colourfulSource(200, 160, 4)
    const mask = await maskWithWindow(source, window)
    const { outside } = await changes(source, await edit('a red balloon', source, { mask }))
    expect(outside).toBe(0)
  })

  it('preserves a source of any kind: JPEG, palette, 16 bits, colour profile', async () => {
    const plain = await colourfulSource(200, 160)
    const kinds = {
      jpeg: await sharp(plain.bytes).jpeg().toBuffer(),
      palette: await sharp(plain.bytes).png({ palette: true, colours: 32 }).toBuffer(),
      deep: await sharp(plain.bytes).toColourspace('rgb16').png().toBuffer(),
      profile: await sharp(plain.bytes).withIccProfile('p3').png().toBuffer(),
    }
    const mask = await maskWithWindow(plain, window)
    for (const [kind, bytes] of Object.entries(kinds)) {
      const source = { ...plain, bytes }
      const before = await sharp(bytes, { ignoreIcc: true })
        .toColourspace('srgb')
        .raw({ depth: 'uchar' })
        .toBuffer()
      const after = await sharp(await edit('a cat', source, { mask }), { ignoreIcc: true })
        .removeAlpha()
        .raw()
        .toBuffer()
      expect(after.length, kind).toBe(before.length)
      const outside = [0, 3 * (200 * 39 + 199), before.length - 3]
      for (const at of outside) expect(after.subarray(at, at + 3), kind).toEqual(before.subarray(at, at + 3))
    }
  })

  it('without clear pixels changes nothing', async () => {
    const source = await colourfulSource(64, 64)
    const mask = await maskWithWindow(source, { left: 0, top: 0, width: 0, height: 0 })
    expect(await pixelsOf(await edit('a cat', source, { mask }))).toEqual(await pixelsOf(source.bytes))
  })
})

describe('an edit of the whole picture', () => {
  it.each(prompts)('"%s" shows, and leaves the source recognisable', async (prompt) => {
    const drawn = await images.generate(imageCall.generate('A castle on a hill', { size: '320x320' }))
    const source = {
      bytes: drawn.images[0]?.bytes ?? Buffer.alloc(0),
      mimeType: 'image/png',
      width: 320,
      height: 320,
    }
    const edited = await edit(prompt, source)
    expect((await pixelsOf(edited)).equals(await pixelsOf(source.bytes))).toBe(false)
    const distance = await pictureDistance(source.bytes, edited)
    expect(distance).toBeGreaterThan(0.002)
    expect(distance).toBeLessThan(0.5)
  })

  it('has the size of its source, upright, unless another is asked for', async () => {
    const source = await colourfulSource(200, 120)
    const turned = await sharp(source.bytes).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const answer = await images.edit?.(imageCall.edit('a cat', { ...source, bytes: turned }))
    expect(answer?.size).toBe('120x200')
    const other = await images.edit?.(
      imageCall.edit('a cat', source, { size: '256x256', outputFormat: 'webp' }),
    )
    expect(await sharp(other?.images[0]?.bytes).metadata()).toMatchObject({
      width: 256,
      height: 256,
      format: 'webp',
    })
  })

  it('is clear around its middle where the background is to be transparent', async () => {
    const source = await colourfulSource(120, 120)
    const pixels = await pixelsOf(await edit('a cat', source, { background: 'transparent' }))
    expect(pixels[3]).toBe(0)
    expect(pixels[(60 * 120 + 60) * 4 + 3]).toBe(255)
  })

  it('differs among the pictures of one call, and not between two equal calls', async () => {
    const source = await colourfulSource(120, 120)
    const call = imageCall.edit('add a boat', source, { n: 3 })
    const [one, two] = await Promise.all([images.edit?.(call), images.edit?.(call)])
    expect(one).toEqual(two)
    expect(new Set(one?.images.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3)
  })
})

describe('knobs', () => {
  const images = createSandboxImages()

  afterEach(() => {
    vi.useRealTimers()
  })

  describe('knobs', () => {
    it.each([
      ['[[fail:content_policy_violation]]', { fault: 'rejected', code: 'content_policy_violation' }],
      ['[[status:429]]', { fault: 'rate_limited', status: 429 }],
      ['[[status:503]]', { fault: 'failed', status: 503 }],
      ['[[empty]]', { fault: 'failed' }],
    ])('%s fails every kind of call that has words', async (knob, expected) => {
      const source = await colourfulSource(32, 32)
      await expect(images.generate(imageCall.generate(`A cat ${knob}`))).rejects.toMatchObject(expected)
      await expect(images.edit?.(imageCall.edit(`A cat ${knob}`, source))).rejects.toMatchObject(expected)
    })

    it('are part neither of the picture nor of its text', async () => {
      const plain = await images.generate(imageCall.generate('A cat'))
      const slow = await images.generate(imageCall.generate('A cat [[delay:1ms]]'))
      expect(slow).toEqual(plain)
    })

    it('[[delay]] holds the answer back', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      const failed = vi.fn()
      const done = images.generate(imageCall.generate('[[delay:2s]] [[status:500]]')).catch(failed)
      await vi.advanceTimersByTimeAsync(1_999)
      expect(failed).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await done
      expect(failed).toHaveBeenCalledOnce()
    })
  })

  describe('an abort', () => {
    it('ends a hanging call with the reason of the abort', async () => {
      const controller = new AbortController()
      const reason = new Error('the task was cancelled')
      const call = images.generate(imageCall.generate('[[hang]]', { signal: controller.signal }))
      controller.abort(reason)
      await expect(call).rejects.toBe(reason)
    })

    it('ends a call between two of its pictures', async () => {
      const controller = new AbortController()
      const call = images.generate(imageCall.generate('A cat', { n: 10, signal: controller.signal }))
      setImmediate(() => controller.abort(new Error('enough')))
      await expect(call).rejects.toThrow('enough')
    })

    it('before the call draws nothing', async () => {
      const signal = AbortSignal.abort(new Error('too late'))
      await expect(images.generate(imageCall.generate('A cat', { signal }))).rejects.toThrow('too late')
    })
  })
})
