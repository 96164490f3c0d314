import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createKey } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { openDoors } from '@/lib/http/testing'
import { createGeneration } from '@/lib/media/images/create-task'
import { deleteImage } from '@/lib/media/images/history'
import { CreateGenerationRequest } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { CreatedShare } from '@/lib/media/shares/schema'
import { readShare } from '@/lib/media/shares/shares'
import { grantCredit } from '@/lib/money/ledger/balance'
import { clock } from '@/lib/platform/clock'
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

/** A customer with one picture that is drawn and one that is not. */
async function newArtist() {
  const owner = await newAccountOwner()
  const { customerId } = owner
  await grantCredit({ customerId, amountNanos: 10n ** 9n, key: `grant:${customerId}` })
  const draw = async () => {
    const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
    return (await createGeneration(owner, CreateGenerationRequest.parse(json))).id
  }
  const drawn = await draw()
  await work(drawn)
  const { key } = await createKey(owner, { name: 'admin', scopes: ['account:read', 'account:write'] })
  const share = async (json: object) => call('POST', base, { key, json })
  return { owner, key, drawn, waiting: await draw(), share }
}

const tokenOf = ({ url }: CreatedShare) => url.split('/').at(-1) ?? ''
const open = (token: string) => door('GET', `/api/shares/${token}/file`)

it('a link shows one image, with its prompt only if chosen, until it is revoked: 201, 200, 404', async () => {
  const { key, drawn, share } = await newArtist()
  const made = await share({ task_id: drawn, hours: 24 })
  expect(made.status).toBe(201)
  const plain = CreatedShare.parse(made.body)
  const created = CreatedShare.parse((await share({ task_id: drawn, hours: 1, show_prompt: true })).body)
  expect(await readShare(tokenOf(plain))).toMatchObject({ isVideo: false, prompt: null })
  expect(await readShare(tokenOf(created))).toMatchObject({ prompt: 'A kite' })
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
  const { owner, drawn, share } = await newArtist()
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
  const { drawn, waiting, share } = await newArtist()
  const stranger = await newArtist()
  expect((await share({ task_id: waiting, hours: 1 })).status).toBe(409)
  expect((await share({ task_id: drawn, picture: 2, hours: 1 })).status).toBe(409)
  expect((await stranger.share({ task_id: drawn, hours: 1 })).status).toBe(404)
  expect((await share({ task_id: 'vgen_none', hours: 1 })).status).toBe(404)
  expect((await share({ task_id: drawn, hours: 721 })).status).toBe(400)
  const { id } = CreatedShare.parse((await share({ task_id: drawn, hours: 1 })).body)
  expect((await call('DELETE', `${base}/${id}`, { key: stranger.key })).status).toBe(404)
  expect((await open('nonsense')).status).toBe(404)
})
