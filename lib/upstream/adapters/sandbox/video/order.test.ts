import { describe, expect, it } from 'vitest'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { videoCall } from '@/lib/upstream/testing/video-call'
import { CreateVideoRequest } from '@/lib/videos/schema'
import { filmIdOf, handleOf, orderOf, takeOrder } from './order'

const order = (more: Partial<VideoCall> = {}) => takeOrder(videoCall({ model: 'video', ...more }))

describe('an order', () => {
  it('is found whole in its handle, by any process', () => {
    const taken = order({
      prompt: '一只狐狸 🦊 '.repeat(500),
      cameraFixed: true,
      frames: 29,
      returnLastFrame: true,
    })
    expect(orderOf(handleOf(taken))).toEqual(taken)
    expect(filmIdOf(handleOf(taken))).toMatch(/^[0-9a-f]{40}$/)
  })

  it.each(['', 'cgt-2026', 'film2.', 'film2.AAAA', `film2.${Buffer.from('{}').toString('base64url')}`])(
    '%j is no handle of ours',
    (handle) => {
      expect(() => orderOf(handle)).toThrow(UpstreamError)
    },
  )

  it('decides what the call leaves open, always alike', () => {
    expect(order({ seed: null }).seed).toBe(order({ seed: -1 }).seed)
    expect(order({ seed: 5 }).seed).toBe(5)
    for (let task = 0; task < 50; task++) {
      const { seed } = order({ seed: null, taskId: `vgen_${task}` })
      expect(CreateVideoRequest.shape.seed.parse(seed)).toBe(seed)
    }
    const chosen = order({ duration: -1 }).seconds
    expect(chosen).toBe(order({ duration: -1 }).seconds)
    expect(chosen).toBeGreaterThanOrEqual(4)
    expect(chosen).toBeLessThanOrEqual(8)
  })

  it('that finishes a draft keeps what the draft fixed', () => {
    const draft = order({
      isDraft: true,
      resolution: '480p',
      seed: 11,
      prompt: 'A draft',
      ratio: '1:1',
      duration: 3,
    })
    const finished = order({
      draftOf: handleOf(draft),
      resolution: '1080p',
      prompt: 'ignored',
      watermark: true,
    })
    expect(finished).toMatchObject({ prompt: 'A draft', seed: 11, ratio: '1:1', seconds: 3 })
    expect(finished).toMatchObject({ resolution: '1080p', watermark: true, isDraft: false })
  })
})

describe('what a model cannot do', () => {
  const media = (role: 'first_frame' | 'last_frame') =>
    ({ type: 'image', role, source: { link: 'https://a.example/a.png' } }) as const

  it.each<[string, Partial<VideoCall>]>([
    ['model', { model: 'video-9' }],
    ['duration', { model: 'video', duration: 13 }],
    ['frames', { model: 'video', frames: 289 }],
    ['duration', { model: 'video-fast', duration: 9 }],
    ['duration', { model: 'video-fast', duration: -1 }],
    ['resolution', { model: 'video-fast', resolution: '1080p' }],
    ['frames', { model: 'video-fast', frames: 48 }],
    ['content', { model: 'video-fast', media: [media('last_frame')] }],
    ['generate_audio', { model: 'video-fast', generateAudio: true }],
    ['camera_fixed', { model: 'video-fast', cameraFixed: true }],
    ['service_tier', { model: 'video-fast', serviceTier: 'flex' }],
    ['draft', { model: 'video-fast', isDraft: true }],
  ])('is unsupported, naming %s', (param, more) => {
    expect(() => takeOrder(videoCall(more))).toThrow(expect.objectContaining({ fault: 'unsupported', param }))
  })

  it('leaves the quick one a first frame', () => {
    expect(takeOrder(videoCall({ model: 'video-fast', media: [media('first_frame')] })).media).toHaveLength(1)
  })
})
