import { describe, expect, it } from 'vitest'
import { hasSetting, RequestShape, writeRequest } from './request-shape'

const shape = RequestShape.parse({
  fields: {
    prompt: '{prompt}',
    duration: '{duration:text}',
    length: '{duration}s',
    mode: { '{resolution}': { '720p': 'std', '1080p': 'pro' } },
    sound: '{generate_audio}',
    seed: '{seed}',
    image_size: { width: '{width}', height: '{height}' },
    safety: { level: 2, tags: ['a'] },
  },
  image: { model: '{base}/image-to-video', fields: { frames: ['{first_frame}', '{last_frame}'] } },
  references: { model: 'acme/references', fields: { image_urls: '{reference_images}' } },
})
const write = (kind: 'text' | 'image' | 'references', settings: object, model = 'acme/v3/text-to-video') =>
  writeRequest({ shape, kind, model, settings: { ...settings } })

describe('a request by data', () => {
  it('has the settings by the upstream’s names, with their types', () => {
    const settings = { prompt: 'A {duration} fox', duration: 5, resolution: '1080p', generate_audio: false }
    expect(write('text', settings)).toEqual({
      model: 'acme/v3/text-to-video',
      fields: {
        prompt: 'A {duration} fox',
        duration: '5',
        length: '5s',
        mode: 'pro',
        sound: false,
        safety: { level: 2, tags: ['a'] },
      },
    })
  })

  it('leaves out what is absent, or has no choice', () => {
    const settings = { seed: 0, width: 5, height: null, resolution: '480p', first_frame: 'a' }
    expect(write('image', settings)).toEqual({
      model: 'acme/v3/image-to-video',
      fields: { seed: 0, safety: { level: 2, tags: ['a'] } },
    })
    expect(write('image', { width: 5, height: 6, first_frame: 'a', last_frame: 'b' }).fields).toMatchObject({
      image_size: { width: 5, height: 6 },
      frames: ['a', 'b'],
    })
  })

  it('goes to another model by its kind', () => {
    expect(write('image', {}, 'acme/v4').model).toBe('acme/v4/image-to-video')
    expect(write('references', { reference_images: ['a', 'b'] })).toMatchObject({
      model: 'acme/references',
      fields: { image_urls: ['a', 'b'] },
    })
  })

  it('knows which settings it has', () => {
    expect(hasSetting(shape, 'text', 'seed')).toBe(true)
    expect(hasSetting(shape, 'text', 'first_frame')).toBe(false)
    expect(hasSetting(shape, 'image', 'first_frame')).toBe(true)
  })

  it('cannot name a setting that does not exist', () => {
    const wrong = RequestShape.safeParse({ fields: { a: ['{promt}'] } })
    expect(wrong.error?.issues[0]?.message).toContain('{promt} is not a setting')
  })
})
