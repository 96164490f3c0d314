import { expect, it } from 'vitest'
import { VideoCapabilities } from '@/lib/catalog/schema'
import { emptyDraft, settleDraft } from './draft'

const able = VideoCapabilities.parse({
  min_seconds: 2,
  max_seconds: 8,
  resolutions: ['480p', '720p'],
  ratios: ['16:9', '9:16', 'adaptive'],
  adaptive_text: false,
})

it('leaves to the model what was not chosen', () => {
  expect(settleDraft(emptyDraft, able)).toEqual({
    ratio: '16:9',
    resolution: '720p',
    duration: 5,
    ratios: ['16:9', '9:16'],
    resolutions: ['480p', '720p'],
    durations: null,
  })
})

it('follows a first frame unless told otherwise', () => {
  const first = { ...emptyDraft, mode: 'first' } as const
  expect(settleDraft(first, able).ratio).toBe('adaptive')
  expect(settleDraft({ ...first, ratio: '9:16' }, able).ratio).toBe('9:16')
  const strict = { ...able, adaptive_frames_only: true }
  expect(settleDraft({ ...first, ratio: '9:16' }, strict)).toMatchObject({
    ratio: 'adaptive',
    ratios: ['adaptive'],
  })
})

it('brings what another model could do into what this one can', () => {
  const far = { ...emptyDraft, ratio: '21:9', resolution: '1080p', duration: 12 } as const
  expect(settleDraft(far, able)).toMatchObject({ ratio: '16:9', resolution: '720p', duration: 8 })
  expect(settleDraft({ ...emptyDraft, duration: -1 }, able).duration).toBe(2)
  expect(settleDraft({ ...emptyDraft, duration: -1 }, { ...able, automatic_duration: true }).duration).toBe(
    -1,
  )
})

it('makes drafts only as small as they come', () => {
  const draft = { ...emptyDraft, isDraft: true, resolution: '720p' } as const
  expect(settleDraft(draft, { ...able, draft: true }).resolution).toBe('480p')
})

it('takes one of the only durations that there are', () => {
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
