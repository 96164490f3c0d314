import { afterAll, beforeAll, expect, it } from 'vitest'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { openDoors } from '@/lib/http/testing'
import { eraseBoardsOf } from '@/lib/media/boards/boards'
import { MAX_FOLDERS, MAX_ITEMS } from '@/lib/media/boards/limits'
import { Board, BoardList } from '@/lib/media/boards/schema'
import { ImageHistoryReply } from '@/lib/media/images/schema'
import { newArtist } from '@/lib/media/images/testing'
import { newId } from '@/lib/platform/ids'
import * as images from '../images/route'
import * as one from './[id]/route'
import * as boards from './route'

const base = '/api-account/user/boards'
const { call, close } = await openDoors({
  [base]: boards,
  [`${base}/[id]`]: one,
  '/api-account/user/images': images,
})
beforeAll(async () => {
  await applySeed()
  await loadCatalog()
})
afterAll(close)

async function newCollector() {
  const artist = await newArtist()
  const { key } = artist
  const change = (id: string, json: object) => call('PATCH', `${base}/${id}`, { key, json })
  const list = async () => BoardList.parse((await call('GET', base, { key })).body).items
  const create = async (json: object) => Board.parse((await call('POST', base, { key, json })).body)
  const shown = async (board: string) => {
    const { body } = await call('GET', `/api-account/user/images?board=${board}`, { key })
    return ImageHistoryReply.parse(body).items.map(({ id }) => id)
  }
  return { ...artist, change, list, create, shown }
}

it('results are favorites and in folders, by which the history is filtered: 200, 201', async () => {
  const { key, draw, change, list, create, shown } = await newCollector()
  const [first, second] = [await draw(), await draw()]
  expect(await list()).toEqual([{ id: 'favorites', name: 'Favorites', task_ids: [] }])
  expect((await change('favorites', { add: [first, first] })).body).toMatchObject({ task_ids: [first] })
  const folder = await create({ name: ' Autumn ', add: [second] })
  expect(folder).toMatchObject({ name: 'Autumn', task_ids: [second] })
  expect(await shown('favorites')).toEqual([first])
  expect(await shown(folder.id)).toEqual([second])
  expect(await shown('unknown')).toEqual([])
  await change(folder.id, { name: 'Winter', add: [first], remove: [second] })
  expect(await list()).toMatchObject([{ id: 'favorites' }, { name: 'Winter', task_ids: [first] }])
  expect((await call('DELETE', `${base}/${folder.id}`, { key })).body).toMatchObject({ deleted: true })
  expect(await list()).toHaveLength(1)
  expect(await shown('favorites')).toEqual([first])
})

it('another customer’s folder is unknown, and so are its results: 404', async () => {
  const [ann, ben] = [await newCollector(), await newCollector()]
  const folder = await ann.create({ name: 'Mine', add: [await ann.draw()] })
  const [task = ''] = folder.task_ids
  expect((await ben.change(folder.id, { add: [task] })).status).toBe(404)
  expect((await call('DELETE', `${base}/${folder.id}`, { key: ben.key })).status).toBe(404)
  expect(await ben.shown(folder.id)).toEqual([])
  expect((await ben.change('favorites', { add: [task] })).status).toBe(200)
  expect(await ben.shown('favorites')).toEqual([])
  await eraseBoardsOf(ann.owner.customerId)
  expect(await ann.list()).toHaveLength(1)
  expect(await ben.list()).toMatchObject([{ task_ids: [task] }])
})

it('limits hold for two at once too, and change nothing: 400', async () => {
  const { key, change, list, create } = await newCollector()
  await Promise.all(
    Array.from({ length: MAX_FOLDERS - 1 }, (_, index) => create({ name: `Folder ${index}` })),
  )
  const last = await Promise.all([1, 2].map(() => call('POST', base, { key, json: { name: 'Last' } })))
  expect(last.map(({ status }) => status).sort()).toEqual([201, 400])
  const part = () => ({ add: Array.from({ length: 100 }, () => newId('igen')) })
  for (let count = 0; count < MAX_ITEMS; count += 100) await change('favorites', part())
  expect((await change('favorites', part())).body).toMatchObject({ error: { param: 'add' } })
  expect((await list())[0]?.task_ids).toHaveLength(MAX_ITEMS)
})

it.each([
  ['favorites', { name: 'Best' }, 'name'],
  ['favorites', { add: ['nonsense'] }, 'add'],
  ['favorites', { add: 'all' }, 'add'],
])('%s %j is a 400 that names it', async (id, json, param) => {
  const { change } = await newCollector()
  const { status, body } = await change(id, json)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`"param":"${param}`)])
})
