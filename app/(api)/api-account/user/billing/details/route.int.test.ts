import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { base, openDoors } from '../testing'

const { call, close } = await openDoors()
afterAll(close)

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})

const path = `${base}/details`
const empty = {
  name: '',
  line1: '',
  line2: '',
  postal_code: '',
  city: '',
  region: '',
  country: '',
  tax_id: '',
}

describe('Billing details', () => {
  it('are empty at first, and then what was saved: 200', async () => {
    expect(await call('GET', path, { key: buyer.key })).toMatchObject({ status: 200, body: empty })
    const json = { name: ' Example GmbH ', country: 'de', tax_id: 'DE123456789' }
    const saved = { ...empty, name: 'Example GmbH', country: 'DE', tax_id: 'DE123456789' }
    expect(await call('PUT', path, { key: buyer.key, json })).toMatchObject({ status: 200, body: saved })
    expect((await call('GET', path, { key: buyer.key })).body).toEqual(saved)
    await call('PUT', path, { key: buyer.key, json: {} })
    expect((await call('GET', path, { key: buyer.key })).body).toEqual(empty)
  })

  it.each([
    ['country', { country: 'Germany' }],
    ['country', { country: 'XX' }],
    ['name', { name: 'x'.repeat(101) }],
    ['line1', { line1: 'a\nb' }],
    ['vat', { vat: '1' }],
  ])('name %s when it is wrong: 400', async (param, json) => {
    const answer = await call('PUT', path, { key: buyer.key, json })
    expect(answer).toMatchObject({ status: 400, body: { error: { param } } })
  })
})
