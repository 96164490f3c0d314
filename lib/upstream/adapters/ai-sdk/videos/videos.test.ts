import { describe, expect, test } from 'vitest'
import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type Answer, API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { FILM_LINK, firstFrame, googleTasks, json, replicateTasks, videosAt } from '../testing/videos-at'

const upstream = await openUpstream()

describe.each(['google', 'fal', 'replicate', 'runway'] as const)('%s', (sdk) => {
  const at = () => videosAt(upstream, sdk)

  test.each<[string, () => Answer, object]>([
    [
      'a limit',
      () => answerWith.json(429, { detail: 'slow down' }, { 'retry-after': '5' }),
      { fault: 'rate_limited', retryAfterSeconds: 5 },
    ],
    ['a wrong key', () => json({ detail: 'no' }, 401), { fault: 'failed', status: 401 }],
    ['a failure', () => json({ detail: 'oops' }, 500), { fault: 'failed', status: 500 }],
    [
      'a bad field',
      () => json({ detail: [{ loc: ['body', 'prompt'], msg: 'too long', type: 'string_too_long' }] }, 422),
      { fault: 'rejected', param: 'prompt' },
    ],
    ['a page', () => answerWith.text(200, 'text/html', '<html>'), { fault: 'failed' }],
    ['nonsense', () => json({ unlike: 'anything' }), { fault: 'failed' }],
    ['a reset', () => answerWith.reset(), { fault: 'failed' }],
  ])('a start meets %s', async (_, answer, expected) => {
    await expect(at().tryStart(answer())).rejects.toMatchObject(expected)
  })

  test.each<[string, Partial<VideoCall>]>([
    ['duration', { duration: -1 }],
    ['frames', { frames: 57 }],
    ['camera_fixed', { cameraFixed: true }],
    ['watermark', { watermark: true }],
    ['return_last_frame', { returnLastFrame: true }],
    ['service_tier', { serviceTier: 'flex' }],
    ['draft', { isDraft: true }],
    ['tools', { webSearch: true }],
    ['content', { media: [{ ...firstFrame, role: 'reference_image' }] }],
  ])('is not asked for %s that it does not take', async (param, more) => {
    await expect(at().start(more)).rejects.toMatchObject({ fault: 'unsupported', param })
    expect(upstream.requests).toHaveLength(0)
  })

  test.each<[string, () => Answer, object]>([
    ['a limit', () => json({ detail: 'slow down' }, 429), { fault: 'rate_limited' }],
    ['a wrong key', () => json({ detail: 'no' }, 401), { fault: 'failed' }],
    ['a page', () => answerWith.text(200, 'text/html', '<html>'), { fault: 'failed' }],
    ['nonsense', () => json(['what']), { fault: 'failed' }],
    ['a record not there yet', () => json({ detail: 'not found' }, 404), { fault: 'failed', status: 404 }],
  ])('a question meets %s and says nothing of the task', async (_, answer, expected) => {
    await expect(at().statusAfter(answer())).rejects.toMatchObject(expected)
  })

  test('has lost a task that is old and not there', async () => {
    const handle = JSON.stringify({
      ...JSON.parse(await at().start()),
      startedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(await at().status(handle, json({ detail: 'not found' }, 404))).toMatchObject({
      state: 'failed',
      code: 'upstream_error',
    })
  })

  test('stores neither key nor address in its handle, and reads no other handle', async () => {
    const handle = await at().start()
    expect(handle).not.toContain(API_KEY)
    expect(handle).not.toContain('127.0.0.1')
    await expect(at().status('cgt-20260821', json({}))).rejects.toMatchObject({ fault: 'rejected' })
  })

  test('stops asking when the caller gives up', async () => {
    const handle = await at().start()
    const reason = new Error('enough')
    const caller = new AbortController()
    const request = upstream.nextRequest()
    const asking = at().status(handle, answerWith.silence(), caller.signal)
    const { closed } = await request
    caller.abort(reason)
    await expect(asking).rejects.toBe(reason)
    await closed
  })
})

describe('Google', () => {
  const at = () => videosAt(upstream, 'google')

  test('is asked for one film, with the first frame in bytes', async () => {
    await at().start({ duration: 8, resolution: '1080p', ratio: '9:16', media: [firstFrame] })
    expect(upstream.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/models/veo-3.1-generate-preview:predictLongRunning',
      headers: { 'x-goog-api-key': API_KEY },
    })
    expect(at().sent()).toEqual({
      instances: [
        {
          prompt: 'A paper boat on a quiet lake',
          image: { bytesBase64Encoded: PIXEL_PNG, mimeType: 'image/png' },
        },
      ],
      parameters: { sampleCount: 1, aspectRatio: '9:16', resolution: '1080p', durationSeconds: 8 },
    })
    await expect(at().start({ seed: 1 })).rejects.toMatchObject({ param: 'seed' })
    await expect(at().start({ resolution: '480p' })).rejects.toMatchObject({ param: 'resolution' })
  })

  test.each<[string, unknown, object]>([
    ['running', googleTasks.running, { state: 'running', progress: null }],
    ['cancelled', googleTasks.cancelled, { state: 'cancelled' }],
    ['filtered', googleTasks.filtered, { state: 'failed', code: 'content_policy_violation' }],
    [
      'refused',
      googleTasks.refused,
      { state: 'failed', code: 'content_policy_violation', isRetryable: false },
    ],
    ['invalid', googleTasks.invalid, { state: 'failed', code: 'invalid_input', isRetryable: false }],
    ['broken', googleTasks.broken, { state: 'failed', code: 'upstream_error', isRetryable: true }],
  ])('tells that a task is %s', async (_, answer, expected) => {
    expect(await at().statusAfter(json(answer))).toMatchObject(expected)
    expect(upstream.requests[0]?.path).toBe(`/v1/${googleTasks.started.name}`)
  })

  test('links its film without the key, which is sent to Google only', async () => {
    const own = `${upstream.baseUrl}/files/abc:download?alt=media`
    expect(await at().statusAfter(json(googleTasks.succeeded(own)))).toEqual({
      state: 'succeeded',
      result: {
        video: { url: own, headers: { 'x-goog-api-key': API_KEY } },
        lastFrame: null,
        fps: null,
        durationSeconds: null,
        resolution: null,
        ratio: null,
        seed: null,
        usage: null,
      },
    })
    expect(await at().statusAfter(json(googleTasks.succeeded(FILM_LINK)))).toMatchObject({
      result: { video: { url: FILM_LINK } },
    })
    const far = await at().statusAfter(json(googleTasks.succeeded(FILM_LINK)))
    expect(JSON.stringify(far)).not.toContain(API_KEY)
  })

  test('cannot stop a task', async () => {
    expect(await at().cancelAfter(json({}, 500))).toBe('runs')
    expect(upstream.requests).toHaveLength(0)
  })

  test('has no callbacks, and is not given a link for any', async () => {
    expect(at().notification({ name: 'models/veo/operations/x' })).toBeUndefined()
  })
})

describe('Replicate', () => {
  const at = () => videosAt(upstream, 'replicate')
  const prediction = (status: string, more?: object) =>
    json(replicateTasks.as(upstream.baseUrl, status, more))

  test('is asked for a prediction of the model', async () => {
    await at().start({ media: [firstFrame], ratio: 'adaptive' })
    expect(upstream.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/models/kwaivgi/kling-v2.5-turbo-pro/predictions',
      headers: { authorization: `Bearer ${API_KEY}` },
    })
    expect(at().sent()).toEqual({
      input: {
        prompt: 'A paper boat on a quiet lake',
        duration: 5,
        start_image: `data:image/png;base64,${PIXEL_PNG}`,
      },
    })
    await at().start({ model: 'google/veo-3.1-fast', duration: 8, seed: 0, generateAudio: false })
    expect(at().sent(1).input).toEqual({
      prompt: 'A paper boat on a quiet lake',
      aspect_ratio: '16:9',
      duration: 8,
      resolution: '720p',
      seed: 0,
      generate_audio: false,
    })
  })

  test.each<[string, object, object]>([
    ['starting', {}, { state: 'queued' }],
    ['processing', {}, { state: 'running' }],
    ['canceled', {}, { state: 'cancelled' }],
    ['aborted', {}, { state: 'cancelled' }],
    [
      'succeeded',
      { output: FILM_LINK },
      { state: 'succeeded', result: { video: { url: FILM_LINK }, durationSeconds: null } },
    ],
    ['succeeded', { output: [FILM_LINK] }, { state: 'succeeded', result: { video: { url: FILM_LINK } } }],
    [
      'failed',
      { error: 'The input or output was flagged as sensitive. (E005)' },
      { state: 'failed', code: 'content_policy_violation', isRetryable: false },
    ],
    [
      'failed',
      { error: 'Invalid image: too small' },
      { state: 'failed', code: 'invalid_input', isRetryable: false },
    ],
    [
      'failed',
      { error: 'CUDA out of memory' },
      { state: 'failed', code: 'upstream_error', isRetryable: true },
    ],
  ])('tells that a task is %s %o', async (status, more, expected) => {
    expect(await at().statusAfter(prediction(status, more))).toMatchObject(expected)
    expect(upstream.requests[0]).toMatchObject({
      path: `/v1/predictions/${replicateTasks.id}`,
      headers: { authorization: `Bearer ${API_KEY}` },
    })
  })

  test('has no success without a film', async () => {
    await expect(at().statusAfter(prediction('succeeded'))).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each<[string, 'gone' | 'runs']>([
    ['canceled', 'gone'],
    ['processing', 'runs'],
    ['succeeded', 'runs'],
  ])('answers a cancel with a task that is %s', async (status, expected) => {
    expect(await at().cancelAfter(prediction(status, { output: FILM_LINK }))).toBe(expected)
    expect(upstream.requests[0]).toMatchObject({
      method: 'POST',
      path: `/v1/predictions/${replicateTasks.id}/cancel`,
      headers: { authorization: `Bearer ${API_KEY}` },
    })
  })

  test('gets callback addresses for the start and the end, and reads only the task id of a callback', async () => {
    await at().start({ callbackUrl: 'https://portico.example/notification' })
    expect(at().sent()).toMatchObject({
      input: { prompt: 'A paper boat on a quiet lake' },
      webhook: 'https://portico.example/notification',
      webhook_events_filter: ['start', 'completed'],
    })
    const starting = replicateTasks.as(upstream.baseUrl, 'starting')
    const handle = at().notification(starting)
    expect(await at().status(handle ?? '', prediction('succeeded', { output: FILM_LINK }))).toMatchObject({
      state: 'succeeded',
      result: { video: { url: FILM_LINK } },
    })
    expect(upstream.requests.at(-1)?.path).toBe(`/v1/predictions/${starting.id}`)
    for (const odd of [null, {}, { id: 5 }, { id: '../account' }, [starting]])
      expect(at().notification(odd)).toBeNull()
  })
})
