import { beforeEach, describe, expect, it } from 'vitest'
import type { ImageEditCall, ImageGenerateCall, ImageSettings } from '@/lib/upstream/contract/image-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY, type SeenRequest } from '@/lib/upstream/testing/fault-upstream'
import { IMAGES_ANSWER } from '@/lib/upstream/testing/image-answers'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleImages } from './images'

const upstream = await openUpstream()
beforeEach(() => upstream.answer(answerWith.json(200, IMAGES_ANSWER)))

const settings: ImageSettings = {
  model: 'gpt-image-2',
  n: 1,
  size: 'auto',
  quality: 'auto',
  outputFormat: 'png',
  outputCompression: null,
  background: 'auto',
  moderation: 'auto',
  seed: null,
  signal: new AbortController().signal,
}
/** Nothing is left at its default. */
const every = {
  n: 2,
  size: '1536x1024',
  quality: 'high',
  outputFormat: 'webp',
  outputCompression: 80,
  background: 'transparent',
  moderation: 'low',
  seed: 7,
} as const
const source = { bytes: Buffer.from('SOURCE'), mimeType: 'image/png', width: 8, height: 8 }
const mask = { bytes: Buffer.from('MASK'), mimeType: 'image/webp', width: 8, height: 8 }

const generateCall = (more: Partial<ImageGenerateCall> = {}) => ({ ...settings, prompt: 'A fox', ...more })
const editCall = (more: Partial<ImageEditCall> = {}) => ({
  ...settings,
  prompt: 'At night',
  source,
  mask: null,
  ...more,
})

function images(ways: Partial<Parameters<typeof createOpenAiCompatibleImages>[1]> = {}) {
  const made = createOpenAiCompatibleImages(
    { baseUrl: upstream.baseUrl, apiKey: API_KEY },
    { imageEdits: 'multipart', imageVariations: 'edits', ...ways },
  )
  if (made.edit === undefined || made.vary === undefined) throw new Error('an ability is missing')
  return { generate: made.generate, edit: made.edit, vary: made.vary }
}

function seen(): SeenRequest {
  const [request] = upstream.requests
  if (request === undefined) throw new Error('nothing was sent')
  return request
}

async function seenForm(): Promise<Record<string, string>> {
  const { headers, body } = seen()
  const form = await new Response(body, {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const fields: Record<string, string> = {}
  for (const [name, value] of form)
    fields[name] = typeof value === 'string' ? value : `${value.name} ${value.type} ${await value.text()}`
  return fields
}

describe('a generation', () => {
  it('sends only the requested parameters', async () => {
    await images().generate(generateCall())
    expect(seen()).toMatchObject({ method: 'POST', path: '/v1/images/generations' })
    expect(seen().headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
    })
    expect(JSON.parse(seen().body)).toEqual({ model: 'gpt-image-2', n: 1, prompt: 'A fox' })
  })

  it('sends all parameters in the format of the upstream', async () => {
    await images().generate(generateCall(every))
    expect(JSON.parse(seen().body)).toEqual({
      model: 'gpt-image-2',
      prompt: 'A fox',
      n: 2,
      size: '1536x1024',
      quality: 'high',
      output_format: 'webp',
      output_compression: 80,
      background: 'transparent',
      moderation: 'low',
      seed: 7,
    })
  })

  it('compresses no png', async () => {
    await images().generate(generateCall({ outputCompression: 50 }))
    expect(JSON.parse(seen().body)).not.toHaveProperty('output_compression')
  })
})

describe('an edit', () => {
  it('is a form with its files', async () => {
    await images().edit(editCall({ ...every, mask }))
    expect(seen().path).toBe('/v1/images/edits')
    expect(seen().headers).toMatchObject({ authorization: `Bearer ${API_KEY}` })
    expect(await seenForm()).toEqual({
      model: 'gpt-image-2',
      prompt: 'At night',
      n: '2',
      size: '1536x1024',
      quality: 'high',
      output_format: 'webp',
      output_compression: '80',
      background: 'transparent',
      seed: '7',
      image: 'image.png image/png SOURCE',
      mask: 'mask.webp image/webp MASK',
    })
  })

  it('is JSON with data URLs if the upstream needs that', async () => {
    await images({ imageEdits: 'json' }).edit(editCall({ mask, moderation: 'low' }))
    expect(seen().path).toBe('/v1/images/edits')
    expect(JSON.parse(seen().body)).toEqual({
      model: 'gpt-image-2',
      n: 1,
      prompt: 'At night',
      moderation: 'low',
      images: [{ image_url: `data:image/png;base64,${source.bytes.toString('base64')}` }],
      mask: { image_url: `data:image/webp;base64,${mask.bytes.toString('base64')}` },
    })
  })

  it('has no mask where none is given', async () => {
    await images().edit(editCall())
    expect(await seenForm()).not.toHaveProperty('mask')
    upstream.requests.length = 0
    await images({ imageEdits: 'json' }).edit(editCall())
    expect(JSON.parse(seen().body)).not.toHaveProperty('mask')
  })
})

describe('a variation', () => {
  it('is an edit with a prompt of our own if the upstream has no endpoint for it', async () => {
    await images().vary({ ...settings, n: 3, size: '1024x1536', source })
    expect(seen().path).toBe('/v1/images/edits')
    const { prompt, ...rest } = await seenForm()
    expect(prompt).toMatch(/^Create a variation of this picture\./)
    expect(rest).toEqual({
      model: 'gpt-image-2',
      n: '3',
      size: '1024x1536',
      image: 'image.png image/png SOURCE',
    })
  })

  it('is sent to its own endpoint if there is one', async () => {
    await images({ imageVariations: 'variations' }).vary({ ...settings, n: 2, size: '1024x1024', source })
    expect(seen().path).toBe('/v1/images/variations')
    expect(await seenForm()).toEqual({
      model: 'gpt-image-2',
      n: '2',
      size: '1024x1024',
      response_format: 'b64_json',
      image: 'image.png image/png SOURCE',
    })
  })
})
