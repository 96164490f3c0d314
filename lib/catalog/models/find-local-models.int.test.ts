import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { closeDatabase } from '@/lib/platform/instance'
import { closeNotify } from '@/lib/platform/notify'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type FaultUpstream, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { applySeed } from './apply-seed'
import { findLocalModels } from './find-local-models'
import { findModel, loadCatalog } from './read-snapshot'

let upstream: FaultUpstream
const pricing = '{"prompt":"0","completion":"0"}'
const listed = (...ids: string[]) =>
  answerWith.json(200, {
    object: 'list',
    data: ids.map((id) => ({ id, object: 'model', max_model_len: 4096 })),
  })
const settings = (more: object = {}) => ({
  OLLAMA_HOST: upstream.origin,
  OPENAI_COMPATIBLE_BASE_URLS: undefined,
  LOCAL_MODEL_PRICING: pricing,
  ...more,
})
async function find(more: object = {}) {
  await findLocalModels(settings(more))
  await loadCatalog()
}

beforeAll(async () => {
  upstream = await startFaultUpstream()
  await applySeed(undefined)
})
beforeEach(async () => {
  upstream.answer(listed('llama3.2:latest', 'nomic-embed-text'))
  await find()
})
afterAll(async () => {
  await upstream.stop()
  await closeNotify()
  await closeDatabase()
})

describe('findLocalModels', () => {
  it('offers the models of a server at the configured price', () => {
    expect(upstream.requests.at(-1)).toMatchObject({ method: 'GET', path: '/v1/models' })
    expect(findModel('ollama/llama3.2:latest')).toMatchObject({
      name: 'llama3.2:latest',
      modality: 'chat',
      contextLength: 4096,
      routes: [
        {
          providerId: 'ollama',
          upstreamId: 'llama3.2:latest',
          pricing: { prompt: '0', completion: '0' },
          target: { baseUrl: `${upstream.origin}/v1`, apiKeyEnv: null },
        },
      ],
    })
    expect(findModel('ollama/nomic-embed-text')).toMatchObject({ modality: 'embedding' })
  })

  it('writes nothing without changes', async () => {
    const before = await prisma.catalogSeed.findUniqueOrThrow({ where: { id: 'found' } })
    await find()
    expect(await prisma.catalogSeed.findUniqueOrThrow({ where: { id: 'found' } })).toEqual(before)
  })

  it('follows the server: new, removed and returning models', async () => {
    upstream.answer(listed('qwen3'))
    await find()
    expect(findModel('ollama/qwen3')).toBeDefined()
    expect(findModel('ollama/llama3.2:latest')).toBeUndefined()
    upstream.answer(listed('llama3.2:latest'))
    await find()
    expect(findModel('ollama/llama3.2:latest')).toBeDefined()
  })

  it.each([
    ['is away', answerWith.reset()],
    ['fails', answerWith.json(500, {})],
    ['talks nonsense', answerWith.text(200, 'text/html', '<html>')],
  ])('keeps the models of a server that %s', async (_, answer) => {
    upstream.answer(answer)
    await find()
    expect(findModel('ollama/llama3.2:latest')).toBeDefined()
  })

  it('offers nothing without a price or from a removed server', async () => {
    await find({ LOCAL_MODEL_PRICING: undefined })
    expect(findModel('ollama/llama3.2:latest')).toBeUndefined()
    await find()
    expect(findModel('ollama/llama3.2:latest')).toBeDefined()
    await find({ OLLAMA_HOST: undefined })
    expect(findModel('ollama/llama3.2:latest')).toBeUndefined()
  })

  it('adds a version for a new price, and never changes an operator’s', async () => {
    await find({ LOCAL_MODEL_PRICING: '{"prompt":"0.000001","completion":"0.000002"}' })
    const route = { modelId: 'ollama/llama3.2:latest' }
    const price = await prisma.price.findFirstOrThrow({ where: { route }, orderBy: { version: 'desc' } })
    expect(price).toMatchObject({ source: 'found', pricing: { prompt: '0.000001' } })
    await prisma.price.update({ where: { id: price.id }, data: { source: 'operator' } })
    await find({ LOCAL_MODEL_PRICING: '{"prompt":"0.000009","completion":"0.000009"}' })
    expect(await prisma.price.count({ where: { route, version: { gt: price.version } } })).toBe(0)
  })

  it('does not interfere with the files, nor they with it', async () => {
    await applySeed(undefined)
    await loadCatalog()
    expect(findModel('ollama/llama3.2:latest')).toBeDefined()
    expect(findModel('sandbox/chat')).toBeDefined()
    await find({ OLLAMA_HOST: undefined, OPENAI_COMPATIBLE_BASE_URLS: `openai=${upstream.baseUrl}` })
    const openai = await prisma.provider.findUniqueOrThrow({ where: { id: 'openai' } })
    expect(openai).toMatchObject({ source: 'builtin', baseUrl: 'https://api.openai.com/v1' })
    expect(await prisma.route.count({ where: { modelId: 'openai/llama3.2:latest' } })).toBe(0)
  })
})
