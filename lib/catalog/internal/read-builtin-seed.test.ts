import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePrice, totalNanosOf } from '@/lib/billing/price'
import { readBuiltinSeed } from './read-builtin-seed'

const seed = readBuiltinSeed()
const sandbox = seed.find(({ id }) => id === 'sandbox')

describe('the built-in catalog', () => {
  it('has every file of the folder, under its own name', () => {
    const files = readdirSync('prisma/seed/catalog').map((name) => name.replace(/\.json$/, ''))
    expect(seed.map(({ id }) => id).sort()).toEqual(files.sort())
  })

  it('says where each figure of another company comes from', () => {
    for (const provider of seed.filter(({ id }) => id !== 'sandbox')) {
      expect(provider.source, provider.id).toBeTruthy()
      for (const model of provider.models) expect(model.source, model.id).toMatch(/read \d{4}-\d{2}-\d{2}/)
    }
  })

  it('needs a key for every provider but the sandbox', () => {
    expect(seed.filter(({ api_key_env }) => api_key_env === undefined).map(({ id }) => id)).toEqual([
      'sandbox',
    ])
    for (const provider of seed.filter(({ id }) => id !== 'sandbox'))
      expect(provider.base_url_env).toBe(
        provider.api_key_env?.replace(/_(?:API_KEY|API_TOKEN|KEY)$/, '_BASE_URL'),
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

  it('has the models that are promised', () => {
    expect(sandbox?.models.map(({ id, modality }) => `${modality} ${id}`)).toEqual([
      'chat sandbox/chat',
      'chat sandbox/chat-pro',
      'embedding sandbox/embedding',
      'image sandbox/image-1',
      'image sandbox/image-1-mini',
      'image sandbox/image-2',
      'video sandbox/video',
      'video sandbox/video-fast',
    ])
  })

  it('asks $0.15 and $0.60 for a million chat tokens', () => {
    const price = parsePrice(modelOf('sandbox/chat').pricing)
    expect(totalNanosOf(price, { promptTokens: 1_000_000 })).toBe(150_000_000n)
    expect(totalNanosOf(price, { completionTokens: 1_000_000 })).toBe(600_000_000n)
  })

  it('asks $0.002 to $0.02 for an image and about $0.02 for five seconds of 720p', () => {
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
