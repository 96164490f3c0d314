import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller, CallerKey } from '@/lib/platform/caller'
import { orderRoutes, resolveRoutes } from './resolve-routes'
import { recordRouteFigures } from './route-health'
import { ProviderPreferences, type RouteRequest } from './schema'
import { callerWith, faultOf, forgetHealth, sampleCatalog } from './testing'

beforeEach(forgetHealth)

describe('routes', () => {
  const routing = (more: Partial<CallerKey['routing']>) => ({
    routing: { order: [], allowFallbacks: true, sort: null, models: [], ...more },
  })
  const resolve = (key: Partial<CallerKey>, id: string | undefined = 'big') =>
    resolveRoutes(callerWith(key), { model: id, modality: 'chat' }, sampleCatalog)
  const tried = (key: Partial<CallerKey>, id?: string) =>
    resolve(key, id).routes.map(({ routeId }) => routeId)

  describe('which model', () => {
    it('is the requested one', () => expect(resolve({}).model.id).toBe('big'))

    it.each([undefined, 'default'])('is the key’s default for %j', (id) => {
      const defaultModels = { chat: 'small', image: 'picture', video: null }
      const call = { model: id, modality: 'chat' as const }
      expect(resolveRoutes(callerWith({ defaultModels }), call, sampleCatalog).model.id).toBe('small')
    })

    it('is required if there is no default', () => {
      const fault = faultOf(() => resolve({}, 'default'))
      expect(fault).toMatchObject({ code: 'missing_parameter', status: 400, param: 'model' })
      const session: Caller = { customerId: 'cus_1', userId: 'usr_1', apiKey: null, isOperator: false }
      const call = { model: undefined, modality: 'chat' as const }
      expect(faultOf(() => resolveRoutes(session, call, sampleCatalog)).code).toBe('missing_parameter')
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
      expect(tried(routing({ sort: 'price', order: ['east'] }))).toEqual([
        'big@east',
        'big@west',
        'big@north',
      ])
    })

    it('without fallbacks are the best one, or those that the key names', () => {
      expect(tried(routing({ allowFallbacks: false, models: ['small'] }))).toEqual(['big@east'])
      const named = routing({ allowFallbacks: false, order: ['north', 'unknown', 'west'] })
      expect(tried(named)).toEqual(['big@north', 'big@west'])
      const none = faultOf(() => resolve(routing({ allowFallbacks: false, order: ['unknown'] })))
      expect(none).toMatchObject({ code: 'invalid_parameter', status: 400, param: 'model' })
    })

    it('include the key’s fallback models that it may use', () => {
      const models = ['none', 'picture', 'big', 'small', 'small']
      expect(tried(routing({ models }))).toEqual(['big@east', 'big@west', 'big@north', 'small@north'])
      expect(tried({ ...routing({ models }), allowedModels: ['big'] })).toHaveLength(3)
    })

    it('are sorted by their figures, with unmeasured ones first', () => {
      recordRouteFigures('big@east', { ttftMs: 300, tokensPerSecond: 90 })
      recordRouteFigures('big@west', { answerMs: 200, tokensPerSecond: 30 })
      expect(tried(routing({ sort: 'latency' }))).toEqual(['big@north', 'big@west', 'big@east'])
      expect(tried(routing({ sort: 'throughput' }))).toEqual(['big@north', 'big@east', 'big@west'])
    })
  })

  describe('routes of one priority', () => {
    it('share the calls by weight', () => {
      const [first] = sampleCatalog.models.get('big')?.routes ?? []
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
        if (orderRoutes([light, heavy], { order: [], sort: null }, undefined, random)[0]?.routeId === 'heavy')
          heavyFirst++
      expect(heavyFirst / 4000).toBeCloseTo(0.75, 1)
    })
  })
})

describe('preferences', () => {
  type Preferences = Partial<RouteRequest>
  const resolve = (preferences: Preferences, key: Partial<CallerKey> = {}) =>
    resolveRoutes(callerWith(key), { model: 'big', modality: 'chat', ...preferences }, sampleCatalog)
  const tried = (preferences: Preferences, key?: Partial<CallerKey>) =>
    resolve(preferences, key).routes.map(({ routeId }) => routeId)
  const refused = (preferences: Preferences, key?: Partial<CallerKey>) =>
    faultOf(() => resolve(preferences, key))
  const keyRouting = (more: Partial<CallerKey['routing']>) => ({
    routing: { order: [], allowFallbacks: true, sort: null, models: [], ...more },
  })

  describe('provider of a request', () => {
    it.each<[string, ProviderPreferences, string[]]>([
      ['order', { order: ['north', 'nobody'] }, ['big@north', 'big@east', 'big@west']],
      ['only', { only: ['west', 'north'] }, ['big@west', 'big@north']],
      ['ignore', { ignore: ['east'] }, ['big@west', 'big@north']],
      ['sort', { sort: 'price' }, ['big@west', 'big@north', 'big@east']],
      ['sort with a partition', { sort: { by: 'price' } }, ['big@west', 'big@north', 'big@east']],
      ['allow_fallbacks', { allow_fallbacks: false }, ['big@east']],
      [
        'allow_fallbacks with an order',
        { allow_fallbacks: false, order: ['north', 'west'] },
        ['big@north', 'big@west'],
      ],
      ['allow_fallbacks with a sort', { allow_fallbacks: false, sort: 'price' }, ['big@west']],
      ['max_price', { max_price: { prompt: 200_000 } }, ['big@west', 'big@north']],
      ['data_collection', { data_collection: 'deny' }, ['big@west', 'big@north']],
      ['zdr', { zdr: true }, ['big@north']],
      ['nothing', {}, ['big@east', 'big@west', 'big@north']],
      ['empty lists', { order: [], only: [], ignore: [] }, ['big@east', 'big@west', 'big@north']],
    ])('%s', (_name, provider, expected) => {
      expect(tried({ provider })).toEqual(expected)
    })

    it('overrides the key’s settings field by field', () => {
      const key = keyRouting({ order: ['west'], sort: 'price', allowFallbacks: false })
      expect(tried({ provider: { order: ['north'] } }, key)).toEqual(['big@north'])
      expect(tried({ provider: { allow_fallbacks: true } }, key)).toEqual([
        'big@west',
        'big@north',
        'big@east',
      ])
      expect(tried({ provider: { order: [], allow_fallbacks: true } }, key)[0]).toBe('big@west')
    })

    it('require_parameters keeps the routes that declare all of them', () => {
      const provider = { require_parameters: true }
      expect(tried({ provider, parameters: ['temperature', 'max_completion_tokens'] })).toEqual(['big@north'])
      expect(refused({ provider, parameters: ['seed'] }).param).toBe('provider.require_parameters')
    })

    it.each<[string, ProviderPreferences]>([
      ['provider.only', { only: ['nobody'] }],
      ['provider.ignore', { ignore: ['east', 'west', 'north'] }],
      ['provider.max_price', { max_price: { completion: 1 } }],
      ['provider.zdr', { zdr: true, only: ['east'] }],
      ['provider.data_collection', { data_collection: 'deny', only: ['east'] }],
      ['provider.order', { order: ['nobody'], allow_fallbacks: false }],
    ])('%s that leaves nobody is a 400 that names it', (param, provider) => {
      expect(refused({ provider })).toMatchObject({ code: 'invalid_parameter', status: 400, param })
    })

    it('may contain nulls, numbers and decimal strings; unknown preferences are refused', () => {
      const parsed = ProviderPreferences.parse({
        order: null,
        sort: null,
        max_price: { prompt: '0.5', request: 1 },
      })
      expect(parsed.max_price).toEqual({ prompt: 0.5, request: 1 })
      for (const wrong of [
        { quantizations: ['int8'] },
        { order: 'east' },
        { sort: 'quality' },
        { max_price: { prompt: -1 } },
        { max_price: { prompt: 'free' } },
      ])
        expect(ProviderPreferences.safeParse(wrong).success).toBe(false)
    })
  })

  describe('models of a request', () => {
    it('follow the requested one, in their order, each once', () => {
      const all = ['big@east', 'big@west', 'big@north', 'small@north']
      expect(tried({ models: ['big', 'small', 'small'] })).toEqual(all)
      expect(tried({ model: undefined, models: ['small', 'big'] })[0]).toBe('small@north')
      expect(tried({ models: [] }, keyRouting({ models: ['small'] }))).toHaveLength(3)
    })

    it('are used without fallbacks if the request names them, but not if only the key does', () => {
      const provider = { allow_fallbacks: false }
      expect(tried({ provider, models: ['small'] })).toEqual(['big@east', 'small@north'])
      expect(tried({ provider }, keyRouting({ models: ['small'] }))).toEqual(['big@east'])
    })

    it('are sorted as one list when the partition says so', () => {
      recordRouteFigures('big@east', { ttftMs: 100 })
      recordRouteFigures('big@west', { ttftMs: 400 })
      recordRouteFigures('big@north', { ttftMs: 300 })
      recordRouteFigures('small@north', { ttftMs: 200 })
      const sorted = tried({ models: ['small'], provider: { sort: { by: 'latency', partition: 'none' } } })
      expect(sorted).toEqual(['big@east', 'small@north', 'big@north', 'big@west'])
    })

    it('must all exist, be allowed, and be chat models', () => {
      expect(refused({ models: ['small', 'none'] })).toMatchObject({
        code: 'model_not_found',
        param: 'models[1]',
      })
      expect(refused({ models: ['small'] }, { allowedModels: ['big'] })).toMatchObject({
        code: 'model_not_allowed',
        status: 403,
        param: 'models[0]',
      })
      expect(refused({ models: ['picture'] })).toMatchObject({
        code: 'invalid_parameter',
        param: 'models[0]',
      })
    })
  })

  describe('web search', () => {
    it('uses the routes that support it', () => {
      expect(tried({ webSearch: true })).toEqual(['big@west', 'big@north'])
    })

    it('is refused with the model’s name if the requested model cannot search, even if a fallback could', () => {
      const fault = refused({ webSearch: true, model: 'plain', models: ['big'] })
      expect(fault).toMatchObject({ code: 'invalid_parameter', status: 400, param: 'web_search' })
      expect(fault.message).toContain('"plain"')
    })
  })

  const id = fc.constantFrom('east', 'west', 'north', 'nobody')
  const provider: fc.Arbitrary<ProviderPreferences> = fc.record(
    {
      order: fc.array(id, { maxLength: 4 }),
      only: fc.array(id, { maxLength: 4 }),
      ignore: fc.array(id, { maxLength: 2 }),
      allow_fallbacks: fc.boolean(),
      sort: fc.constantFrom('price' as const, 'latency' as const, 'throughput' as const),
      max_price: fc.record({ prompt: fc.integer({ min: 0, max: 400_000 }) }, { requiredKeys: [] }),
      zdr: fc.boolean(),
    },
    { requiredKeys: [] },
  )

  describe('with any preferences', () => {
    it('each allowed route is listed once, those in `order` first', () => {
      fc.assert(
        fc.property(
          provider,
          fc.option(fc.constantFrom(['small'], ['small', 'big']), { nil: undefined }),
          (preference, models) => {
            let ids: string[]
            try {
              ids = tried({ provider: preference, models })
            } catch (error) {
              expect(error).toMatchObject({ status: 400, param: expect.stringMatching(/^provider\./) })
              return
            }
            expect(ids.length).toBeGreaterThan(0)
            expect(new Set(ids).size).toBe(ids.length)
            const providers = ids.map((one) => one.split('@')[1] ?? '')
            if (preference.only?.length) for (const one of providers) expect(preference.only).toContain(one)
            for (const one of providers) expect(preference.ignore ?? []).not.toContain(one)
            if (preference.zdr) expect(new Set(providers)).toEqual(new Set(['north']))
            const own = ids.filter((one) => one.startsWith('big@')).map((one) => one.split('@')[1] ?? '')
            const named = [...new Set(preference.order ?? [])].filter((one) => own.includes(one))
            expect(own.slice(0, named.length)).toEqual(named)
            if (preference.allow_fallbacks === false && !preference.order?.length)
              expect(own.length).toBeLessThanOrEqual(1)
          },
        ),
      )
    })
  })
})
