import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { readPrices } from './read-prices'

async function newRoute() {
  const id = newId('route')
  await prisma.provider.create({
    data: { id, name: id, adapter: 'openai-compatible', policies: {}, source: 'operator' },
  })
  await prisma.model.create({
    data: { id, name: id, modality: 'chat', ownedBy: 'acme', supportedParameters: [], capabilities: {} },
  })
  return prisma.route.create({ data: { id, modelId: id, providerId: id, upstreamId: 'x' } })
}

it('a price has all its rates; a release before them reads those that it knows, and what it writes is read', async () => {
  const { id: routeId } = await newRoute()
  const plain = { prompt: '0.000001', completion: '0.000002' }
  const flex = { ...plain, tiers: [{ ...plain, above_prompt_tokens: 9 }], image_output: '0.1' }
  const pricing = {
    ...flex,
    web_search: '0.01',
    hours: [{ ...plain, from: '00:30', to: '01:00' }],
    service_tier: { flex },
  }
  const [whole, old] = [newId('price'), newId('price')]
  await prisma.price.create({ data: { id: whole, routeId, version: 1, pricing, validFrom: new Date() } })
  const { oldPricing } = await prisma.price.findUniqueOrThrow({ where: { id: whole } })
  expect(oldPricing).toEqual({ ...plain, web_search: '0.01', service_tier: { flex: plain } })
  await prisma.$executeRaw`INSERT INTO prices (id, route_id, version, pricing, valid_from)
    VALUES (${old}, ${routeId}, 2, ${JSON.stringify(oldPricing)}::jsonb, now())`
  const read = await readPrices([whole, old])
  expect(read.get(whole)?.price.tiers).toHaveLength(1)
  expect(read.get(old)?.price).toMatchObject({ prompt: 1_000_000_000n, tiers: [] })
})
