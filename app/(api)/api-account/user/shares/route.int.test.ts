import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { openDoors } from '@/lib/http/testing'
import { deleteImage } from '@/lib/media/images/history'
import { newArtist, work } from '@/lib/media/images/testing'
import { CreatedShare } from '@/lib/media/shares/schema'
import { readShare } from '@/lib/media/shares/shares'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import * as file from '../../../api/shares/[token]/file/route'
import * as one from './[id]/route'
import * as shares from './route'

const base = '/api-account/user/shares'
const { call, door, close } = await openDoors({
  [base]: shares,
  [`${base}/[id]`]: one,
  '/api/shares/[token]/file': file,
})
beforeAll(async () => {
  await applySeed()
  await loadCatalog()
})
afterAll(close)

/** An artist with one picture that is drawn and one that is not. */
async function newSharer() {
  const artist = await newArtist()
  const drawn = await artist.draw()
  await work(drawn)
  const share = async (json: object) => call('POST', base, { key: artist.key, json })
  return { ...artist, drawn, waiting: await artist.draw(), share }
}

const tokenOf = ({ url }: CreatedShare) => url.split('/').at(-1) ?? ''
const open = (token: string, query = '') => door('GET', `/api/shares/${token}/file${query}`)

it('a link shows one image, with its prompt only if chosen, until it is revoked: 201, 200, 404', async () => {
  const { key, drawn, share } = await newSharer()
  const made = await share({ task_id: drawn, hours: 24 })
  expect(made.status).toBe(201)
  const plain = CreatedShare.parse(made.body)
  const created = CreatedShare.parse((await share({ task_id: drawn, hours: 1, show_prompt: true })).body)
  expect(await readShare(tokenOf(plain))).toMatchObject({ items: [{ isVideo: false, prompt: null }] })
  expect(await readShare(tokenOf(created))).toMatchObject({ title: null, items: [{ prompt: 'A kite' }] })
  const shown = await open(tokenOf(plain))
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(shown.headers.get('cache-control')).toBe('no-store')

  const { body } = await call('GET', `${base}?task_id=${drawn}`, { key })
  expect(body).toMatchObject({ items: [{ id: created.id }, { id: plain.id }] })
  expect(JSON.stringify(body)).not.toContain(tokenOf(plain))
  expect((await call('DELETE', `${base}/${plain.id}`, { key })).body).toMatchObject({ deleted: true })
  expect((await open(tokenOf(plain))).status).toBe(404)
  expect((await call('DELETE', `${base}/${plain.id}`, { key })).status).toBe(404)
})

it('a link ends when it expires, and with its result: 404', async () => {
  const { owner, drawn, share } = await newSharer()
  const short = CreatedShare.parse((await share({ task_id: drawn, hours: 1 })).body)
  const long = CreatedShare.parse((await share({ task_id: drawn, hours: 48 })).body)
  const later = vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.parse(short.expires_at)))
  expect((await open(tokenOf(short))).status).toBe(404)
  expect((await open(tokenOf(long))).status).toBe(200)
  later.mockRestore()
  await deleteImage(owner, drawn)
  expect((await open(tokenOf(long))).status).toBe(404)
})

it('refuses missing results and those of another customer: 400, 404, 409', async () => {
  const { drawn, waiting, share } = await newSharer()
  const stranger = await newSharer()
  expect((await share({ task_id: waiting, hours: 1 })).status).toBe(409)
  expect((await share({ task_id: drawn, picture: 2, hours: 1 })).status).toBe(409)
  expect((await stranger.share({ task_id: drawn, hours: 1 })).status).toBe(404)
  expect((await share({ task_id: 'vgen_none', hours: 1 })).status).toBe(404)
  expect((await share({ task_id: drawn, hours: 721 })).status).toBe(400)
  const { id } = CreatedShare.parse((await share({ task_id: drawn, hours: 1 })).body)
  expect((await call('DELETE', `${base}/${id}`, { key: stranger.key })).status).toBe(404)
  expect((await open('nonsense')).status).toBe(404)
})

it('several results are shared under a title, as long as one of them is kept: 201, 200, 404', async () => {
  const { owner, drawn, waiting, draw, share } = await newSharer()
  const second = await draw()
  await work(second)
  const request = { task_ids: [second, waiting, drawn], title: 'Kites', hours: 24 }
  const made = CreatedShare.parse((await share(request)).body)
  expect(made).toMatchObject({ task_id: null, task_ids: request.task_ids, title: 'Kites' })
  const files = async () => (await readShare(tokenOf(made))).items.map(({ file: which }) => which)
  expect(await readShare(tokenOf(made))).toMatchObject({ title: 'Kites', items: [{ prompt: null }, {}] })
  expect(await files()).toEqual([
    { task: 0, picture: 1 },
    { task: 2, picture: 1 },
  ])
  const statusOf = async (query: string) => (await open(`${tokenOf(made)}`, query)).status
  expect(
    await Promise.all(['?task=0', '?task=2', '?task=1', '?task=3', '?task=0&picture=2'].map(statusOf)),
  ).toEqual([200, 200, 404, 404, 404])
  await deleteImage(owner, second)
  expect(await files()).toEqual([{ task: 2, picture: 1 }])
  await deleteImage(owner, drawn)
  await expect(readShare(tokenOf(made))).rejects.toMatchObject({ code: 'not_found' })
})

it('several without any result of one’s own, or none at all, are refused: 400, 404', async () => {
  const { drawn, waiting, share } = await newSharer()
  const stranger = await newSharer()
  expect((await stranger.share({ task_ids: [drawn], hours: 1 })).status).toBe(404)
  expect((await share({ task_ids: [waiting, '\0'], hours: 1 })).status).toBe(404)
  expect((await share({ task_ids: [], hours: 1 })).status).toBe(400)
  expect((await share({ hours: 1 })).body).toMatchObject({ error: { param: 'task_id' } })
  expect((await share({ task_id: drawn, task_ids: [drawn], hours: 1 })).status).toBe(400)
})

it('several name tasks of one’s own alone, and a list is not asked for impossible ones: 201, 400', async () => {
  const { key, drawn, share } = await newSharer()
  const stranger = await newSharer()
  const task_ids = ['x'.repeat(5000), stranger.drawn, drawn, '\0']
  expect((await share({ task_ids, hours: 1 })).body).toMatchObject({ task_ids: [drawn] })
  expect((await call('GET', `${base}?task_id=%00`, { key })).status).toBe(400)
})

it('every open link is listed, and can be revoked: there are at most 500', async () => {
  const { owner, key, drawn, share } = await newSharer()
  const first = CreatedShare.parse((await share({ task_id: drawn, hours: 24 })).body)
  const { tokenDigest: _, ...row } = await prisma.share.findUniqueOrThrow({ where: { id: first.id } })
  const digestOf = (index: number) => Buffer.from(`${owner.customerId} ${index}`)
  const more = Array.from({ length: 498 }, (__, index) => ({
    ...row,
    id: newId('share'),
    tokenDigest: digestOf(index),
  }))
  await prisma.share.createMany({ data: more })
  const last = await Promise.all([1, 2, 3].map(() => share({ task_id: drawn, hours: 24 })))
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  const listed = await call('GET', base, { key })
  expect(listed.body).toMatchObject({ items: { length: 500 } })
  await call('DELETE', `${base}/${first.id}`, { key })
  expect((await share({ task_id: drawn, hours: 24 })).status).toBe(201)
})

it('a link is kept nowhere in plain text, not even for an Idempotency-Key', async () => {
  const { owner, key, drawn } = await newSharer()
  const headers = { 'idempotency-key': 'once' }
  const made = await call('POST', base, { key, headers, json: { task_id: drawn, hours: 1 } })
  const token = tokenOf(CreatedShare.parse(made.body))
  const again = await call('POST', base, { key, headers, json: { task_id: drawn, hours: 1 } })
  expect(again.body).toEqual(made.body)
  const { rows } = await pool.query(
    `SELECT encode(body, 'escape') AS body FROM idempotency_records WHERE customer_id = $1`,
    [owner.customerId],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})
