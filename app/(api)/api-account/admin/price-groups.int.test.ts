import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startChatProcess } from '@/app/(api)/v1/testing/start-chat-process'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { ModelListReply } from '@/lib/catalog/models/schema'
import { CreatedImageTask } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { CreatedVideo } from '@/lib/media/videos/schema'
import { openStage, rowOf } from '@/lib/media/videos/testing/stage'
import { grantCredit, readBalance } from '@/lib/money/ledger/balance'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { refreshVolumes } from '@/lib/money/price-groups/in-force'
import { PriceGroup } from '@/lib/money/price-groups/schema'
import { listRecent } from '@/lib/money/usage/recent'
import { RecentQuery } from '@/lib/money/usage/schema'
import { AuditPage } from '@/lib/operator/admin/schema'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { asking, newPerson, openDoors, type Person } from './testing'

const closeStage = await openStage()
const { call, door, close } = await openDoors()
afterAll(async () => {
  close()
  await closeStage()
})
const operator = await newPerson({ isOperator: true, name: 'Olga Operator' })
const ask = asking(call, operator)
const reason = 'A new contract.'
const MODEL = 'sandbox/chat'

let person: Person
beforeEach(async () => {
  person = await newPerson()
  const { customerId } = person.caller
  await grantCredit({ customerId, amountNanos: 100_000_000_000n, key: `grant:${customerId}` })
})

const group = async (fields: object = {}) =>
  PriceGroup.parse((await ask('POST', '/price-groups', { name: 'Partners', ...fields })).body)
const move = (to: string | null, who: Person = person) =>
  ask('PUT', `/customers/${who.caller.customerId}/price-group`, { price_group_id: to, reason })
const join = async (fields: object) => {
  const made = await group(fields)
  expect(await move(made.id)).toMatchObject({ status: 200, body: { price_group: { id: made.id } } })
  return made
}
const speak = (json: object = {}, { key }: Person = person) =>
  call('POST', '/v1/chat/completions', {
    key,
    json: { model: MODEL, messages: [{ role: 'user', content: '[[say:hello you]]' }], ...json },
  }).finally(flushLedger)
const draw = async (json: object) => {
  const made = await call('POST', '/v1/images/generations/async', {
    key: person.key,
    json: { prompt: 'A boat', size: '256x256', ...json },
  })
  return CreatedImageTask.parse(made.body)
}
/** The amount that a video task holds, and the price with which it will be settled. */
const film = async () => {
  const before = (await readBalance(person.caller)).held
  const json = { model: 'sandbox/video', prompt: 'A boat', duration: 5, resolution: '720p' }
  const { body } = await call('POST', '/v1/videos/generations', { key: person.key, json })
  const [route] = (await rowOf(CreatedVideo.parse(body).id)).routes
  return { held: Number((await readBalance(person.caller)).held) - Number(before), route }
}
const rows = async ({ caller }: Person = person) =>
  (await listRecent(caller, RecentQuery.parse({ limit: 100 }), usageNames)).items
const pricing = async (id = MODEL, { key }: Person = person) =>
  ModelListReply.parse((await call('GET', '/v1/models', { key })).body).data.find((model) => model.id === id)
    ?.pricing

const moments = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']

describe('price groups', () => {
  it('are added, changed, listed and deleted, each change in the audit log', async () => {
    const rules = [{ model: MODEL, factor: 0.8, until: '2030-01-01T00:00:00Z' }, { factor: 1.1 }]
    const made = await group({ name: 'Résellers', rules })
    expect(made).toMatchObject({
      name: 'Résellers',
      rules: [
        { model: MODEL, provider: null, factor: 0.8, pricing: null, from: null, until: rules[0]?.until },
        { model: null, factor: 1.1 },
      ],
      volume: [],
      member_count: 0,
      members: [],
    })
    await move(made.id)
    const path = `/price-groups/${made.id}`
    const volume = [{ spent_usd: '1000', factor: 0.95 }]
    expect(await ask('PUT', path, { name: 'Resellers', rules: [], volume })).toMatchObject({
      status: 200,
      body: { name: 'Resellers', rules: [], volume, member_count: 1, members: [{ name: 'Ann' }] },
    })
    expect((await ask('GET', '/price-groups')).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: made.id, member_count: 1 })]),
    })
    expect(await ask('DELETE', path)).toMatchObject({ status: 200, body: { id: made.id, removed: true } })
    for (const method of ['GET', 'DELETE']) expect((await ask(method, path)).status).toBe(404)
    expect((await ask('PUT', path, { name: 'Gone' })).status).toBe(404)
    const { items } = AuditPage.parse((await ask('GET', `/audit?subject_id=${made.id}`)).body)
    expect(items).toMatchObject([
      { action: 'price_group.remove', subject: { name: 'Resellers' }, after: null },
      { action: 'price_group.change', before: { name: 'Résellers' }, after: { name: 'Resellers', volume } },
      { action: 'price_group.add', before: null, after: { rules: [{ factor: 0.8 }, { factor: 1.1 }] } },
    ])
    const moves = AuditPage.parse(
      (await ask('GET', `/audit?subject_id=${person.caller.customerId}`)).body,
    ).items
    expect(moves).toMatchObject([
      {
        action: 'customer.set_price_group',
        reason,
        before: { price_group: null },
        after: { price_group: { id: made.id, name: 'Résellers' } },
      },
    ])
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ rules: [{ factor: 0.5, pricing: {} }] }, 'rules[0].factor'],
    [{ rules: [{}] }, 'rules[0].factor'],
    [{ rules: [{ factor: -1 }] }, 'rules[0].factor'],
    [{ rules: [{ factor: 0.1234567 }] }, 'rules[0].factor'],
    [{ rules: [{ factor: 1, model: 'acme/none' }] }, 'rules[0].model'],
    [{ rules: [{ factor: 1, provider: 'nobody' }] }, 'rules[0].provider'],
    [{ rules: [{ factor: 1, model: MODEL, provider: 'openai' }] }, 'rules[0].provider'],
    [{ rules: [{ pricing: { prompt: '1', completion: '1' } }] }, 'rules[0].model'],
    [{ rules: [{ model: MODEL, pricing: { prompt: '1' } }] }, 'rules[0].pricing.completion'],
    [{ rules: [{ model: MODEL, pricing: { prompt: 1 } }] }, 'rules[0].pricing.prompt'],
    [{ rules: [{ factor: 1, from: moments[1], until: moments[0] }] }, 'rules[0].until'],
    [{ volume: [{ spent_usd: '10', factor: 1.5 }] }, 'volume[0].factor'],
    [{ volume: [0.9, 0.8].map((factor) => ({ spent_usd: '10', factor })) }, 'volume[1]'],
    [{ rules: [{ factor: 1, color: 'red' }] }, 'rules[0].color'],
  ])('refuse %j with a 400 that names %s', async (fields, param) => {
    expect(await ask('POST', '/price-groups', { name: 'Wrong', ...fields })).toMatchObject({
      status: 400,
      body: { error: { param } },
    })
  })

  it('are changed by operators only, and joined by customers that exist', async () => {
    const stranger = asking(call, person)
    expect((await stranger('GET', '/price-groups')).status).toBe(404)
    expect((await stranger('POST', '/price-groups', { name: 'Mine' })).status).toBe(404)
    expect(await move('pgrp_none')).toMatchObject({
      status: 400,
      body: { error: { param: 'price_group_id' } },
    })
    expect(
      (await ask('PUT', '/customers/cus_none/price-group', { price_group_id: null, reason })).status,
    ).toBe(404)
  })
})

describe('a factor', () => {
  it('applies to the list of models, hold, answer, bill and balance, for its members alone', async () => {
    const neighbour = await newPerson()
    const { customerId } = neighbour.caller
    await grantCredit({ customerId, amountNanos: 1_000_000_000n, key: `grant:${customerId}` })
    await speak()
    await join({ rules: [{ factor: 0.5 }] })
    const answers = [await speak(), await speak({}, neighbour)]
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
    const [half, full] = await rows()
    const ofNeighbour = await rows(neighbour)
    expect(Number(half?.cost) * 2).toBeCloseTo(Number(full?.cost), 9)
    expect(ofNeighbour[0]?.cost).toBe(full?.cost)
    expect(half?.bill).toMatchObject({
      total: half?.cost,
      price_factor: 0.5,
      price_version: full?.bill.price_version,
      lines: [
        { item: 'prompt', unit_price: '0.000000075' },
        { item: 'completion', unit_price: '0.0000003' },
      ],
    })
    expect(full?.bill).toMatchObject({ price_factor: null })
    expect(answers[0]?.body).toMatchObject({ usage: { cost: Number(half?.cost) } })
    expect(await pricing()).toMatchObject({ prompt: '0.000000075', completion: '0.0000003' })
    expect(await pricing(MODEL, neighbour)).toMatchObject({ prompt: '0.00000015' })
    const booked = await prisma.usageRecord.findMany({ where: { customerId: person.caller.customerId } })
    expect(new Set(booked.map((row) => row.upstreamCostNanos)).size, 'the provider charges the same').toBe(1)
    expect(await checkLedger()).toBe(0)
  })

  it('never changes what is billed already, and ends with the group', async () => {
    const made = await join({ rules: [{ factor: 0.5 }] })
    await speak()
    const [before] = await rows()
    await ask('PUT', `/price-groups/${made.id}`, { name: 'Partners', rules: [{ factor: 2 }] })
    await speak()
    await ask('DELETE', `/price-groups/${made.id}`)
    await speak()
    const [listed, doubled, first] = await rows()
    expect(first).toEqual(before)
    expect([listed, doubled, first].map((row) => row?.bill.price_factor)).toEqual([null, 2, 0.5])
    for (const row of [listed, doubled, first])
      expect(row?.bill.lines.some(({ item }) => item === 'not_charged')).toBe(false)
    expect(await pricing()).toMatchObject({ prompt: '0.00000015' })
  })

  it('of a running stream is the one with which it began', async () => {
    const made = await join({ rules: [{ factor: 0.5 }] })
    const json = {
      model: MODEL,
      stream: true,
      messages: [{ role: 'user', content: '[[chunk-delay:50ms]][[tokens:20]]' }],
    }
    const stream = await door('POST', '/v1/chat/completions', {
      headers: { authorization: `Bearer ${person.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    const reader = stream.body?.getReader()
    await reader?.read()
    await ask('DELETE', `/price-groups/${made.id}`)
    while (!(await reader?.read())?.done);
    expect(await rows()).toMatchObject([{ bill: { price_factor: 0.5, lines: [{}, { item: 'completion' }] } }])
  })

  it('applies to embeddings, speech, images and videos, as held when they were asked for', async () => {
    const made = await join({ rules: [{ factor: 0.5 }] })
    const { key } = person
    const embed = { model: 'sandbox/embedding', input: 'some words' }
    expect((await call('POST', '/v1/embeddings', { key, json: embed })).status).toBe(200)
    const speech = { model: 'sandbox/speech', input: 'x'.repeat(100), voice: 'alloy' }
    const said = await door('POST', '/v1/audio/speech', {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(speech),
    })
    await said.arrayBuffer()
    const image = await draw({ model: 'sandbox/image-1' })
    const video = await film()
    await ask('DELETE', `/price-groups/${made.id}`)
    await work(image.id)
    const listed = await film()
    expect(video.route).toEqual({ ...listed.route, priceFactor: 0.5 })
    expect(video.held * 2).toBeCloseTo(listed.held, 6)
    const found = await rows()
    expect(found.map(({ modality, bill }) => [modality, bill.price_factor]).sort()).toEqual([
      ['embedding', 0.5],
      ['image', 0.5],
      ['speech', 0.5],
    ])
    expect(found.find(({ modality }) => modality === 'speech')?.cost).toBe('0.000050')
    for (const { bill } of found) expect(bill.lines.some(({ item }) => item === 'not_charged')).toBe(false)
    expect(await checkLedger()).toBe(0)
  })
})

describe('own rates', () => {
  it('replace the catalog’s, and explain the bill after the group is gone', async () => {
    const own = { prompt: '0.000001', completion: '0.000002' }
    const made = await join({ rules: [{ model: MODEL, pricing: own }, { factor: 0.5 }] })
    expect(await pricing()).toEqual(own)
    expect((await speak()).status).toBe(200)
    await ask('DELETE', `/price-groups/${made.id}`)
    const [row] = await rows()
    expect(row?.bill).toMatchObject({
      price_factor: null,
      lines: [{ unit_price: '0.000001' }, { unit_price: '0.000002' }],
      total: row?.cost,
    })
    const [booked] = await prisma.usageRecord.findMany({ where: { customerId: person.caller.customerId } })
    expect(booked?.priceId).toMatch(/^price_\w+~rates_[0-9a-f]{32}$/)
    expect(booked?.upstreamCostNanos).toBeLessThan(booked?.costNanos ?? 0n)
  })

  it('of images and videos are held and billed', async () => {
    const rules = [
      { model: 'sandbox/image-1', pricing: { image: { low: '0.1', medium: '0.2', high: '0.3' } } },
      { model: 'sandbox/video', pricing: { video_token: '0.000001' } },
    ]
    await join({ rules, volume: [{ spent_usd: '0', factor: 0.5 }] })
    const image = await draw({ model: 'sandbox/image-1', quality: 'high' })
    const video = await film()
    expect(video.route).toMatchObject({
      priceId: expect.stringMatching(/^price_\w+~rates_\w+$/),
      priceFactor: 0.5,
      billedBy: 'tokens',
    })
    await work(image.id)
    const found = await rows()
    expect(found.find(({ modality }) => modality === 'image')).toMatchObject({
      cost: '0.150000',
      bill: { price_factor: 0.5, lines: [{ item: 'image_high', unit_price: '0.150000' }] },
    })
    expect(await checkLedger()).toBe(0)
  })
})

describe('a discount by volume', () => {
  const now = new Date()
  it('begins for requests that arrive after the volume is reached, not for those under way', async () => {
    const time = vi.spyOn(clock, 'now').mockReturnValue(now)
    await join({ volume: [{ spent_usd: '0.000001', factor: 0.5 }] })
    const first = await Promise.all(Array.from({ length: 20 }, () => speak()))
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
    await refreshVolumes()
    time.mockReturnValue(new Date(now.getTime() + 1))
    await speak()
    // The process looks every ten seconds by itself, perhaps between two of the first.
    const [last, ...earlier] = (await rows()).map(({ bill }) => bill.price_factor)
    expect([last, earlier.includes(null)]).toEqual([0.5, true])
    expect(await pricing()).toMatchObject({ prompt: '0.000000075' })
    expect(await checkLedger()).toBe(0)
  })

  it('counts the charges of the calendar month, by UTC', async () => {
    const time = vi.spyOn(clock, 'now').mockReturnValue(now)
    await join({ volume: [{ spent_usd: '0.000001', factor: 0.5 }] })
    await speak()
    time.mockReturnValue(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)))
    await loadCatalog()
    expect(await pricing()).toMatchObject({ prompt: '0.00000015' })
    time.mockReturnValue(now)
    // What the process read by itself in that month is older, and does not count.
    await loadCatalog()
    expect(await pricing()).toMatchObject({ prompt: '0.000000075' })
  })
})

it('a change is in force in another process when it is acknowledged', async () => {
  const other = await startChatProcess()
  const speakThere = async () => {
    const answer = await fetch(`${other.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: '[[say:hi]]' }] }),
    })
    await answer.text()
    await other.flush()
    return (await rows())[0]?.bill.price_factor
  }
  try {
    expect(await speakThere()).toBeNull()
    const made = await join({ rules: [{ factor: 0.25 }] })
    expect(await speakThere()).toBe(0.25)
    await ask('PUT', `/price-groups/${made.id}`, { name: 'Partners', rules: [{ factor: 0.75 }] })
    expect(await speakThere()).toBe(0.75)
    await move(null)
    expect(await speakThere()).toBeNull()
  } finally {
    await other.kill()
  }
})
