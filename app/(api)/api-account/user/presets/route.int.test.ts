import { afterAll, expect, it } from 'vitest'
import { newAccountKey } from '@/lib/account/api-keys/testing'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { newMember } from '@/lib/account/identity/testing/new-member'
import { erasePlaygroundOf } from '@/lib/gateway/playground/conversations'
import { createPreset, deletePreset, listPresets, renamePreset } from '@/lib/gateway/playground/presets'
import { Preset } from '@/lib/gateway/playground/schema'
import { openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import * as one from './[id]/route'
import * as presets from './route'

const base = '/api-account/user/presets'
const { call, close } = await openDoors({ [base]: presets, [`${base}/[id]`]: one })
afterAll(close)

const parameters = {
  temperature: 0.2,
  stop: ['END'],
  response_format: { type: 'json_object' },
  tools: [{ type: 'function', function: { name: 'get_weather' } }],
  tool_choice: 'required',
} as const
const preset = { name: 'Summaries', model: 'sandbox/chat', system: 'Be brief.', parameters }

it('is created, listed with its content and deleted, by its own organization only', async () => {
  const { owner, key } = await newAccountKey()
  const made = await call('POST', base, { key, json: preset })
  expect(made).toMatchObject({ status: 201, body: { ...preset, object: 'preset', can_delete: true } })
  const { id } = Preset.parse(made.body)
  const bare = await call('POST', base, { key, json: { name: 'Bare', model: 'sandbox/chat' } })
  expect(bare.body).toMatchObject({ system: '', parameters: {} })
  expect((await call('GET', base, { key })).body).toMatchObject({ data: [{ name: 'Bare' }, preset] })

  const stranger = await newAccountKey()
  expect((await call('GET', base, { key: stranger.key })).body).toMatchObject({ data: [] })
  expect((await call('DELETE', `${base}/${id}`, { key: stranger.key })).status).toBe(404)
  expect((await call('DELETE', `${base}/${id}`, { key })).body).toMatchObject({ id, deleted: true })
  expect((await call('DELETE', `${base}/${id}`, { key })).status).toBe(404)

  const { customerId } = owner
  const [row] = await prisma.preset.findMany({ where: { customerId } })
  expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain('brief')
  await erasePlaygroundOf(customerId)
  expect((await call('GET', base, { key })).body).toMatchObject({ data: [] })
})

it('may be deleted by who created it, by owners and by admins', async () => {
  const { customerId } = await newAccountOwner()
  const [ann, bob, admin] = await Promise.all(
    (['developer', 'developer', 'admin'] as const).map((role) => newMember(customerId, role)),
  )
  if (!ann || !bob || !admin) throw new Error('nobody there')
  const { id } = await createPreset(ann, { name: 'A', model: 'm', system: undefined, parameters: undefined })
  const second = await createPreset(ann, { name: 'B', model: 'm', system: undefined, parameters: undefined })
  const mayDelete = async (member: typeof ann) =>
    (await listPresets(member)).data.map(({ can_delete }) => can_delete)
  expect(await mayDelete(ann)).toEqual([true, true])
  expect(await mayDelete(bob)).toEqual([false, false])
  expect(await mayDelete(admin)).toEqual([true, true])
  await expect(deletePreset(bob, id)).rejects.toMatchObject({ code: 'not_found' })
  await deletePreset(ann, id)
  await deletePreset(admin, second.id)
  expect(await mayDelete(ann)).toEqual([])
})

it('is renamed by who may delete it: 200, 400, 404', async () => {
  const { owner, key } = await newAccountKey()
  const { id } = Preset.parse((await call('POST', base, { key, json: preset })).body)
  const rename = (json: object, as = key) => call('PATCH', `${base}/${id}`, { key: as, json })
  expect(await rename({ name: ' Shorter ' })).toMatchObject({
    status: 200,
    body: { ...preset, id, name: 'Shorter' },
  })
  expect(await rename({ name: ' ' })).toMatchObject({ status: 400, body: { error: { param: 'name' } } })
  expect(await rename({ name: 'A', model: 'b' })).toMatchObject({ body: { error: { param: 'model' } } })
  expect((await rename({ name: 'Mine' }, (await newAccountKey()).key)).status).toBe(404)
  const other = await newMember(owner.customerId, 'developer')
  await expect(renamePreset(other, id, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(renamePreset(owner, '\0', { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
  expect((await call('GET', base, { key })).body).toMatchObject({ data: [{ name: 'Shorter' }] })
})

it.each([
  ['name', { name: '' }],
  ['model', { model: 'a\u0000b' }],
  ['parameters.temperature', { parameters: { temperature: 3 } }],
  ['parameters.messages', { parameters: { messages: [] } }],
])('an error names the field %s', async (param, change) => {
  const { key } = await newAccountKey()
  const refused = await call('POST', base, { key, json: { ...preset, ...change } })
  expect(refused).toMatchObject({ status: 400, body: { error: { param } } })
})

it('an organization has at most 100 presets, however many are created at once', async () => {
  const { owner, key } = await newAccountKey()
  const { customerId } = owner
  const row = { customerId, name: 'N', model: 'm', sealed: Buffer.of(0), createdAt: new Date() }
  const rows = Array.from({ length: 99 }, (_, at) => ({ ...row, id: `preset_full_${customerId}_${at}` }))
  await prisma.preset.createMany({ data: rows })
  const made = await Promise.all([1, 2, 3].map(() => call('POST', base, { key, json: preset })))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400])
})
