import { expect, test } from 'vitest'
import {
  FILM_LINK,
  falTasks,
  firstFrame,
  json,
  videosAt,
} from '@/lib/upstream/adapters/ai-sdk/testing/videos-at'
import { RequestShape } from '@/lib/upstream/contract/request-shape'
import { type Answer, API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import fal from '@/prisma/seed/catalog/fal.json'

const upstream = await openUpstream()

const at = () => videosAt(upstream, 'fal')

/** The state first, and then the result. */
function told(state: unknown, result: Answer = json({}, 500)): Answer {
  return (res, req) => (req.url?.endsWith('/status') ? json(state)(res, req) : result(res, req))
}

test('is requested at its queue, with the parameters of the model', async () => {
  await at().start({ generateAudio: true, ratio: '1:1' })
  expect(upstream.requests[0]).toMatchObject({
    method: 'POST',
    path: '/fal-ai/kling-video/v2.6/pro/text-to-video',
    headers: { authorization: `Key ${API_KEY}` },
  })
  expect(at().sent()).toEqual({
    prompt: 'A paper boat on a quiet lake',
    aspect_ratio: '1:1',
    duration: '5',
    generate_audio: true,
  })
})

test('starts from a picture at a separate endpoint', async () => {
  await at().start({ media: [firstFrame] })
  expect(upstream.requests[0]?.path).toBe('/fal-ai/kling-video/v2.6/pro/image-to-video')
  expect(at().sent()).toEqual({
    prompt: 'A paper boat on a quiet lake',
    duration: '5',
    generate_audio: false,
    start_image_url: `data:image/png;base64,${PIXEL_PNG}`,
  })
  const linked = { ...firstFrame, source: { link: 'https://files.example/first.png' } }
  await at().start({ model: 'fal-ai/veo3.1/fast', duration: 8, media: [linked] })
  expect(upstream.requests[1]?.path).toBe('/fal-ai/veo3.1/fast/image-to-video')
  expect(at().sent(1)).toMatchObject({ duration: '8s', resolution: '720p', image_url: linked.source.link })
  await at().start({ model: 'pixverse/v6/text-to-video', seed: 7 })
  expect(upstream.requests[2]?.path).toBe('/pixverse/v6/text-to-video')
  expect(at().sent(2)).toMatchObject({ seed: 7, resolution: '720p' })
})

test('is requested as the catalog says, by what it starts from', async () => {
  const seedance = fal.models.find(({ id }) => id === 'bytedance/seedance-2.5')
  const request = RequestShape.parse(seedance?.request)
  const asked = { model: seedance?.upstream_id ?? '', request, generateAudio: true }
  const words = {
    prompt: 'A paper boat on a quiet lake',
    duration: '5',
    resolution: '720p',
    generate_audio: true,
  }
  await at().start(asked)
  expect(upstream.requests[0]?.path).toBe('/bytedance/seedance-2.5/text-to-video')
  expect(at().sent()).toEqual({ ...words, aspect_ratio: '16:9' })
  const png = `data:image/png;base64,${PIXEL_PNG}`
  await at().start({
    ...asked,
    ratio: 'adaptive',
    media: [firstFrame, { ...firstFrame, role: 'last_frame' }],
  })
  expect(upstream.requests[1]?.path).toBe('/bytedance/seedance-2.5/image-to-video')
  expect(at().sent(1)).toEqual({ ...words, image_url: png, end_image_url: png })
  const reference = { ...firstFrame, role: 'reference_image' as const }
  await at().start({ ...asked, media: [reference, reference] })
  expect(upstream.requests[2]?.path).toBe('/bytedance/seedance-2.5/reference-to-video')
  expect(at().sent(2)).toMatchObject({ image_urls: [png, png] })
  await expect(at().start({ media: [reference] })).rejects.toMatchObject({ param: 'content' })
})

test.each<[string, () => Answer, object]>([
  ['queued', () => told(falTasks.queued), { state: 'queued', progress: null }],
  ['running', () => told(falTasks.running), { state: 'running', progress: null }],
  [
    'done',
    () => told(falTasks.completed, json(falTasks.result(FILM_LINK))),
    {
      state: 'succeeded',
      result: { video: { url: FILM_LINK }, durationSeconds: 5.041, fps: 24, seed: 175_932_751, usage: null },
    },
  ],
  [
    'refused',
    () => told(falTasks.completed, json(falTasks.refused, 422)),
    { state: 'failed', code: 'content_policy_violation', isRetryable: false },
  ],
  [
    'not able to read its picture',
    () => told(falTasks.completed, json(falTasks.invalid, 422)),
    { state: 'failed', code: 'input_download_failed', isRetryable: false },
  ],
  [
    'broken',
    () => told(falTasks.completed, json({ detail: 'Internal Server Error' }, 500)),
    { state: 'failed', code: 'upstream_error', isRetryable: true },
  ],
  [
    'blackened',
    () => told(falTasks.completed, json({ ...falTasks.result(FILM_LINK), has_nsfw_concepts: [true] })),
    { state: 'failed', code: 'content_policy_violation' },
  ],
  [
    'broken, and says so in its queue',
    () => told({ ...falTasks.completed, error: 'Runner terminated', error_type: 'runner_error' }),
    { state: 'failed', code: 'upstream_error', isRetryable: true },
  ],
])('tells that a task is %s', async (_, answer, expected) => {
  expect(await at().statusAfter(answer())).toMatchObject(expected)
  expect(upstream.requests[0]).toMatchObject({
    path: `${falTasks.path}/status`,
    headers: { authorization: `Key ${API_KEY}` },
  })
})

test.each<[number, object, 'gone' | 'runs']>([
  [200, { status: 'OK' }, 'gone'],
  [202, { status: 'CANCELLATION_REQUESTED' }, 'runs'],
  [400, { status: 'ALREADY_COMPLETED' }, 'runs'],
  [404, { status: 'NOT_FOUND' }, 'gone'],
])('answers a cancel with %i: %o', async (status, body, expected) => {
  expect(await at().cancelAfter(json(body, status))).toBe(expected)
  expect(upstream.requests[0]).toMatchObject({
    method: 'PUT',
    path: `${falTasks.path}/cancel`,
    headers: { authorization: `Key ${API_KEY}` },
  })
})

test('sends its key to no address that an answer names', async () => {
  const { handle } = await at().tryStart(json(falTasks.started('https://elsewhere.example')))
  expect(await at().status(handle, told(falTasks.running))).toMatchObject({ state: 'running' })
  expect(upstream.requests).toHaveLength(2)
})

test('gets a callback address for the end, and reads only the task id of a callback', async () => {
  await at().start({ callbackUrl: 'https://portico.example/notification?a=b' })
  expect(upstream.requests[0]?.path).toBe(
    '/fal-ai/kling-video/v2.6/pro/text-to-video?fal_webhook=https%3A%2F%2Fportico.example%2Fnotification%3Fa%3Db',
  )
  const id = falTasks.path.split('/').at(-1)
  const handle = at().notification({ request_id: id, gateway_request_id: id, status: 'OK', payload: {} })
  expect(await at().status(handle ?? '', told({ status: 'IN_PROGRESS' }))).toMatchObject({ state: 'running' })
  expect(upstream.requests.at(-1)?.path).toBe(`${falTasks.path}/status`)
  for (const odd of [null, {}, { request_id: 5 }, { request_id: '../x' }])
    expect(at().notification(odd)).toBeNull()
})
