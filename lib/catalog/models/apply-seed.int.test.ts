import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { ConfigurationError } from '@/lib/platform/env'
import { closeDatabase } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { closeNotify, publish } from '@/lib/platform/notify'
import { applySeed } from './apply-seed'
import { listModels } from './models'
import { catalogSnapshot, findModel, findProvider, loadCatalog, modelExists } from './read-snapshot'

const folder = mkdtempSync(join(tmpdir(), 'portico-seed-'))
const file = join(folder, 'providers.json')

type Acme = { prompt?: string; models?: string[]; name?: string; keyVariable?: string }

function writeAcme({
  prompt = '0.000001',
  models = ['acme/large'],
  name = 'Acme',
  keyVariable,
}: Acme = {}): string {
  const pricing = { prompt, completion: '0.000002' }
  const list = models.map((id) => ({ id, upstream_id: id, pricing }))
  const acme = { id: 'acme', name, base_url: 'http://127.0.0.1:9/v1', api_key_env: keyVariable, models: list }
  writeFileSync(file, JSON.stringify([acme]))
  return file
}

const pricesOf = (modelId: string) =>
  prisma.price.findMany({ where: { route: { modelId } }, orderBy: { version: 'asc' } })

beforeAll(async () => {
  await prisma.$executeRaw`TRUNCATE catalog_seeds, prices, routes, models, providers` // as a first start finds it
  await applySeed(undefined)
})
beforeEach(async () => {
  await applySeed(writeAcme())
})
afterAll(async () => {
  await closeNotify()
  await closeDatabase()
  rmSync(folder, { recursive: true, force: true })
})

describe('applySeed', () => {
  it('writes providers, models, routes and prices', async () => {
    const route = await prisma.route.findFirstOrThrow({
      where: { modelId: 'sandbox/chat' },
      include: { prices: true, model: true, provider: true },
    })
    expect(route.model).toMatchObject({ modality: 'chat', contextLength: 128_000, ownedBy: 'sandbox' })
    expect(route.provider).toMatchObject({ adapter: 'sandbox', source: 'builtin', enabled: true })
    expect(route.prices).toHaveLength(1)
    expect(route.prices[0]).toMatchObject({
      version: 1,
      pricing: { prompt: '0.00000015', completion: '0.0000006' },
    })
  })

  it('warns about providers in the file without a key', async () => {
    const warn = vi.spyOn(logger, 'warn')
    await applySeed(writeAcme())
    expect(warn).not.toHaveBeenCalled()
    await applySeed(writeAcme({ keyVariable: 'ACME_API_KEY' }))
    const missing = [{ provider: 'acme', variable: 'ACME_API_KEY' }]
    expect(warn).toHaveBeenCalledWith({ missing }, expect.stringContaining('not offered'))
    vi.stubEnv('ACME_API_KEY', 'secret')
    await applySeed(writeAcme({ keyVariable: 'ACME_API_KEY' }))
    expect(warn).toHaveBeenCalledOnce()
  })

  it('does nothing without changes, and runs once among concurrent starts', async () => {
    const before = await prisma.catalogSeed.findUniqueOrThrow({ where: { id: 'current' } })
    await applySeed(file)
    expect(await prisma.catalogSeed.findUniqueOrThrow({ where: { id: 'current' } })).toEqual(before)
    const versions = (await pricesOf('acme/large')).length
    writeAcme({ prompt: '0.000009' })
    await Promise.all(Array.from({ length: 5 }, () => applySeed(file)))
    expect(await pricesOf('acme/large')).toHaveLength(versions + 1)
  })

  it('adds a version for a changed price and never edits one', async () => {
    const before = await pricesOf('acme/large')
    await applySeed(writeAcme({ prompt: '0.000005' }))
    const after = await pricesOf('acme/large')
    expect(after.slice(0, -1)).toEqual(before)
    expect(after.at(-1)).toMatchObject({
      version: before.length + 1,
      source: 'file',
      pricing: { prompt: '0.000005' },
    })
  })

  it('withdraws removed entries and keeps those that an operator disabled', async () => {
    await applySeed(writeAcme({ models: ['acme/large', 'acme/small'] }))
    await prisma.model.update({ where: { id: 'acme/large' }, data: { enabled: false } })
    await applySeed(writeAcme({ models: ['acme/large'], name: 'Acme again' }))
    expect(await prisma.model.findUniqueOrThrow({ where: { id: 'acme/small' } })).toMatchObject({
      enabled: true,
      withdrawnAt: expect.any(Date),
    })
    expect(await prisma.model.findUniqueOrThrow({ where: { id: 'acme/large' } })).toMatchObject({
      enabled: false,
      withdrawnAt: null,
    })
    await prisma.model.update({ where: { id: 'acme/large' }, data: { enabled: true } })
    await applySeed(writeAcme({ models: ['acme/large', 'acme/small'] }))
    expect((await prisma.model.findUniqueOrThrow({ where: { id: 'acme/small' } })).withdrawnAt).toBeNull()
  })

  it("keeps a removed model that an operator's route still serves", async () => {
    await applySeed(writeAcme({ models: ['acme/large', 'acme/small'] }))
    await prisma.route.updateMany({ where: { modelId: 'acme/small' }, data: { source: 'operator' } })
    await applySeed(writeAcme({ models: ['acme/large'] }))
    expect((await prisma.model.findUniqueOrThrow({ where: { id: 'acme/small' } })).withdrawnAt).toBeNull()
    await prisma.route.updateMany({ where: { modelId: 'acme/small' }, data: { source: 'file' } })
    await applySeed(writeAcme({ models: ['acme/large', 'acme/small'] }))
  })

  it('changes nothing when the file is invalid', async () => {
    const before = await prisma.catalogSeed.findUniqueOrThrow({ where: { id: 'current' } })
    writeFileSync(file, '[{"id":"acme","models":[]}]')
    await expect(applySeed(file)).rejects.toThrow(
      new ConfigurationError('PROVIDERS_FILE: [0].base_url is required.'),
    )
    expect(await prisma.catalogSeed.findUniqueOrThrow({ where: { id: 'current' } })).toEqual(before)
  })
})

describe('the catalog in memory', () => {
  it('offers configured models and knows the rest', async () => {
    await loadCatalog()
    expect(findModel('sandbox/chat')?.routes[0].providerId).toBe('sandbox')
    expect(findModel('acme/large')?.routes[0].target).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1' })
    expect(findModel('openai/gpt-4.1')).toBeUndefined()
    expect(modelExists('openai/gpt-4.1')).toBe(true)
    expect(modelExists('openai/gpt-4.1', 'image')).toBe(false)
    expect(findProvider('openai')).toMatchObject({ configured: false, name: 'OpenAI' })
  })

  it('includes a provider once its key is set, at an overridden base URL', async () => {
    vi.stubEnv('GROQ_API_KEY', 'gsk-test')
    vi.stubEnv('TOGETHER_API_KEY', 'test')
    vi.stubEnv('GROQ_BASE_URL', 'http://127.0.0.1:8/v1')
    await loadCatalog()
    const routes = findModel('openai/gpt-oss-120b')?.routes ?? []
    expect(routes.map(({ providerId, target }) => `${providerId} ${target.baseUrl}`)).toEqual([
      'groq http://127.0.0.1:8/v1',
      'together https://api.together.xyz/v1',
    ])
  })

  it('is updated on every node, and uses the newest active price', async () => {
    await loadCatalog()
    const route = catalogSnapshot().models.get('acme/large')?.routes[0]
    const row = { id: 'price_new', routeId: route?.routeId ?? '', source: 'operator', version: 1000 }
    const pricing = { prompt: '1', completion: '1' }
    await prisma.price.create({ data: { ...row, pricing, validFrom: new Date(Date.now() + 60_000) } })
    await loadCatalog()
    expect(findModel('acme/large')?.routes[0].priceId).toBe(route?.priceId)
    await prisma.price.update({ where: { id: 'price_new' }, data: { validFrom: new Date() } })
    await publish('catalog', '')
    await expect.poll(() => findModel('acme/large')?.routes[0].priceId).toBe('price_new')
    await prisma.provider.update({ where: { id: 'acme' }, data: { enabled: false } })
    await publish('catalog', '')
    await expect.poll(() => findModel('acme/large')).toBeUndefined()
    await prisma.provider.update({ where: { id: 'acme' }, data: { enabled: true } })
    await prisma.price.delete({ where: { id: 'price_new' } })
  })

  it('is listed by id, limited to the allowed models of the key', async () => {
    await loadCatalog()
    const session = { customerId: 'cus_1', userId: 'usr_1', apiKey: null, isOperator: false }
    const ids = listModels(session).data.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
    expect(ids).toContain('sandbox/video-fast')
  })
})
