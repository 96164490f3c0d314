import { describe, expect, it } from 'vitest'
import type { Caller, CallerKey } from '@/lib/platform/caller'
import { orderRoutes, resolveRoutes } from './resolve-routes'
import { noteRouteFigures } from './route-health'
import { callerWith, faultOf, sampleCatalog as snapshot } from './testing'

const routing = (more: Partial<CallerKey['routing']>) => ({
  routing: { order: [], allowFallbacks: true, sort: null, models: [], ...more },
})
const resolve = (key: Partial<CallerKey>, id: string | undefined = 'big') =>
  resolveRoutes(callerWith(key), { model: id, modality: 'chat' }, snapshot)
const tried = (key: Partial<CallerKey>, id?: string) => resolve(key, id).routes.map(({ routeId }) => routeId)

describe('which model', () => {
  it('is the one that was asked for', () => expect(resolve({}).model.id).toBe('big'))

  it.each([undefined, 'default'])('is the default of the key for %j', (id) => {
    const defaultModels = { chat: 'small', image: 'picture', video: null }
    const call = { model: id, modality: 'chat' as const }
    expect(resolveRoutes(callerWith({ defaultModels }), call, snapshot).model.id).toBe('small')
  })

  it('is missing where there is no default', () => {
    const fault = faultOf(() => resolve({}, 'default'))
    expect(fault).toMatchObject({ code: 'missing_parameter', status: 400, param: 'model' })
    const session: Caller = { customerId: 'cus_1', userId: 'usr_1', apiKey: null, isOperator: false }
    const call = { model: undefined, modality: 'chat' as const }
    expect(faultOf(() => resolveRoutes(session, call, snapshot)).code).toBe('missing_parameter')
  })

  it('must exist', () => {
    expect(faultOf(() => resolve({}, 'none'))).toMatchObject({
      code: 'model_not_found',
      status: 404,
      param: 'model',
    })
    expect(faultOf(() => resolve({}, 'x'.repeat(9999))).message.length).toBeLessThan(200)
  })

  it('must be of the right modality', () => {
    expect(faultOf(() => resolve({}, 'picture'))).toMatchObject({
      code: 'invalid_parameter',
      status: 400,
      param: 'model',
      message: '"picture" is a model for image, not for chat.',
    })
  })

  it('must be allowed', () => {
    expect(faultOf(() => resolve({ allowedModels: ['small'] }))).toMatchObject({
      code: 'model_not_allowed',
      status: 403,
    })
    expect(tried({ allowedModels: ['small'] }, 'small')).toEqual(['small@north'])
    expect(faultOf(() => resolve({ allowedModels: [] }, 'none')).code).toBe('model_not_found')
  })
})

describe('which routes', () => {
  it("follow the catalog's priority", () => {
    expect(tried({})).toEqual(['big@east', 'big@west', 'big@north'])
  })

  it("follow the key's order first, then its sort", () => {
    expect(tried(routing({ order: ['north', 'unknown'] }))).toEqual(['big@north', 'big@east', 'big@west'])
    expect(tried(routing({ sort: 'price' }))).toEqual(['big@west', 'big@north', 'big@east'])
    expect(tried(routing({ sort: 'price', order: ['east'] }))).toEqual(['big@east', 'big@west', 'big@north'])
  })

  it('are only one without fallbacks, or those that the key names', () => {
    expect(tried(routing({ allowFallbacks: false, models: ['small'] }))).toEqual(['big@east'])
    const named = routing({ allowFallbacks: false, order: ['north', 'unknown', 'west'] })
    expect(tried(named)).toEqual(['big@north', 'big@west'])
    const none = faultOf(() => resolve(routing({ allowFallbacks: false, order: ['unknown'] })))
    expect(none).toMatchObject({ code: 'invalid_parameter', status: 400, param: 'model' })
  })

  it('go on with the other models that the key names, where it may use them', () => {
    const models = ['none', 'picture', 'big', 'small', 'small']
    expect(tried(routing({ models }))).toEqual(['big@east', 'big@west', 'big@north', 'small@north'])
    expect(tried({ ...routing({ models }), allowedModels: ['big'] })).toHaveLength(3)
  })

  it('that were measured go by their figures, and those that were not go first', () => {
    noteRouteFigures('big@east', { ttftMs: 300, tokensPerSecond: 90 })
    noteRouteFigures('big@west', { answerMs: 200, tokensPerSecond: 30 })
    expect(tried(routing({ sort: 'latency' }))).toEqual(['big@north', 'big@west', 'big@east'])
    expect(tried(routing({ sort: 'throughput' }))).toEqual(['big@north', 'big@east', 'big@west'])
  })
})

describe('routes of one priority', () => {
  it('share the calls by weight', () => {
    const [first] = snapshot.models.get('big')?.routes ?? []
    if (!first) throw new Error('no route')
    const light = { ...first, routeId: 'light', weight: 1, priority: 0 }
    const heavy = { ...first, routeId: 'heavy', weight: 3, priority: 0 }
    let seed = 1
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    let heavyFirst = 0
    for (let i = 0; i < 4000; i++)
      if (orderRoutes([light, heavy], { order: [], sort: null }, random)[0]?.routeId === 'heavy') heavyFirst++
    expect(heavyFirst / 4000).toBeCloseTo(0.75, 1)
  })
})
