import { expect, it } from 'vitest'
import { VideoCapabilities } from '@/lib/catalog/schema'
import { CreateVideoRequest, type VideoRecord } from '@/lib/videos/schema'
import { emptyDraft } from '../draft'
import { createBody, repeatBody } from './create-body'

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

it('asks a model for nothing that it cannot do', () => {
  expect(createBody({ ...everything, isDraft: true }, 'a/b', plain)).toEqual({
    model: 'a/b',
    prompt: 'A boat',
    content: [],
    ratio: '16:9',
    resolution: '720p',
    duration: 5,
  })
})

it('asks for all that was chosen', () => {
  expect(createBody(everything, 'a/b', rich)).toMatchObject({
    generate_audio: true,
    seed: 7,
    camera_fixed: true,
    watermark: true,
    return_last_frame: true,
    service_tier: 'flex',
  })
})

it('leaves the sound to a model that has it always', () => {
  const veo = { ...rich, always_audio: true }
  expect(createBody({ ...everything, hasAudio: false }, 'a/b', veo)).not.toHaveProperty('generate_audio')
})

it('asks a draft neither for a last frame nor for flex', () => {
  const body = createBody({ ...everything, isDraft: true }, 'a/b', rich)
  expect(body).toMatchObject({ draft: true })
  expect(body).not.toHaveProperty('return_last_frame')
  expect(body).not.toHaveProperty('service_tier')
})

it('sends the frames of the mode alone', () => {
  const both = { ...everything, first: boat, last: boat }
  const roles = (mode: 'text' | 'first' | 'ends') =>
    createBody({ ...both, mode }, 'a/b', rich).content?.map((item) => 'role' in item && item.role)
  expect(roles('text')).toEqual([])
  expect(roles('first')).toEqual(['first_frame'])
  expect(roles('ends')).toEqual(['first_frame', 'last_frame'])
})

it('leaves to a draft what it brings along', () => {
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

it('repeats a task as it was asked for', () => {
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
