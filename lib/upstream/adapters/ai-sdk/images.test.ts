import { beforeEach, describe, expect, test } from 'vitest'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import type { ImageEditCall, ImageGenerateCall } from '@/lib/upstream/contract/image-model'
import { RequestShape } from '@/lib/upstream/contract/request-shape'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type Answer, API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createAiSdkImages } from './images'
import { googleAnswer, googleError } from './testing/chat-answers'

const upstream = await openUpstream()

const pixel = Buffer.from(PIXEL_PNG, 'base64')
const made = { bytes: pixel, mimeType: 'image/png', revisedPrompt: null }
const source = { bytes: pixel, mimeType: 'image/png', width: 1, height: 1 }
const models = {
  google: 'gemini-nano-banana-2.1',
  fal: 'fal-ai/recraft/v3/text-to-image',
  replicate: 'black-forest-labs/flux-pro',
}
type Vendor = keyof typeof models & SdkName

const at = (sdk: Vendor) => createAiSdkImages({ sdk, baseUrl: upstream.baseUrl, apiKey: API_KEY })
function call(sdk: Vendor, more: Partial<ImageGenerateCall> = {}): ImageGenerateCall {
  return {
    model: models[sdk],
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
    ...more,
  }
}
const edit = (sdk: Vendor, more: Partial<ImageEditCall> = {}): ImageEditCall => ({
  ...call(sdk),
  source,
  mask: null,
  ...more,
})
const sent = (index = 0) => JSON.parse(upstream.requests[index]?.body ?? 'null')

/** After the shapes of fal.ai/models (`images[]`), replicate.com/docs/reference/http (`Prediction`) and the Gemini API. */
const inlineData = { inlineData: { mimeType: 'image/png', data: PIXEL_PNG } }
const picture: Answer = (res) => res.writeHead(200, { 'content-type': 'image/png' }).end(pixel)
const link = () => `${upstream.origin}/files/out.png`
function vendorAnswers(first: unknown): Answer {
  return (res, req) =>
    req.url === '/files/out.png' ? picture(res, req) : answerWith.json(200, first)(res, req)
}
const good: Record<Vendor, () => Answer> = {
  google: () => answerWith.json(200, googleAnswer([inlineData])),
  fal: () => vendorAnswers({ images: [{ url: link(), content_type: 'image/png' }], seed: 1 }),
  replicate: () =>
    vendorAnswers({
      id: 'gm3qorzdhgbfurvjtvhg6dckhu',
      status: 'succeeded',
      output: [link()],
      error: null,
      urls: { get: `${upstream.baseUrl}/predictions/gm3qorzdhgbfurvjtvhg6dckhu` },
    }),
}

describe.each(['google', 'fal', 'replicate'] as const)('%s', (sdk) => {
  beforeEach(() => upstream.answer(good[sdk]()))

  test('draws as many pictures as are asked for', async () => {
    const { images, size, quality } = await at(sdk).generate(call(sdk, { n: 2, size: '1024x1024', seed: 7 }))
    expect(images).toEqual([made, made])
    expect({ size, quality }).toEqual({ size: null, quality: null })
    expect(upstream.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })

  test('edits and varies a picture', async () => {
    expect((await at(sdk).edit?.(edit(sdk)))?.images).toEqual([made])
    const { prompt: _, mask: __, ...rest } = edit(sdk)
    expect((await at(sdk).vary?.(rest))?.images).toEqual([made])
    expect(upstream.requests[0]?.body).toContain(PIXEL_PNG)
  })

  test('has no transparent background', async () => {
    await expect(at(sdk).generate(call(sdk, { background: 'transparent' }))).rejects.toMatchObject({
      fault: 'unsupported',
      param: 'background',
    })
  })

  test.each<[string, Answer, object]>([
    [
      'a limit',
      answerWith.json(429, { detail: 'slow down' }, { 'retry-after': '5' }),
      { fault: 'rate_limited', retryAfterSeconds: 5 },
    ],
    ['a wrong key', answerWith.json(401, { detail: 'no' }), { fault: 'failed' }],
    ['a failure', answerWith.json(500, { detail: 'oops' }), { fault: 'failed' }],
    [
      'a bad field',
      answerWith.json(422, {
        detail: [{ loc: ['body', 'prompt'], msg: 'too long', type: 'string_too_long' }],
      }),
      { fault: 'rejected', param: 'prompt' },
    ],
    ['a page', answerWith.text(200, 'text/html', '<html>'), { fault: 'failed' }],
    ['a reset', answerWith.reset(), { fault: 'failed' }],
  ])('passes on %s', async (_, answer, expected) => {
    upstream.answer(answer)
    await expect(at(sdk).generate(call(sdk))).rejects.toMatchObject(expected)
  })

  test('stops the vendor when the caller gives up', async () => {
    const reason = new Error('cancelled')
    const caller = new AbortController()
    upstream.answer(answerWith.silence())
    const request = upstream.nextRequest()
    const drawing = at(sdk).generate(call(sdk, { signal: caller.signal }))
    const { closed } = await request
    caller.abort(reason)
    await expect(drawing).rejects.toBe(reason)
    await closed
  })
})

describe('Google', () => {
  test('is sent an aspect ratio, and counts tokens', async () => {
    upstream.answer(good.google())
    const { usage } = await at('google').generate(call('google', { size: '1024x1536', n: 2 }))
    expect(sent().generationConfig).toMatchObject({
      responseModalities: ['IMAGE'],
      imageConfig: { aspectRatio: '2:3' },
    })
    expect(usage).toMatchObject({ inputTokens: 110, outputTokens: 54, totalTokens: 164 })
    await expect(at('google').generate(call('google', { size: '1600x1024' }))).rejects.toMatchObject({
      param: 'size',
    })
  })

  test('refuses by policy', async () => {
    upstream.answer(answerWith.json(200, googleAnswer([], { finishReason: 'IMAGE_SAFETY' })))
    await expect(at('google').generate(call('google'))).rejects.toMatchObject({
      fault: 'rejected',
      code: 'content_policy_violation',
    })
    upstream.answer(answerWith.json(400, googleError(400, 'INVALID_ARGUMENT', 'no')))
    await expect(at('google').generate(call('google'))).rejects.toMatchObject({ fault: 'rejected' })
  })

  test('accepts no mask', async () => {
    await expect(at('google').edit?.(edit('google', { mask: source }))).rejects.toMatchObject({
      fault: 'unsupported',
      param: 'mask_upload_id',
    })
  })
})

describe('fal', () => {
  test('is asked at the model, in pixels, with the key and the mask', async () => {
    upstream.answer(good.fal())
    await at('fal').edit?.(edit('fal', { size: '1280x1024', mask: source }))
    expect(upstream.requests[0]).toMatchObject({
      path: '/v1/fal-ai/recraft/v3/text-to-image',
      headers: { authorization: `Key ${API_KEY}` },
    })
    expect(sent()).toMatchObject({
      prompt: 'A fox',
      image_size: { width: 1280, height: 1024 },
      image_url: `data:image/png;base64,${PIXEL_PNG}`,
      mask_url: `data:image/png;base64,${PIXEL_PNG}`,
    })
    expect(upstream.requests[1]?.headers.authorization).toBeUndefined()
  })

  test('refuses by policy', async () => {
    upstream.answer(
      answerWith.json(422, {
        detail: [{ loc: ['body', 'prompt'], msg: 'flagged', type: 'content_policy_violation' }],
      }),
    )
    const refused = { fault: 'rejected', code: 'content_policy_violation' }
    await expect(at('fal').generate(call('fal'))).rejects.toMatchObject(refused)
    upstream.answer(vendorAnswers({ images: [{ url: link() }], has_nsfw_concepts: [true] }))
    await expect(at('fal').generate(call('fal'))).rejects.toMatchObject(refused)
  })

  test('links to a private address are not followed', async () => {
    upstream.answer(answerWith.json(200, { images: [{ url: 'http://169.254.169.254/latest' }] }))
    await expect(at('fal').generate(call('fal'))).rejects.toMatchObject({ fault: 'failed' })
    expect(upstream.requests).toHaveLength(1)
  })
})

describe('Replicate', () => {
  const prediction = (more: object) => ({
    id: 'p1',
    status: 'processing',
    output: null,
    error: null,
    urls: { get: `${upstream.baseUrl}/predictions/p1` },
    ...more,
  })

  test('is asked for a prediction and asked again until it is there', async () => {
    upstream.answer((res, req) => {
      if (req.url === '/files/out.png') picture(res, req)
      else if (req.method === 'POST') answerWith.json(201, prediction({}))(res, req)
      else answerWith.json(200, prediction({ status: 'succeeded', output: link() }))(res, req)
    })
    const { images } = await at('replicate').generate(call('replicate', { size: '1024x1024' }))
    expect(images).toEqual([made])
    expect(upstream.requests[0]).toMatchObject({
      path: '/v1/models/black-forest-labs/flux-pro/predictions',
      headers: { authorization: `Bearer ${API_KEY}`, prefer: 'wait' },
    })
    expect(sent().input).toMatchObject({ prompt: 'A fox', aspect_ratio: '1:1' })
  })

  test.each([
    ['NSFW content detected. Try another prompt.', { fault: 'rejected', code: 'content_policy_violation' }],
    ['CUDA out of memory', { fault: 'failed' }],
  ])('that ends in “%s” has failed', async (error, expected) => {
    upstream.answer(answerWith.json(201, prediction({ status: 'failed', error })))
    await expect(at('replicate').generate(call('replicate'))).rejects.toMatchObject(expected)
  })
})

describe('a model that the catalog describes', () => {
  const request = RequestShape.parse({
    fields: { prompt: '{prompt}', image_size: { width: '{width}', height: '{height}' }, seed: '{seed}' },
    image: { model: 'fal-ai/nano-banana-2/edit', fields: { image_urls: ['{image}'], mask_url: '{mask}' } },
  })
  const png = `data:image/png;base64,${PIXEL_PNG}`

  test('is sent its own fields at fal, and edits at another id', async () => {
    upstream.answer(good.fal())
    const asked = call('fal', { model: 'fal-ai/nano-banana-2', size: '64x32', seed: 3, request })
    expect((await at('fal').generate(asked)).images).toEqual([made])
    const posts = () => upstream.requests.filter(({ method }) => method === 'POST')
    expect([posts()[0]?.path, sent()]).toEqual([
      '/v1/fal-ai/nano-banana-2',
      { prompt: 'A fox', image_size: { width: 64, height: 32 }, seed: 3 },
    ])
    await at('fal').edit?.(edit('fal', { request }))
    expect(posts()[1]?.path).toBe('/v1/fal-ai/nano-banana-2/edit')
    expect(JSON.parse(posts()[1]?.body ?? '')).toEqual({ prompt: 'A fox', image_urls: [png] })
  })

  test('needs no prompt where its request has none', async () => {
    // fal.ai/docs/model-api-reference/image-generation-api/bria-background.md: one `image`
    upstream.answer(vendorAnswers({ image: { url: link(), content_type: 'image/png', width: 1, height: 1 } }))
    const cut = RequestShape.parse({ fields: { image_url: '{image}' } })
    const asked = edit('fal', { model: 'fal-ai/bria/background/remove', prompt: '', request: cut })
    expect((await at('fal').edit?.(asked))?.images).toEqual([made])
    expect(sent()).toEqual({ image_url: png })
  })

  test('is wrapped in the input of a prediction at Replicate', async () => {
    upstream.answer(good.replicate())
    const larger = RequestShape.parse({ fields: { image: '{image}', factor: 4 } })
    const asked = edit('replicate', {
      model: 'recraft-ai/recraft-crisp-upscale',
      prompt: '',
      request: larger,
    })
    expect((await at('replicate').edit?.(asked))?.images).toEqual([made])
    expect(upstream.requests[0]?.path).toBe('/v1/models/recraft-ai/recraft-crisp-upscale/predictions')
    expect(sent()).toEqual({ input: { image: png, factor: 4 } })
  })

  test.each<[string, Partial<ImageEditCall>, string]>([
    ['a transparent background', { background: 'transparent' }, 'background'],
    ['a mask', { mask: source }, 'mask_upload_id'],
    ['a size', { size: '64x32' }, 'size'],
  ])('refuses %s that its request does not have', async (_, more, param) => {
    const plain = RequestShape.parse({ fields: { prompt: '{prompt}', image_url: '{image}' } })
    const asked = at('fal').edit?.(edit('fal', { ...more, request: plain }))
    await expect(asked).rejects.toMatchObject({ fault: 'unsupported', param })
    expect(upstream.requests).toEqual([])
  })
})
