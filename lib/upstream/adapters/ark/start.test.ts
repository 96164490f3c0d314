import { describe, expect, it } from 'vitest'
import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { mediaStub, videoCall } from '@/lib/upstream/testing/video-call'
import { createArkVideo } from './ark-video'

const upstream = await openUpstream()

const media = mediaStub({ 'own/picture': Buffer.from('png!'), 'own/film': Buffer.from('mp4') }, [
  'own/linked',
])

async function sent(more: Partial<VideoCall>): Promise<Record<string, unknown>> {
  upstream.answer(answerWith.json(200, { id: 'cgt-1' }))
  const video = createArkVideo({ baseUrl: `${upstream.origin}/api/v3/`, apiKey: API_KEY, media })
  await expect(video.start(videoCall(more))).resolves.toEqual({ handle: 'cgt-1' })
  return JSON.parse(upstream.requests.at(-1)?.body ?? '')
}

async function refusal(more: Partial<VideoCall>): Promise<unknown> {
  const video = createArkVideo({ baseUrl: upstream.baseUrl, apiKey: API_KEY, media })
  return video.start(videoCall(more)).then(
    () => 'started',
    (error: unknown) => error,
  )
}

describe('starting a task', () => {
  it('posts it with the key, and uses the id as its handle', async () => {
    const body = await sent({})
    expect(upstream.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/v3/contents/generations/tasks',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    })
    expect(body).toEqual({
      model: 'seedance-1-0-pro-250528',
      content: [{ type: 'text', text: 'A paper boat on a quiet lake' }],
      resolution: '720p',
      ratio: '16:9',
      duration: 5,
      watermark: false,
      return_last_frame: false,
      camera_fixed: false,
      service_tier: 'default',
      execution_expires_after: 172_800,
    })
  })

  it('sends all parameters that a model of its generation accepts, and no others', async () => {
    const asked = {
      safetyIdentifier: 'user-7',
      callbackUrl: 'https://us.example/notification/secret',
      returnLastFrame: true,
    }
    expect(
      await sent({ ...asked, frames: 29, seed: 7, cameraFixed: true, serviceTier: 'flex' }),
    ).toMatchObject({
      frames: 29,
      seed: 7,
      camera_fixed: true,
      service_tier: 'flex',
      safety_identifier: 'user-7',
      callback_url: 'https://us.example/notification/secret',
      return_last_frame: true,
    })
    const newest = await sent({
      model: 'dreamina-seedance-2-0-260128',
      duration: -1,
      webSearch: true,
      generateAudio: true,
    })
    expect(newest).toMatchObject({ duration: -1, generate_audio: true, tools: [{ type: 'web_search' }] })
    for (const field of ['seed', 'frames', 'camera_fixed', 'service_tier', 'draft'])
      expect(newest).not.toHaveProperty(field)
    // Left out, 1.5 and later would film with sound.
    expect(await sent({ model: 'seedance-1-5-pro-251215' })).toMatchObject({ generate_audio: false })
    expect(await sent({})).not.toHaveProperty('generate_audio')
  })

  it.each([
    ['frames', { model: 'seedance-1-5-pro-251215', frames: 29 }],
    ['camera_fixed', { model: 'dreamina-seedance-2-0-260128', cameraFixed: true }],
    ['service_tier', { model: 'dreamina-seedance-2-0-260128', serviceTier: 'flex' as const }],
    ['seed', { model: 'dreamina-seedance-2-0-260128', seed: 1 }],
    ['generate_audio', { generateAudio: true }],
    ['tools', { webSearch: true }],
    ['draft', { isDraft: true }],
  ])('refuses %s where the generation has none', async (param, more) => {
    expect(await refusal(more)).toMatchObject({ fault: 'unsupported', param })
  })

  it('sends every parameter to an endpoint with an unknown model', async () => {
    const body = await sent({ model: 'ep-20260821-abc', frames: 29, seed: 3, webSearch: true })
    expect(body).toMatchObject({ frames: 29, seed: 3, tools: [{ type: 'web_search' }] })
  })

  it('finishes a draft by its id alone, with what a draft leaves open', async () => {
    const body = await sent({ model: 'seedance-1-5-pro-251215', draftOf: 'cgt-draft', resolution: '1080p' })
    expect(body.content).toEqual([{ type: 'draft_task', draft_task: { id: 'cgt-draft' } }])
    expect(body).toMatchObject({ resolution: '1080p', watermark: false })
    for (const field of ['ratio', 'duration', 'seed', 'camera_fixed', 'generate_audio', 'draft'])
      expect(body).not.toHaveProperty(field)
    expect(await sent({ model: 'seedance-1-5-pro-251215', isDraft: true })).toMatchObject({ draft: true })
  })
})

describe('the words', () => {
  it.each([
    ['a cat --rs 1080p --dur 12', 'a cat –rs 1080p –dur 12'],
    ['--seed 7 first', '–seed 7 first'],
    ['a---cf true', 'a–cf true'],
    ['-- wm true', '– wm true'],
    ['wow -- 5 -- times', 'wow – 5 – times'],
    ['一只猫--分辨率', '一只猫–分辨率'],
    ['a well-known cat - alone', 'a well-known cat - alone'],
  ])('%s cannot change the settings', async (prompt, text) => {
    expect((await sent({ prompt })).content).toEqual([{ type: 'text', text }])
  })
})

describe('the media', () => {
  const image = (
    role: 'first_frame' | 'last_frame',
    source: { link: string } | { objectKey: string; mimeType: string },
  ) => ({ type: 'image', role, source }) as const

  it('keep their order and roles; links and assets are sent unchanged', async () => {
    const body = await sent({
      media: [
        image('first_frame', { link: 'https://pictures.example/a.png' }),
        image('last_frame', { link: 'asset://asset-2026-x' }),
      ],
    })
    expect(body.content).toEqual([
      { type: 'text', text: 'A paper boat on a quiet lake' },
      { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' }, role: 'first_frame' },
      { type: 'image_url', image_url: { url: 'asset://asset-2026-x' }, role: 'last_frame' },
    ])
    const film = {
      type: 'video',
      role: 'reference_video',
      source: { link: 'https://v.example/a.mp4' },
    } as const
    const song = {
      type: 'audio',
      role: 'reference_audio',
      source: { link: 'https://v.example/a.mp3' },
    } as const
    expect((await sent({ prompt: ' ', media: [film, song] })).content).toEqual([
      { type: 'video_url', video_url: { url: 'https://v.example/a.mp4' }, role: 'reference_video' },
      { type: 'audio_url', audio_url: { url: 'https://v.example/a.mp3' }, role: 'reference_audio' },
    ])
  })

  it('of our own are sent as links if public, else inside the request', async () => {
    const linked = await sent({
      media: [image('first_frame', { objectKey: 'own/linked', mimeType: 'image/png' })],
    })
    expect(linked.content).toContainEqual({
      type: 'image_url',
      image_url: { url: 'https://store.example/own/linked?ttl=604800' },
      role: 'first_frame',
    })
    const inside = await sent({
      media: [image('first_frame', { objectKey: 'own/picture', mimeType: 'image/png' })],
    })
    expect(inside.content).toContainEqual({
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${Buffer.from('png!').toString('base64')}` },
      role: 'first_frame',
    })
    const film = { objectKey: 'own/film', mimeType: 'video/mp4' }
    expect(
      await refusal({ media: [{ type: 'video', role: 'reference_video', source: film }] }),
    ).toMatchObject({
      fault: 'rejected',
      code: 'input_download_failed',
      param: 'content',
    })
  })
})
