import { describe, expect, it, vi } from 'vitest'
import type { Caller, CallerKey } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { buildSnapshot } from './catalog-snapshot'
import { mergeSeed, seedRows } from './internal/plan-seed'
import { readBuiltinSeed } from './internal/seed-files'
import { listModels, readModel } from './models'
import { ModelListReply } from './schema'

vi.mock('./read-snapshot', () => ({
  catalogSnapshot: () => snapshot,
  findModelOf: (_customer: string, id: string) => snapshot.models.get(id),
  listModelsOf: () => [...snapshot.models.values()],
}))

const rows = seedRows(mergeSeed(readBuiltinSeed(), []))
const snapshot = buildSnapshot(
  {
    providers: rows.providers.map((row) => ({ ...row, enabled: true })),
    models: rows.models.map((row) => ({ ...row, createdAt: new Date('2026-11-21T00:00:00Z') })),
    routes: rows.routes.map(({ pricing, ...row }, index) => ({
      ...row,
      id: `route_${index}`,
      price: { id: `price_${index}`, version: 1, pricing },
    })),
  },
  (name) => (name.endsWith('_API_KEY') && name !== 'AZURE_API_KEY' ? 'a key' : undefined),
)

const session: Caller = { customerId: 'cus_1', userId: 'usr_1', apiKey: null, isOperator: false }
function keyThatMayUse(allowedModels: string[] | null): Caller {
  const apiKey: CallerKey = {
    id: 'key_1',
    name: 'test',
    scopes: ['inference'],
    allowedModels,
    limitNanos: null,
    limitReset: null,
    rateLimitRpm: null,
    defaultModels: { chat: null, image: null, video: null },
    routing: { order: [], allowFallbacks: true, sort: null, models: [] },
  }
  return { ...session, userId: null, apiKey }
}

describe('GET /v1/models', () => {
  it('lists everything in the documented form, by id', () => {
    const reply = ModelListReply.parse(listModels(session))
    expect(reply.data).toHaveLength(snapshot.models.size)
    expect(reply.data.find(({ id }) => id === 'sandbox/image-1')).toMatchObject({
      object: 'model',
      created: 1795219200,
      owned_by: 'sandbox',
      modality: 'image',
      context_length: null,
      pricing: { image: { low: '0.005', medium: '0.01', high: '0.02' } },
    })
    const ids = reply.data.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
  })

  it('has the fields of Anthropic’s clients too, on one page', () => {
    const { data, ...page } = listModels(session)
    expect(page).toEqual({
      object: 'list',
      has_more: false,
      first_id: data[0]?.id,
      last_id: data.at(-1)?.id,
    })
    expect(data.find(({ id }) => id === 'sandbox/chat')).toMatchObject({
      type: 'model',
      display_name: 'Sandbox Chat',
      created_at: '2026-11-21T00:00:00.000Z',
    })
    expect(listModels(keyThatMayUse([]))).toMatchObject({ has_more: false, first_id: null, last_id: null })
  })

  it('lists only the allowed models of a key', () => {
    expect(listModels(keyThatMayUse(['sandbox/chat', 'none'])).data.map(({ id }) => id)).toEqual([
      'sandbox/chat',
    ])
    expect(listModels(keyThatMayUse([])).data).toEqual([])
    expect(listModels(keyThatMayUse(null)).data).toHaveLength(snapshot.models.size)
  })
})

describe('GET /v1/models/{id}', () => {
  it('returns a model with its providers in order', () => {
    expect(readModel(session, 'openai/gpt-oss-120b')).toMatchObject({
      name: 'GPT OSS 120B',
      context_length: 131_072,
      max_output_tokens: 131_072,
      pricing: { prompt: '0.00000015', completion: '0.0000006' },
      providers: ['groq', 'cerebras', 'deepinfra', 'together', 'bedrock'],
      expiration_date: null,
    })
  })

  it('refuses unknown models and those that the key may not use', () => {
    expect(() => readModel(session, 'none')).toThrow(new AppError('model_not_found', { param: 'model' }))
    expect(() => readModel(keyThatMayUse([]), 'sandbox/chat')).toThrow(
      new AppError('model_not_allowed', { param: 'model' }),
    )
  })
})
