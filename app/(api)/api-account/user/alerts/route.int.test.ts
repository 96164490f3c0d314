import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { openDoors } from '@/lib/http/testing'
import * as alerts from './route'

const base = '/api-account/user/alerts'
const modules = { [base]: alerts }
const { call, close } = await openDoors(modules)
afterAll(close)

let key: string
let email: string

beforeEach(async () => {
  const owner = await newAccountOwner()
  email = owner.email
  key = (await createKey(owner, { name: 'admin', scopes: ['account:read', 'account:write'] })).key
})

describe('alerts', () => {
  const patch = (json: unknown) => call('PATCH', base, { key, json })

  it('are all on at first, below $5', async () => {
    expect(await call('GET', base, { key })).toMatchObject({ status: 200 })
    expect((await call('GET', base, { key })).body).toEqual({
      low_balance: { enabled: true, threshold_usd: '5.000000' },
      key_limits: { enabled: true },
      email: { enabled: true, address: email, available: false },
    })
  })

  it('change in what is given alone', async () => {
    const changed = await patch({
      low_balance: { threshold_usd: 12.5 },
      email: { address: ' Ops@example.com ' },
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      low_balance: { enabled: true, threshold_usd: '12.500000' },
      key_limits: { enabled: true },
      email: { enabled: true, address: 'Ops@example.com', available: false },
    })
    expect((await patch({ key_limits: { enabled: false } })).body).toMatchObject({
      low_balance: { threshold_usd: '12.500000' },
      key_limits: { enabled: false },
    })
    expect((await patch({ email: { address: null } })).body).toMatchObject({ email: { address: email } })
  })

  it.each(['-1', 'much', '1.0000000001', -1, 1e12, true])('%j is no amount', async (usd) => {
    const { body } = await patch({ low_balance: { threshold_usd: usd } })
    const fault = 'must be an amount in USD, 0 or more, with at most nine decimals.'
    expect(body).toMatchObject({ error: { message: `low_balance.threshold_usd ${fault}` } })
  })

  it.each([
    [{ low_balance: { threshold_usd: '-1' } }, 'low_balance.threshold_usd'],
    [{ low_balance: { enabled: 'yes' } }, 'low_balance.enabled'],
    [{ email: { address: 'nobody' } }, 'email.address'],
    [{ email: { available: true } }, 'email.available'],
    [{ sms: {} }, 'sms'],
  ])('%j is a 400 that names %s', async (json, param) => {
    expect(await patch(json)).toMatchObject({ status: 400, body: { error: { param } } })
  })
})
