import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { newAccountKey } from '@/lib/account/api-keys/testing'
import {
  erasePlaygroundOf,
  readSharedConversation,
  sweepConversations,
} from '@/lib/gateway/playground/conversations'
import { CreatedConversation } from '@/lib/gateway/playground/schema'
import { openDoors } from '@/lib/http/testing'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import * as one from './[id]/route'
import * as conversations from './route'

const base = '/api-account/user/shared-conversations'
const { call, close } = await openDoors({ [base]: conversations, [`${base}/[id]`]: one })
afterAll(close)
afterEach(() => vi.restoreAllMocks())

const turn = {
  prompt: 'Say <b>hi</b>\u0000',
  images: 1,
  answers: [
    { model: 'Sandbox Chat', text: '**hi**', status: 'done' },
    { model: 'Sandbox Chat Pro', text: '', status: 'failed' },
  ],
}
const snapshot = { title: 'Greetings', hours: 24, turns: [turn] }

async function newSharer() {
  const { owner, key } = await newAccountKey()
  const share = async (json: object) => call('POST', base, { key, json })
  return { owner, key, share }
}

const tokenOf = ({ url }: CreatedConversation) => url.split('/').at(-1) ?? ''

it('a link shows the conversation as it was sent, until it is revoked: 201, 200, 404', async () => {
  const { key, share, owner } = await newSharer()
  const made = await share(snapshot)
  expect(made.status).toBe(201)
  const created = CreatedConversation.parse(made.body)
  expect(created.url).toContain('/share/conversation/')
  const withSystem = CreatedConversation.parse((await share({ ...snapshot, system: 'Be kind.' })).body)
  expect(await readSharedConversation(tokenOf(created))).toMatchObject({ title: 'Greetings', turns: [turn] })
  expect((await readSharedConversation(tokenOf(created))).system).toBeUndefined()
  expect((await readSharedConversation(tokenOf(withSystem))).system).toBe('Be kind.')

  const { body } = await call('GET', base, { key })
  expect(body).toMatchObject({
    data: [
      { id: withSystem.id, title: 'Greetings' },
      { id: created.id, title: 'Greetings' },
    ],
  })
  expect(JSON.stringify(body)).not.toContain(tokenOf(created))
  const stranger = await newSharer()
  expect((await call('DELETE', `${base}/${created.id}`, { key: stranger.key })).status).toBe(404)
  expect((await call('GET', base, { key: stranger.key })).body).toMatchObject({ data: [] })
  expect((await call('DELETE', `${base}/${created.id}`, { key })).body).toMatchObject({ deleted: true })
  await expect(readSharedConversation(tokenOf(created))).rejects.toMatchObject({ code: 'not_found' })
  expect((await call('DELETE', `${base}/${created.id}`, { key })).status).toBe(404)
  await erasePlaygroundOf(owner.customerId)
  await expect(readSharedConversation(tokenOf(withSystem))).rejects.toMatchObject({ code: 'not_found' })
})

it('the database alone shows neither the title nor the messages', async () => {
  const { owner, share } = await newSharer()
  expect((await share(snapshot)).status).toBe(201)
  const { customerId } = owner
  const [row] = await prisma.sharedConversation.findMany({ where: { customerId } })
  for (const sealed of [row?.sealedTitle, row?.sealedTurns])
    expect(Buffer.from(sealed ?? []).toString('latin1')).not.toMatch(/Greetings|hi/)
})

it('a link ends when it expires, and what it showed is deleted', async () => {
  const { owner, share } = await newSharer()
  const { customerId } = owner
  const created = CreatedConversation.parse((await share({ ...snapshot, hours: 1 })).body)
  const later = CreatedConversation.parse((await share({ ...snapshot, hours: 2 })).body)
  vi.spyOn(clock, 'now').mockReturnValue(new Date(created.expires_at))
  await expect(readSharedConversation(tokenOf(created))).rejects.toMatchObject({ code: 'not_found' })
  await sweepConversations()
  expect(await prisma.sharedConversation.findMany({ where: { customerId }, select: { id: true } })).toEqual([
    { id: later.id },
  ])
})

it.each([
  ['title', { title: ' ' }],
  ['hours', { hours: 721 }],
  ['turns', { turns: [] }],
  ['turns[0].answers', { turns: [{ ...turn, answers: Array(5).fill(turn.answers[0]) }] }],
  ['turns[0].prompt', { turns: [{ ...turn, prompt: 'x'.repeat(200_001) }] }],
  ['turns[0].html', { turns: [{ ...turn, html: '<p>' }] }],
])('an error names the field %s', async (param, change) => {
  const { share } = await newSharer()
  expect(await share({ ...snapshot, ...change })).toMatchObject({ status: 400, body: { error: { param } } })
})

it('more than 512 KiB are refused: 413', async () => {
  const { share } = await newSharer()
  const turns = Array(4).fill({ ...turn, prompt: 'x'.repeat(140_000) })
  expect(await share({ ...snapshot, turns })).toMatchObject({ status: 413 })
})

it('an organization has at most 200 open links, however many are created at once', async () => {
  const { owner, share } = await newSharer()
  const { customerId } = owner
  const rows = Array.from({ length: 199 }, (_, at) => ({
    id: `conv_full_${customerId}_${at}`,
    customerId,
    tokenDigest: Buffer.from(`${customerId}${at}`),
    sealedTitle: Buffer.of(0),
    sealedTurns: Buffer.of(0),
    createdAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + 3_600_000),
  }))
  await prisma.sharedConversation.createMany({ data: rows })
  const made = await Promise.all([share(snapshot), share(snapshot), share(snapshot)])
  expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400])
})
