import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, base, create, newCustomer, one, openImages } from './testing'

const { call, close } = await openImages()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

const blank = { model: 'acme/seeded', size: '1024x1024' }
const source = { image_upload_id: 'upl_0000000000000000000000000a' }

/** What is wrong, the body, the field that is named; the code is `invalid_parameter` unless the field is missing. */
const invalidGenerations: [string, object, string, string?][] = [
  ['no prompt', { prompt: undefined }, 'prompt', 'missing_parameter'],
  ['an empty prompt', { prompt: '' }, 'prompt'],
  ['a blank prompt', { prompt: ' \n\t ' }, 'prompt'],
  ['a prompt of another type', { prompt: ['a'] }, 'prompt'],
  ['a prompt of 32001 characters', { prompt: 'x'.repeat(32_001) }, 'prompt'],
  ['a prompt of 32001 code points', { prompt: '𝕏'.repeat(32_001) }, 'prompt'],
  ['a prompt with NUL', { prompt: 'a\0b' }, 'prompt'],
  ['no model', { model: undefined }, 'model', 'missing_parameter'],
  ['an empty model', { model: '' }, 'model'],
  ['a chat model', { model: 'sandbox/chat' }, 'model'],
  ['n of 0', { n: 0 }, 'n'],
  ['n of 11', { n: 11 }, 'n'],
  ['half an image', { n: 1.5 }, 'n'],
  ['n as text', { n: '1' }, 'n'],
  ['a size of words', { size: 'large' }, 'size'],
  ['a size with spaces', { size: '1024 x 1024' }, 'size'],
  ['a size that is no multiple of 16', { size: '1000x1024' }, 'size'],
  ['a size of nothing', { size: '0x16' }, 'size'],
  ['too wide a size', { size: '3856x2160' }, 'size'],
  ['too high a size', { size: '3840x2176' }, 'size'],
  ['two long sides', { size: '3840x3840' }, 'size'],
  ['a ratio above 3:1', { size: '1600x512' }, 'size'],
  ['a ratio below 1:3', { size: '512x1600' }, 'size'],
  ['an unknown quality', { quality: 'hd' }, 'quality'],
  ['an unknown format', { output_format: 'gif' }, 'output_format'],
  ['compression below 0', { output_compression: -1 }, 'output_compression'],
  ['compression above 100', { output_compression: 101 }, 'output_compression'],
  ['an unknown background', { background: 'blue' }, 'background'],
  [
    'a transparent jpeg',
    { model: 'acme/picture', background: 'transparent', output_format: 'jpeg' },
    'background',
  ],
  ['an unknown moderation', { moderation: 'high' }, 'moderation'],
  ['a negative seed', { seed: -1 }, 'seed'],
  ['a model that only upscales', { model: 'sandbox/upscale' }, 'model'],
  ['an unknown field', { response_format: 'b64_json' }, 'response_format'],
  ['a field of edits', { image_upload_id: 'upl_1' }, 'image_upload_id'],
  ['a seed where the model takes none', { model: 'acme/picture', seed: 1 }, 'seed'],
  ['a size that the model does not make', { ...blank, size: '1536x1024' }, 'size'],
  ['more images than the model makes', { ...blank, n: 3 }, 'n'],
  ['transparency that the model lacks', { ...blank, background: 'transparent' }, 'background'],
]

const invalidOthers: [string, string, object, string, string?][] = [
  [
    'an edit without its image',
    'edits',
    { model: 'sandbox/image-1', prompt: 'x' },
    'image_upload_id',
    'missing_parameter',
  ],
  [
    'an edit without a prompt',
    'edits',
    { model: 'sandbox/image-1', ...source },
    'prompt',
    'missing_parameter',
  ],
  ['a prompt for what takes none', 'edits', { model: 'sandbox/upscale', prompt: 'x', ...source }, 'prompt'],
  ['two images for one', 'edits', { model: 'sandbox/upscale', n: 2, ...source }, 'n'],
  [
    'a mask for what takes none',
    'edits',
    { model: 'sandbox/remove-background', mask_upload_id: 'upl_1', ...source },
    'mask_upload_id',
  ],
  [
    'a removed background in jpeg',
    'edits',
    { model: 'sandbox/remove-background', output_format: 'jpeg', ...source },
    'output_format',
  ],
  [
    'a removed background that is opaque',
    'edits',
    { model: 'sandbox/remove-background', background: 'opaque', ...source },
    'background',
  ],
  [
    'a removed background in another size',
    'edits',
    { model: 'sandbox/remove-background', size: '1024x1024', ...source },
    'size',
  ],
  ['a variation by what upscales', 'variations', { model: 'sandbox/upscale', ...source }, 'model'],
  ['an edit with a blank prompt', 'edits', { ...ask(), ...source, prompt: ' ' }, 'prompt'],
  ['an edit of a bad size', 'edits', { ...ask({ size: '10x10' }), ...source }, 'size'],
  ['an edit with an unknown field', 'edits', { ...ask(), ...source, image: 'x' }, 'image'],
  [
    'a model that does not support edits',
    'edits',
    { ...ask({ model: 'sandbox/image-1-mini' }), ...source },
    'model',
  ],
  [
    'a variation without its image',
    'variations',
    { model: 'sandbox/image-2' },
    'image_upload_id',
    'missing_parameter',
  ],
  [
    'a variation of another size',
    'variations',
    { model: 'sandbox/image-2', ...source, size: '512x512' },
    'size',
  ],
  ['a variation with a prompt', 'variations', { model: 'sandbox/image-2', ...source, prompt: 'x' }, 'prompt'],
  [
    'a variation with a mask',
    'variations',
    { model: 'sandbox/image-2', ...source, mask_upload_id: 'x' },
    'mask_upload_id',
  ],
  ['a variation with n', 'variations', { model: 'sandbox/image-2', ...source, n: 2 }, 'n'],
  [
    'a model that does not support variations',
    'variations',
    { model: 'sandbox/image-1', ...source },
    'model',
  ],
]

describe('images', () => {
  const invalid = (param: string, code = 'invalid_parameter') => ({
    error: {
      message: expect.any(String),
      type: 'invalid_request_error',
      param,
      code,
      request_id: expect.stringMatching(/^req_/),
    },
  })

  it.each(invalidGenerations)('%s is a 400 that names the field', async (_case, overrides, param, code) => {
    const { status, body } = await call('POST', create, { key: customer.key, json: ask(overrides) })
    expect(body).toEqual(invalid(param, code))
    expect(status).toBe(400)
    expect(await customer.money()).toMatchObject({ held: '0.000000' })
  })

  it.each(invalidOthers)('%s is a 400 that names the field', async (_case, path, json, param, code) => {
    const { status, body } = await call('POST', `${base}/${path}`, { key: customer.key, json })
    expect(body).toEqual(invalid(param, code))
    expect(status).toBe(400)
  })

  it.each([create, `${base}/edits`, `${base}/variations`])('%s: 403 and 404 for models', async (path) => {
    const narrow = await customer.keyWith({ allowed_models: ['sandbox/chat'] })
    const json = {
      model: 'sandbox/image-2',
      ...(path === create || path.endsWith('edits') ? { prompt: 'x' } : {}),
      ...(path === create ? {} : source),
    }
    const cases = [
      [{ key: narrow, json }, 403, 'model_not_allowed'],
      [{ key: customer.key, json: { ...json, model: 'acme/none' } }, 404, 'model_not_found'],
    ] as const
    for (const [options, status, code] of cases)
      expect(await call('POST', path, options)).toMatchObject({ status, body: { error: { code } } })
  })

  it('402 with the missing amount, and creates no task', async () => {
    const poor = await newCustomer('0.001')
    expect(await call('POST', create, { key: poor.key, json: ask() })).toMatchObject({
      status: 402,
      body: {
        error: {
          code: 'insufficient_quota',
          metadata: { limit_source: 'balance', required: '0.005000', available: '0.001000' },
        },
      },
    })
    const limited = await customer.keyWith({ limit_usd: '0.001' })
    expect(await call('POST', create, { key: limited, json: ask() })).toMatchObject({
      status: 402,
      body: { error: { code: 'key_limit_exceeded' } },
    })
    const { body } = await call('GET', `${base}/generations`, { key: poor.key })
    expect(body).toMatchObject({ data: [] })
  })

  it('holds the most expensive quality for `auto`', async () => {
    await call('POST', create, { key: customer.key, json: ask({ quality: 'auto', n: 3 }) })
    expect(await customer.money()).toMatchObject({ held: '0.060000' })
  })

  it('429 over the rate limit, with the time to wait', async () => {
    const key = await customer.keyWith({ rate_limit_rpm: 1 })
    await call('POST', create, { key, json: ask() })
    const refused = await call('POST', create, { key, json: ask() })
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each(['igen_none', `igen_${'0'.repeat(26)}`, 'vgen_1', '%00'])('404 for the task %s', async (id) => {
    for (const [method, path] of [
      ['GET', one(id)],
      ['POST', `${one(id)}/cancel`],
    ] as const)
      expect(await call(method, path, { key: customer.key })).toMatchObject({
        status: 404,
        body: { error: { code: 'task_not_found', message: 'There is no such task.', param: null } },
      })
  })

  it('lists the image models that can be called', async () => {
    const { status, body } = await call('GET', `${base}/models`, { key: customer.key })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'list',
      data: [
        { id: 'acme/both', modality: 'image' },
        { id: 'acme/picture', object: 'model', owned_by: expect.any(String), modality: 'image' },
        { id: 'acme/seeded' },
        { id: 'acme/tokens' },
        { id: 'sandbox/image-1' },
        { id: 'sandbox/image-1-mini' },
        { id: 'sandbox/image-2' },
        { id: 'sandbox/remove-background', capabilities: { remove_background: true } },
        { id: 'sandbox/upscale', capabilities: { upscale: true } },
      ],
    })
    const narrow = await customer.keyWith({ allowed_models: ['sandbox/image-1', 'sandbox/chat'] })
    const fewer = await call('GET', `${base}/models`, { key: narrow })
    expect(fewer.body).toMatchObject({ data: [{ id: 'sandbox/image-1' }] })
  })
})
