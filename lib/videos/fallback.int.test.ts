import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { createVideo } from './create-video'
import { customerWith, money, openStage, request, rowOf } from './testing/stage'

beforeAll(openStage)

let caller: Caller
beforeEach(async () => {
  caller = await customerWith('5')
  caller.apiKey = {
    id: randomUUID(),
    name: 'test',
    scopes: ['inference'],
    allowedModels: null,
    limitNanos: null,
    limitReset: null,
    rateLimitRpm: null,
    defaultModels: { chat: null, image: null, video: null },
    routing: { order: [], allowFallbacks: true, sort: null, models: ['sandbox/video'] },
  }
})

const modelsOf = async (differs: object) => {
  const { id } = await createVideo(caller, request({ model: 'sandbox/video-fast', duration: 2, ...differs }))
  return (await rowOf(id)).routes.map(({ modelId }) => modelId)
}

describe('a model that the key lets step in', () => {
  it('does where it takes the request alike, and is held for', async () => {
    const alone = await customerWith('5')
    await createVideo(alone, request({ model: 'sandbox/video-fast', duration: 2, resolution: '480p' }))
    expect(await modelsOf({ resolution: '480p' })).toEqual(['sandbox/video-fast', 'sandbox/video'])
    expect(Number((await money(caller)).held)).toBeGreaterThanOrEqual(Number((await money(alone)).held))
  })

  it('does not where it cannot do the same', async () => {
    const routing = { order: [], allowFallbacks: true, sort: null, models: ['sandbox/video-fast'] }
    if (caller.apiKey) caller.apiKey.routing = routing
    expect(await modelsOf({ model: 'sandbox/video', resolution: '1080p' })).toEqual(['sandbox/video'])
  })

  it('does not where the key may not use it', async () => {
    if (caller.apiKey) caller.apiKey.allowedModels = ['sandbox/video-fast']
    expect(await modelsOf({ resolution: '480p' })).toEqual(['sandbox/video-fast'])
  })
})
