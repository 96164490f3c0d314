import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ImageGenerateCall } from '@/lib/upstream/contract/image-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import {
  API_KEY,
  type FaultUpstream,
  refusedOrigin,
  startFaultUpstream,
} from '@/lib/upstream/testing/fault-upstream'
import { IMAGE_REFUSALS, IMAGES_ANSWER, PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleImages } from './images'
import type { OpenAiCompatibleSettings } from './transport'

const upstream = await openUpstream()
beforeEach(() => upstream.answer(answerWith.json(200, IMAGES_ANSWER)))

const pixel = Buffer.from(PIXEL_PNG, 'base64')

function generate(settings: Partial<OpenAiCompatibleSettings> = {}, call: Partial<ImageGenerateCall> = {}) {
  const ways = { imageEdits: 'multipart', imageVariations: 'edits' } as const
  const images = createOpenAiCompatibleImages(
    { baseUrl: upstream.baseUrl, apiKey: API_KEY, ...settings },
    ways,
  )
  return images.generate({
    model: 'gpt-image-2',
    prompt: 'A fox',
    n: 1,
    size: 'auto',
    quality: 'auto',
    outputFormat: 'png',
    outputCompression: null,
    background: 'auto',
    moderation: 'auto',
    seed: null,
    signal: new AbortController().signal,
    ...call,
  })
}

describe('the answer', () => {
  it('is read whole', async () => {
    expect(await generate()).toEqual({
      images: [{ bytes: pixel, mimeType: 'image/png', revisedPrompt: 'A single pixel.' }],
      size: '1024x1024',
      quality: 'medium',
      usage: {
        inputTokens: 59,
        outputTokens: 1056,
        totalTokens: 1115,
        inputTokensDetails: { textTokens: 9, imageTokens: 50 },
        outputTokensDetails: { textTokens: 0, imageTokens: 1056 },
      },
    })
  })

  it('may be no more than pictures', async () => {
    upstream.answer(answerWith.json(200, { data: [{ b64_json: PIXEL_PNG }, { b64_json: PIXEL_PNG }] }))
    const image = { bytes: pixel, mimeType: 'image/png', revisedPrompt: null }
    expect(await generate()).toEqual({ images: [image, image], size: null, quality: null, usage: null })
  })

  it.each([
    ['standard', 'medium'],
    ['hd', 'high'],
    ['auto', null],
    [7, null],
  ])('of the quality %s counts as %s', async (quality, expected) => {
    upstream.answer(
      answerWith.json(200, { ...IMAGES_ANSWER, quality, size: 'auto', usage: { input_tokens: -1 } }),
    )
    expect(await generate()).toMatchObject({ quality: expected, size: null, usage: null })
  })

  it('detects the type by the bytes', async () => {
    const jpeg = Buffer.from('ffd8ffe000104a46494600', 'hex').toString('base64')
    const webp = Buffer.from('RIFF0000WEBPVP8 ').toString('base64')
    upstream.answer(
      answerWith.json(200, { data: [{ b64_json: jpeg }, { b64_json: `data:image/png;base64,${webp}` }] }),
    )
    const { images } = await generate()
    expect(images.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg', 'image/webp'])
  })

  it.each([
    ['an HTML page', answerWith.text(200, 'text/html', '<html>"data"</html>')],
    ['no JSON', answerWith.text(200, 'application/json', '{"data":[')],
    ['no picture', answerWith.json(200, { data: [] })],
    ['an empty picture', answerWith.json(200, { data: [{}] })],
    ['something that is no picture', answerWith.json(200, { data: [{ b64_json: 'aGVsbG8=' }] })],
    ['a short body', answerWith.shortBody()],
    ['noise', answerWith.noise()],
    ['a hang-up', answerWith.hangUp()],
    ['a reset', answerWith.reset()],
  ])('is a failure when it is %s', async (_, answer) => {
    upstream.answer(answer)
    await expect(generate()).rejects.toMatchObject({ fault: 'failed', hasPublicMessage: false })
  })

  it('is a failure when it is larger than any pictures could be', async () => {
    await expect(generate({ maxAnswerBytes: 100 })).rejects.toMatchObject({ fault: 'failed' })
  })
})

describe('a link in the answer', () => {
  const answerByLink = (url: string, picture: Parameters<FaultUpstream['answer']>[0]) =>
    upstream.answer((res, req) =>
      req.url === '/v1/images/generations'
        ? answerWith.json(200, { data: [{ url }] })(res, req)
        : picture(res, req),
    )

  it('to the upstream itself is fetched, without the key', async () => {
    answerByLink(`${upstream.origin}/files/1.png`, answerWith.text(200, 'image/png', pixel))
    expect((await generate()).images[0]).toEqual({ bytes: pixel, mimeType: 'image/png', revisedPrompt: null })
    expect(upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/images/generations',
      'GET /files/1.png',
    ])
    expect(upstream.requests[1]?.headers.authorization).toBeUndefined()
  })

  it('may be relative, or hold the picture itself', async () => {
    answerByLink('/files/1.png', answerWith.text(200, 'image/png', pixel))
    expect((await generate()).images[0]?.bytes).toEqual(pixel)
    answerByLink(`data:image/png;base64,${PIXEL_PNG}`, answerWith.silence())
    expect((await generate()).images[0]?.bytes).toEqual(pixel)
  })

  it.each([
    ['is gone', answerWith.json(404, {})],
    ['is no picture', answerWith.text(200, 'text/html', '<html>')],
    ['breaks off', answerWith.shortBody()],
  ])('that %s is a failure', async (_, picture) => {
    answerByLink(`${upstream.origin}/files/1.png`, picture)
    await expect(generate()).rejects.toMatchObject({ fault: 'failed' })
  })

  it('to a private address that is not the upstream’s is not followed', async () => {
    const other = await startFaultUpstream()
    other.answer(answerWith.text(200, 'image/png', pixel))
    answerByLink(`${other.origin}/metadata`, answerWith.silence())
    await expect(generate()).rejects.toMatchObject({ fault: 'failed' })
    expect(other.requests).toHaveLength(0)
    await other.stop()
  })

  it('is given up with the call', async () => {
    const controller = new AbortController()
    answerByLink(`${upstream.origin}/files/1.png`, answerWith.silence())
    const call = generate({}, { signal: controller.signal })
    await expect.poll(() => upstream.requests).toHaveLength(2)
    controller.abort(new Error('cancelled'))
    await expect(call).rejects.toThrow('cancelled')
    await upstream.requests[1]?.closed
  })
})

describe('a refusal', () => {
  it.each(IMAGE_REFUSALS)('with the status $status: $error.message', async ({ status, error, expected }) => {
    upstream.answer(answerWith.json(status, { error }, { 'retry-after': '12' }))
    await expect(generate()).rejects.toMatchObject({ status, ...expected })
  })

  it('is a timeout if no headers arrive, and leaves nothing behind', async () => {
    upstream.answer(answerWith.silence())
    const request = upstream.nextRequest()
    // Its time does not pass before the request is there.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const call = expect(generate({ answerTimeoutMs: 30 })).rejects.toMatchObject({ fault: 'timeout' })
    const { closed } = await request
    vi.advanceTimersByTime(30)
    vi.useRealTimers()
    await call
    await closed
  })

  it('is unreachable if nothing listens', async () => {
    const baseUrl = await refusedOrigin()
    await expect(generate({ baseUrl })).rejects.toMatchObject({ fault: 'unreachable' })
  })
})

describe('an abort', () => {
  it('ends the call at the upstream, with the reason of the abort', async () => {
    upstream.answer(answerWith.silence())
    const controller = new AbortController()
    const request = upstream.nextRequest()
    const call = generate({}, { signal: controller.signal })
    const { closed } = await request
    controller.abort(new Error('the task was cancelled'))
    await expect(call).rejects.toThrow('the task was cancelled')
    await closed
  })

  it('before the call sends nothing', async () => {
    await expect(generate({}, { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late')
    expect(upstream.requests).toHaveLength(0)
  })
})
