import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepDataRules } from '@/lib/catalog/models/read-snapshot'
import type { CallerKey, DataRules } from '@/lib/platform/caller'
import { keepProviderSecrets, type OwnKey } from '@/lib/upstream/provider-secrets'
import { resolveRoutes } from './resolve-routes'
import type { RouteRequest } from './schema'
import { callerWith, faultOf, forgetHealth, sampleCatalog } from './testing'

beforeEach(forgetHealth)

const resolve = (request: Partial<RouteRequest>, key: Partial<CallerKey> = {}) =>
  resolveRoutes(callerWith(key), { model: 'big', modality: 'chat', ...request }, sampleCatalog)
const tried = (request: Partial<RouteRequest>, key?: Partial<CallerKey>) =>
  resolve(request, key).routes.map(({ routeId }) => routeId)
const refused = (request: Partial<RouteRequest>, key?: Partial<CallerKey>) =>
  faultOf(() => resolve(request, key))
const keyRouting = (more: Partial<CallerKey['routing']>) => ({
  routing: { order: [], allowFallbacks: true, sort: null, models: [], ...more },
})

describe('rules about data', () => {
  afterEach(() => keepDataRules(new Map()))
  const account = (zdr: boolean, data_collection: 'allow' | 'deny' = 'allow') =>
    keepDataRules(new Map([['cus_1', { zdr, data_collection }]]))
  const key = (dataRules: DataRules) => keyRouting({ dataRules })

  it('of a key or an account apply to every request, its fallback models included', () => {
    expect(tried({}, key({ data_collection: 'deny' }))).toEqual(['big@west', 'big@north'])
    expect(tried({ models: ['plain'] }, key({ zdr: true }))).toEqual(['big@north'])
    account(true)
    expect(tried({})).toEqual(['big@north'])
    account(false, 'deny')
    expect(tried({})).toEqual(['big@west', 'big@north'])
  })

  it('are tightened by a request or a key, and loosened by neither', () => {
    account(false, 'deny')
    expect(tried({ provider: { zdr: true } })).toEqual(['big@north'])
    expect(tried({}, key({ zdr: true }))).toEqual(['big@north'])
    const loose = { zdr: false, data_collection: 'allow' } as const
    expect(tried({ provider: loose }, key(loose))).toEqual(['big@west', 'big@north'])
    account(false)
    expect(tried({ provider: loose }, key({ zdr: true }))).toEqual(['big@north'])
  })

  it('of one account are not those of another', () => {
    keepDataRules(new Map([['cus_2', { zdr: true, data_collection: 'deny' }]]))
    expect(tried({})).toHaveLength(3)
  })

  it('that leave nobody say who made them', () => {
    account(true)
    const fault = refused({ model: 'plain' })
    expect(fault).toMatchObject({ code: 'invalid_parameter', status: 400, param: 'model' })
    expect(fault.message).toContain('this account requires')
    account(false)
    expect(refused({ model: 'plain' }, key({ zdr: true })).message).toContain('this API key requires')
    expect(refused({ model: 'plain', provider: { zdr: true } }, key({ zdr: true })).param).toBe(
      'provider.zdr',
    )
  })

  it('apply to customers’ own keys too', () => {
    const own: OwnKey = {
      id: 'pkey_1',
      secret: 's',
      providerId: 'east',
      allowsFallback: true,
      isRefused: false,
      storeRefusal: () => undefined,
    }
    const { providers } = sampleCatalog
    const east = providers.get('east')
    if (!east) throw new Error('there is no provider')
    const keyed = new Map([...providers, ['east', { ...east, ownTarget: east.target }]])
    const open = { ...sampleCatalog, providers: keyed }
    keepProviderSecrets(new Map(), new Map([['cus_1', [own]]]))
    try {
      const ids = () =>
        resolveRoutes(callerWith({}), { model: 'big', modality: 'chat' }, open).routes.map(
          ({ routeId }) => routeId,
        )
      expect(ids()[0]).toBe('big@east~pkey_1')
      account(true)
      expect(ids()).toEqual(['big@north'])
    } finally {
      keepProviderSecrets(new Map())
    }
  })
})
