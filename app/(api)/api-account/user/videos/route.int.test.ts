import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as cancel from '@/app/(api)/v1/videos/generations/[id]/cancel/route'
import * as task from '@/app/(api)/v1/videos/generations/[id]/route'
import * as generations from '@/app/(api)/v1/videos/generations/route'
import { newPayingCustomer } from '@/app/(api)/v1/videos/generations/testing'
import { openDoors } from '@/lib/http/testing'
import { CreatedVideo, VideoHistoryReply, VideoList } from '@/lib/media/videos/schema'
import { openStage } from '@/lib/media/videos/testing/stage'
import { prisma } from '@/lib/platform/db'
import * as record from './[id]/route'
import * as history from './route'

const path = '/api-account/user/videos'
const tasks = '/v1/videos/generations'
const modules = {
  [path]: history,
  [`${path}/[id]`]: record,
  [tasks]: generations,
  [`${tasks}/[id]`]: task,
  [`${tasks}/[id]/cancel`]: cancel,
}
const { call, close } = await openDoors(modules)
beforeAll(openStage)
afterAll(close)

let key: string
beforeEach(async () => {
  ;({ key } = await newPayingCustomer())
})

const body = { model: 'sandbox/video', prompt: 'A lighthouse at dusk' }

describe('the history of videos', () => {
  const post = async (json: object = {}) =>
    CreatedVideo.parse((await call('POST', tasks, { key, json: { ...body, ...json } })).body).id
  const find = async (query: string) =>
    VideoHistoryReply.parse((await call('GET', `${path}?${query}`, { key })).body).items
  const cancelTask = (id: string) => call('POST', `${tasks}/${id}/cancel`, { key })

  it('keeps prompts, which can be searched', async () => {
    const id = await post({ prompt: '100% wool', seed: 3 })
    await post()
    expect(await find('q=100%25')).toMatchObject([{ id, prompt: '100% wool', settings: { seed: 3 } }])
    expect(await find('model=sandbox/video-fast')).toEqual([])
  })

  it('does not delete an unfinished video: 409', async () => {
    const id = await post()
    expect(await call('DELETE', `${path}/${id}`, { key })).toMatchObject({
      status: 409,
      body: { error: { code: 'task_not_finished' } },
    })
  })

  it("answers another's video as one that is not there: 404", async () => {
    const id = await post()
    await cancelTask(id)
    const { key: foreign } = await newPayingCustomer()
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `${path}/${id}`, { key: foreign })).status).toBe(404)
  })

  it('deletes a video from the history and the API, with its prompt', async () => {
    const id = await post({ seed: 3 })
    const kept = await post()
    await cancelTask(id)
    const at = `${path}/${id}`
    expect(await call('DELETE', at, { key })).toMatchObject({ status: 200, body: { id, deleted: true } })
    for (const gone of [at, `${tasks}/${id}`]) expect((await call('GET', gone, { key })).status).toBe(404)
    const list = VideoList.parse((await call('GET', tasks, { key })).body)
    for (const left of [await find(''), list.data]) expect(left.map((one) => one.id)).toEqual([kept])
    const row = await prisma.videoTask.findUniqueOrThrow({ where: { id } })
    expect(row.request).toMatchObject({ prompt: '', seed: 3 })
  })
})
