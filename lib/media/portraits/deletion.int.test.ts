import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { closeDatabase } from '@/lib/platform/instance'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { meanwhile } from '@/lib/platform/testing/other-processes'
import { sweepObjects } from '@/lib/work/objects/keep-object'
import { readObject } from '@/lib/work/objects/read-object'
import { createAsset, deleteAsset } from './assets'
import { createAssetGroup, deleteAssetGroup } from './groups'
import { CreateAssetInput, CreateGroupInput } from './schema'
import { ingest, linkTo, newCustomer, openQueue, picture } from './testing'

beforeAll(openQueue)
afterAll(async () => {
  await stopJobs()
  await closeDatabase()
})

type Customer = Awaited<ReturnType<typeof newCustomer>>
let customer: Customer
beforeEach(async () => {
  customer = await newCustomer()
})

const makeGroup = async () => (await createAssetGroup(customer, CreateGroupInput.parse({ Name: 'Mia' }))).Id

const imageAt = (GroupId: string, URL: string) => CreateAssetInput.parse({ GroupId, URL, AssetType: 'Image' })

async function makeAsset(groupId: string): Promise<string> {
  const URL = await linkTo(customer.customerId, await picture(640, 480))
  return (await createAsset(customer, imageAt(groupId, URL))).Id
}

async function copied(groupId: string) {
  const id = await makeAsset(groupId)
  await ingest(id)
  const { objectId, vaultId } = await prisma.portraitAsset.findUniqueOrThrow({ where: { id } })
  return { id, objectId: objectId ?? '', vaultId }
}

/** What the vault is to forget, in the order in which it was said. */
async function forgotten(vaultIds: readonly (string | null)[]): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT data FROM pgboss.job WHERE name = 'portraits.forget-in-vault'
        AND (data->>'groupId' = ANY ($1) OR data->>'assetId' = ANY ($1)) ORDER BY created_on`,
    [vaultIds],
  )
  return z
    .array(z.object({ data: z.unknown() }))
    .parse(rows)
    .map(({ data }) => data)
}

describe('deleting', () => {
  it('an asset is deleted with its copy, here and in the vault; the others stay', async () => {
    const groupId = await makeGroup()
    const [gone, stays] = [await copied(groupId), await copied(groupId)]
    await deleteAsset(customer, { Id: gone.id })
    expect(await readObject(customer.customerId, gone.objectId)).toBeNull()
    expect(await readObject(customer.customerId, stays.objectId)).not.toBeNull()
    expect(await forgotten([gone.vaultId, stays.vaultId])).toEqual([{ groupId: null, assetId: gone.vaultId }])
  })

  it('a group is deleted with all its copies; the vault deletes only the group', async () => {
    const [groupId, otherId] = [await makeGroup(), await makeGroup()]
    const [one, two, stays] = [await copied(groupId), await copied(groupId), await copied(otherId)]
    const { vaultId } = await prisma.portraitGroup.findUniqueOrThrow({ where: { id: groupId } })
    await deleteAssetGroup(customer, { Id: groupId })
    for (const { objectId } of [one, two]) expect(await readObject(customer.customerId, objectId)).toBeNull()
    expect(await readObject(customer.customerId, stays.objectId)).not.toBeNull()
    expect(await forgotten([vaultId, one.vaultId, two.vaultId])).toEqual([
      { groupId: vaultId, assetId: null },
    ])
  })

  it('does not touch another customer’s', async () => {
    const groupId = await makeGroup()
    const { id, objectId } = await copied(groupId)
    const other = await newCustomer()
    await expect(deleteAsset(other, { Id: id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(deleteAssetGroup(other, { Id: groupId })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await prisma.portraitAsset.count({ where: { id, groupId } })).toBe(1)
    expect(await readObject(customer.customerId, objectId)).not.toBeNull()
  })

  it.each(['asset', 'group'] as const)(
    'an %s includes the copy that a worker is just storing',
    async (what) => {
      const groupId = await makeGroup()
      const id = await makeAsset(groupId)
      const other = await copied(groupId)
      const written = 'UPDATE portrait_assets SET object_id = $2, vault_id = $3 WHERE id = $1'
      await meanwhile({ text: written, values: [id, other.objectId, `late-${id}`] }, () =>
        what === 'asset' ? deleteAsset(customer, { Id: id }) : deleteAssetGroup(customer, { Id: groupId }),
      )
      expect(await readObject(customer.customerId, other.objectId)).toBeNull()
      const told = [{ groupId: null, assetId: `late-${id}` }]
      expect(await forgotten([`late-${id}`])).toEqual(what === 'asset' ? told : [])
    },
  )

  it('a group includes the id that the vault has just given it', async () => {
    const groupId = await makeGroup()
    const named = 'UPDATE portrait_groups SET vault_id = $2 WHERE id = $1'
    await meanwhile({ text: named, values: [groupId, `late-${groupId}`] }, () =>
      deleteAssetGroup(customer, { Id: groupId }),
    )
    expect(await forgotten([`late-${groupId}`])).toEqual([{ groupId: `late-${groupId}`, assetId: null }])
  })

  it('a group while assets are added: they are deleted with it, or refused', async () => {
    const URL = await linkTo(customer.customerId, await picture(640, 480))
    for (let round = 0; round < 4; round++) {
      const groupId = await makeGroup()
      const add = () => createAsset(customer, imageAt(groupId, URL))
      const [added, deleted, also] = await Promise.allSettled([
        add(),
        deleteAssetGroup(customer, { Id: groupId }),
        add(),
      ])
      expect(deleted.status).toBe('fulfilled')
      for (const one of [added, also])
        if (one?.status === 'rejected') expect(one.reason).toMatchObject({ code: 'forbidden' })
    }
    expect(await prisma.portraitAsset.count({ where: { customerId: customer.customerId } })).toBe(0)
  })
})

it('a copy of a process that died is swept; the recorded one is kept for ever', async () => {
  const id = await makeAsset(await makeGroup())
  const write = vi.spyOn(prisma, '$transaction').mockRejectedValueOnce(new Error('killed'))
  await expect(ingest(id)).rejects.toThrow('killed')
  write.mockRestore()
  await ingest(id)
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 366 * 24 * 3600 * 1000))
  await sweepObjects()
  const { objectId, status } = await prisma.portraitAsset.findUniqueOrThrow({ where: { id } })
  expect(status).toBe('Active')
  const left = await prisma.objectRecord.findMany({ where: { customerId: customer.customerId } })
  expect(left.map((object) => object.id)).toEqual([objectId])
})
