import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parsePrice, totalNanosOf } from '@/lib/money/prices/price'
import { ConfigurationError } from '@/lib/platform/env'
import { readBuiltinSeed, readProvidersFile } from './seed-files'

const seed = readBuiltinSeed()
const sandbox = seed.find(({ id }) => id === 'sandbox')

describe('the built-in catalog', () => {
  it('includes every file of the folder, named by its provider', () => {
    const files = readdirSync('prisma/seed/catalog').map((name) => name.replace(/\.json$/, ''))
    expect(seed.map(({ id }) => id).sort()).toEqual(files.sort())
  })

  it('cites a source for each figure', () => {
    for (const provider of seed.filter(({ id }) => id !== 'sandbox')) {
      expect(provider.source, provider.id).toBeTruthy()
      for (const model of provider.models)
        expect(model.source, model.id).toMatch(/read \d{4}-\d{2}-\d{2}|^\S+@\S+/)
    }
  })

  it('needs a key for every provider but the sandbox', () => {
    expect(seed.filter(({ api_key_env }) => api_key_env === undefined).map(({ id }) => id)).toEqual([
      'sandbox',
    ])
    for (const provider of seed.filter(({ id }) => id !== 'sandbox'))
      expect(provider.base_url_env).toBe(
        provider.api_key_env?.replace(/_(?:API_KEY|API_TOKEN|API_SECRET|KEY)$/, '_BASE_URL'),
      )
  })

  it('gives one model the same modality and name everywhere', () => {
    const names = new Map<string, string>()
    for (const model of seed.flatMap(({ models }) => models)) {
      const said = `${model.name} (${model.modality})`
      expect(names.get(model.id) ?? said).toBe(said)
      names.set(model.id, said)
    }
  })
})

describe('the sandbox', () => {
  const modelOf = (id: string) => {
    const model = sandbox?.models.find((one) => one.id === id)
    if (model === undefined) throw new Error(`${id} is missing`)
    return model
  }

  it('has the documented models', () => {
    expect(sandbox?.models.map(({ id, modality }) => `${modality} ${id}`)).toEqual([
      'chat sandbox/chat',
      'chat sandbox/chat-pro',
      'embedding sandbox/embedding',
      'moderation sandbox/moderation',
      'rerank sandbox/rerank',
      'image sandbox/image-1',
      'image sandbox/image-1-mini',
      'image sandbox/image-2',
      'image sandbox/upscale',
      'image sandbox/remove-background',
      'video sandbox/video',
      'video sandbox/video-fast',
      'speech sandbox/speech',
      'transcription sandbox/transcription',
    ])
  })

  it('costs $0.15 and $0.60 per million chat tokens', () => {
    const price = parsePrice(modelOf('sandbox/chat').pricing)
    expect(totalNanosOf(price, { promptTokens: 1_000_000 })).toBe(150_000_000n)
    expect(totalNanosOf(price, { completionTokens: 1_000_000 })).toBe(600_000_000n)
  })

  it('costs $0.002 to $0.02 per image and about $0.02 for five seconds of 720p', () => {
    for (const id of ['sandbox/image-1', 'sandbox/image-1-mini', 'sandbox/image-2'])
      for (const figure of Object.values(modelOf(id).pricing.image ?? {})) {
        expect(Number(figure)).toBeGreaterThanOrEqual(0.002)
        expect(Number(figure)).toBeLessThanOrEqual(0.02)
      }
    const videoTokens = (1280 * 720 * (24 * 5 + 1)) / 1024
    const nanos = totalNanosOf(parsePrice(modelOf('sandbox/video').pricing), { videoTokens })
    expect(Number(nanos) / 1e9).toBeCloseTo(0.02, 3)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'portico-providers-'))
let files = 0

function fileWith(content: unknown): string {
  const path = join(folder, `${++files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function faultOf(path: string): string {
  try {
    readProvidersFile(path)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return error instanceof Error ? error.message.replace(path, 'FILE') : ''
  }
  throw new Error('the file was taken')
}

const acme = {
  id: 'acme',
  name: 'Acme',
  adapter: 'openai-compatible',
  base_url: 'http://127.0.0.1:9001/v1',
  api_key_env: 'ACME_KEY',
  policies: { headquarters: 'US' },
  models: [
    {
      id: 'acme/large',
      name: 'Large',
      modality: 'chat',
      upstream_id: 'large',
      context_length: 128000,
      max_output_tokens: 4096,
      pricing: {
        prompt: '0.000001',
        completion: '0.000002',
        cached_prompt: '0.0000001',
        image: { low: '0.01', medium: '0.04', high: '0.17' },
        video_token: '0.0000025',
        request: '0',
      },
    },
  ],
}
const [large] = acme.models
const film = {
  id: 'acme/film',
  modality: 'video',
  upstream_id: 'film',
  capabilities: { min_seconds: 1, max_seconds: 8, resolutions: ['720p', '1080p'], ratios: ['16:9'] },
}

describe('readProvidersFile', () => {
  it('reads the documented format', () => {
    expect(readProvidersFile(fileWith([acme]))[0]?.models?.[0]?.pricing.prompt).toBe('0.000001')
  })

  it('reads prices per second for each resolution', () => {
    const pricing = { video_second: { '720p': '0.10', '1080p': '0.15', '1080p_audio': '0.3' } }
    const models = [{ ...film, pricing }]
    const path = fileWith([{ ...acme, adapter: 'ark', models }])
    expect(readProvidersFile(path)[0]?.models?.[0]?.pricing).toEqual(pricing)
  })

  it.each([
    ['{}', 'FILE: the file must be a list of providers.'],
    [[{ ...acme, base_url: 'ftp://x' }], 'FILE: [0].base_url must be an http(s) URL.'],
    [[{ ...acme, adapter: 'smoke' }], /^PROVIDERS_FILE FILE: \[0\]\.adapter must be one of/],
    [[{ ...acme, id: 'A b' }], 'FILE: [0].id must be lower-case letters, digits, "-" and "_".'],
    [[acme, acme], 'FILE: [1].id "acme" is a duplicate.'],
    [[{ ...acme, modles: [] }], 'FILE: [0].modles is not a field of this file.'],
    [[{ ...acme, models: [{ ...large, id: undefined }] }], 'FILE: [0].models[0].id is required.'],
    [[{ ...acme, models: [{ ...large, pricing: undefined }] }], 'FILE: [0].models[0].pricing is required.'],
    [
      [{ ...acme, models: [{ ...large, pricing: { prompt: '1' } }] }],
      'FILE: [0].models[0].pricing.completion is required where the modality is chat.',
    ],
    [
      [{ ...acme, models: [{ ...large, pricing: { prompt: '1e-6', completion: '0' } }] }],
      'FILE: [0].models[0].pricing.prompt must be a decimal string in USD, such as "0.0000015".',
    ],
    [
      [{ ...acme, adapter: 'ark', models: [{ ...film, pricing: { video_second: { '720p': '0.1' } } }] }],
      'FILE: [0].models[0].pricing.video_second.1080p is required where the modality is video.',
    ],
    [
      [
        {
          ...acme,
          adapter: 'ark',
          models: [{ ...film, pricing: { video_second: { '720p': '1', '1080p': '1', '4k': '1' } } }],
        },
      ],
      'FILE: [0].models[0].pricing.video_second.4k is not a field of this file.',
    ],
    [
      [{ ...acme, models: [{ ...large, modality: 'image', pricing: {} }] }],
      'FILE: [0].models[0].pricing.image is required where the modality is image.',
    ],
  ])('%# refuses in a sentence', (content, sentence) => {
    const fault = faultOf(fileWith(content))
    if (sentence instanceof RegExp) expect(fault).toMatch(sentence)
    else expect(fault).toBe(`PROVIDERS_FILE ${sentence}`)
  })

  it('names a file that is not JSON or missing', () => {
    expect(faultOf(fileWith('['))).toMatch(/^PROVIDERS_FILE FILE is not JSON: /)
    expect(faultOf(join(folder, 'none.json'))).toMatch(/^PROVIDERS_FILE FILE cannot be read: ENOENT/)
  })

  it('names at most three issues', () => {
    const models = Array.from({ length: 5 }, () => ({ id: 'a/b' }))
    expect(faultOf(fileWith([{ ...acme, models }]))).toMatch(/; and \d+ more\.$/)
  })
})
