import { describe, expect, it } from 'vitest'
import { VideoCapabilities } from '@/lib/catalog/models/schema'
import { CreateVideoRequest, type VideoRecord } from '@/lib/media/videos/schema'
import { createBody, emptyDraft, putResult, repeatBody, settleDraft } from './draft'
import { chainOf } from './player/player-dialog'

describe('the request', () => {
  const plain = VideoCapabilities.parse({
    min_seconds: 1,
    max_seconds: 8,
    resolutions: ['480p', '720p'],
    ratios: ['16:9', 'adaptive'],
    roles: ['first_frame', 'last_frame'],
  })
  const rich = {
    ...plain,
    seed: true,
    generate_audio: true,
    camera_fixed: true,
    watermark: true,
    return_last_frame: true,
    flex: true,
    draft: true,
  }
  const boat = { type: 'image', url: 'https://example.com/boat.png', preview: null, name: 'Boat' } as const
  const everything = {
    ...emptyDraft,
    prompt: 'A boat',
    hasAudio: true,
    seed: '7',
    isCameraFixed: true,
    hasWatermark: true,
    isFlex: true,
  }

  it('requests nothing that the model does not support', () => {
    expect(createBody({ ...everything, isDraft: true }, 'a/b', plain)).toEqual({
      model: 'a/b',
      prompt: 'A boat',
      content: [],
      ratio: '16:9',
      resolution: '720p',
      duration: 5,
    })
  })

  it('requests all chosen settings', () => {
    expect(createBody(everything, 'a/b', rich)).toMatchObject({
      generate_audio: true,
      seed: 7,
      camera_fixed: true,
      watermark: true,
      return_last_frame: true,
      service_tier: 'flex',
    })
  })

  it('does not request audio from a model that always generates it', () => {
    const veo = { ...rich, always_audio: true }
    expect(createBody({ ...everything, hasAudio: false }, 'a/b', veo)).not.toHaveProperty('generate_audio')
  })

  it('requests neither a last frame nor flex for a draft', () => {
    const body = createBody({ ...everything, isDraft: true }, 'a/b', rich)
    expect(body).toMatchObject({ draft: true })
    expect(body).not.toHaveProperty('return_last_frame')
    expect(body).not.toHaveProperty('service_tier')
  })

  it('sends only the media of the mode', () => {
    const both = { ...everything, first: boat, last: boat }
    const roles = (mode: 'text' | 'first' | 'ends') =>
      createBody({ ...both, mode }, 'a/b', rich).content?.map((item) => 'role' in item && item.role)
    expect(roles('text')).toEqual([])
    expect(roles('first')).toEqual(['first_frame'])
    expect(roles('ends')).toEqual(['first_frame', 'last_frame'])
  })

  it('sends no settings that the draft brings', () => {
    expect(createBody({ ...everything, finishes: 'vgen_1' }, 'a/b', rich)).toEqual({
      model: 'a/b',
      prompt: 'A boat',
      resolution: '720p',
      watermark: true,
      return_last_frame: true,
      service_tier: 'flex',
      content: [{ type: 'draft_task', draft_task: { id: 'vgen_1' } }],
    })
  })

  it('repeats a task with its original request', () => {
    const record: Pick<VideoRecord, 'model' | 'prompt' | 'settings' | 'inputs'> = {
      model: 'a/b',
      prompt: 'A boat',
      settings: {
        ratio: '16:9',
        resolution: '480p',
        duration: 5,
        frames: 29,
        generate_audio: false,
        seed: null,
        camera_fixed: true,
        watermark: false,
        return_last_frame: true,
        service_tier: 'default',
        draft: false,
        web_search: true,
      },
      inputs: [{ type: 'image', role: 'first_frame', url: boat.url }],
    }
    const body = repeatBody(record)
    expect(CreateVideoRequest.safeParse(body).success).toBe(true)
    expect(body).toEqual({
      model: 'a/b',
      prompt: 'A boat',
      content: [{ type: 'image_url', image_url: { url: boat.url }, role: 'first_frame' }],
      ratio: '16:9',
      resolution: '480p',
      frames: 29,
      generate_audio: false,
      camera_fixed: true,
      watermark: false,
      return_last_frame: true,
      service_tier: 'default',
      draft: false,
      tools: [{ type: 'web_search' }],
    })
  })
})

describe('a draft', () => {
  const able = VideoCapabilities.parse({
    min_seconds: 2,
    max_seconds: 8,
    resolutions: ['480p', '720p'],
    ratios: ['16:9', '9:16', 'adaptive'],
    adaptive_text: false,
  })

  it('leaves unset settings to the model', () => {
    expect(settleDraft(emptyDraft, able)).toEqual({
      ratio: '16:9',
      resolution: '720p',
      duration: 5,
      ratios: ['16:9', '9:16'],
      resolutions: ['480p', '720p'],
      durations: null,
    })
  })

  it('uses the adaptive ratio with a first frame by default', () => {
    const first = { ...emptyDraft, mode: 'first' } as const
    expect(settleDraft(first, able).ratio).toBe('adaptive')
    expect(settleDraft({ ...first, ratio: '9:16' }, able).ratio).toBe('9:16')
    const strict = { ...able, adaptive_frames_only: true }
    expect(settleDraft({ ...first, ratio: '9:16' }, strict)).toMatchObject({
      ratio: 'adaptive',
      ratios: ['adaptive'],
    })
  })

  it('adapts settings of another model', () => {
    const far = { ...emptyDraft, ratio: '21:9', resolution: '1080p', duration: 12 } as const
    expect(settleDraft(far, able)).toMatchObject({ ratio: '16:9', resolution: '720p', duration: 8 })
    expect(settleDraft({ ...emptyDraft, duration: -1 }, able).duration).toBe(2)
    expect(settleDraft({ ...emptyDraft, duration: -1 }, { ...able, automatic_duration: true }).duration).toBe(
      -1,
    )
  })

  it('limits drafts to their resolutions', () => {
    const draft = { ...emptyDraft, isDraft: true, resolution: '720p' } as const
    expect(settleDraft(draft, { ...able, draft: true }).resolution).toBe('480p')
  })

  it('uses the nearest supported duration', () => {
    const veo = {
      ...able,
      resolutions: ['720p' as const, '1080p' as const],
      seconds: [4, 6, 8],
      seconds_at: { '1080p': [8] },
    }
    expect(settleDraft({ ...emptyDraft, duration: 5 }, veo)).toMatchObject({
      duration: 4,
      durations: [4, 6, 8],
    })
    expect(settleDraft({ ...emptyDraft, duration: 12 }, veo).duration).toBe(8)
    expect(settleDraft({ ...emptyDraft, resolution: '1080p', duration: 4 }, veo)).toMatchObject({
      duration: 8,
      durations: [8],
    })
  })
})

describe('a chain of clips', () => {
  const clip = (id: string, from: string | null, signature = 'a') => ({
    id,
    video_url: 'https://example.com/media/clip',
    last_frame_url: `https://example.com/media/end-of-${id}?signature=${signature}`,
    inputs:
      from === null
        ? []
        : [
            {
              type: 'image' as const,
              role: 'first_frame' as const,
              url: `https://example.com/media/end-of-${from}?signature=b`,
            },
          ],
  })
  const ids = (clips: { id: string }[]) => clips.map(({ id }) => id)

  it('finds the clips before and after', () => {
    const [third, second, other, first] = [clip('3', '2'), clip('2', '1'), clip('x', null), clip('1', null)]
    const records = [third, second, other, first]
    for (const one of [first, second, third]) expect(ids(chainOf(one, records))).toEqual(['1', '2', '3'])
    expect(ids(chainOf(other, records))).toEqual(['x'])
  })

  it('ends for clips that start from each other', () => {
    const records = [clip('2', '1'), clip('1', '2')]
    expect(ids(chainOf(clip('1', '2'), records))).toEqual(['2', '1'])
  })
})

describe('a result dragged into the form', () => {
  const image = { type: 'image', url: 'https://portico.example/media/a', name: 'Kite', frame: null } as const
  const film = { ...image, type: 'video', url: 'https://portico.example/media/b' } as const
  const framed = { ...film, frame: 'https://portico.example/media/c' } as const
  const still = (url: string) => ({ type: 'image', url, preview: url, name: 'Kite' }) as const

  it('becomes the first frame, or the frame that is missing', () => {
    expect(putResult(emptyDraft, image)).toEqual({ mode: 'first', first: still(image.url), finishes: null })
    const ends = { ...emptyDraft, mode: 'ends' as const, first: still(image.url) }
    expect(putResult(ends, framed)).toEqual({ mode: 'ends', last: still(framed.frame), finishes: null })
    expect(putResult({ ...ends, last: still(image.url) }, framed)).toMatchObject({
      first: still(framed.frame),
    })
  })

  it('becomes another reference, once', () => {
    const draft = { ...emptyDraft, mode: 'references' as const, references: [still(image.url)] }
    const reference = { type: 'video', url: film.url, preview: null, name: 'Kite' }
    expect(putResult(draft, film).references).toEqual([still(image.url), reference])
    expect(putResult(draft, image).references).toEqual([still(image.url)])
  })

  it('is refused as a frame if it is a video whose last frame is not kept', () => {
    expect(putResult(emptyDraft, film)).toEqual({})
  })
})
