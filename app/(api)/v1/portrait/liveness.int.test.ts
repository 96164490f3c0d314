import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FinishedLiveness, OpenedLiveness } from '@/lib/media/portraits/schema'
import { newCustomer } from '@/lib/media/portraits/testing'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { readWebhooks } from '@/lib/work/deliveries/webhooks'
import { actionsOf, CALLBACK, openPortraits } from './testing'

const { call, close } = await openPortraits()
afterAll(close)

const { PORTRAIT_GROUP_QUOTA } = env()
afterEach(() => void Object.assign(env(), { PORTRAIT_GROUP_QUOTA }))

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

describe('a liveness check', () => {
  const { act } = actionsOf(call, () => customer)

  async function begin(CallbackURL = CALLBACK) {
    const { body } = await act('CreateVisualValidateSession', { CallbackURL })
    const token = String(body.Result?.ValidateToken)
    expect(body.Result).toMatchObject({ H5Link: `http://localhost:3000/h5/liveness/${token}`, CallbackURL })
    return token
  }
  const newPhone = () => `phone_${randomUUID()}`
  const open = (token: string, phone_secret = newPhone()) =>
    call('POST', `/api/liveness/${token}/open`, { json: { phone_secret } })
  const result = (token: string, key = customer.key) =>
    act('GetVisualValidateResult', { ValidateToken: token }, key)
  const codeOfResult = async (token: string, key = customer.key) => {
    const { status, body } = await result(token, key)
    return [status, body.ResponseMetadata.Error?.Code]
  }
  async function finish(token: string, outcome: 'pass' | 'fail') {
    const phone_secret = newPhone()
    OpenedLiveness.parse((await open(token, phone_secret)).body)
    const json = { phone_secret, outcome }
    return FinishedLiveness.parse((await call('POST', `/api/liveness/${token}/finish`, { json })).body)
  }

  it('that is passed creates a group, redirects with a signed hint, and keeps its result', async () => {
    const token = await begin()
    expect(await codeOfResult(token)).toEqual([200, 'ValidatePending'])
    const { redirect_url } = await finish(token, 'pass')
    const back = new URL(redirect_url)
    expect(back.origin + back.pathname).toBe('https://1.1.1.1/back')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '7',
      validateToken: token,
      resultCode: '10000',
      timestamp: expect.stringMatching(/^\d{10}$/),
      signature: expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
    const { timestamp, signature } = Object.fromEntries(back.searchParams)
    const { secret } = await readWebhooks(customer)
    const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    expect(signature).toBe(`v1,${hmac.update(`${token}.10000.${timestamp}`).digest('base64')}`)
    const first = (await result(token)).body.Result
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 600_000))
    expect((await result(token)).body.Result).toEqual(first)
    vi.restoreAllMocks()
    expect((await act('GetAssetGroup', { Id: first?.GroupId })).body.Result).toMatchObject({
      GroupType: 'LivenessFace',
    })
  })

  // A query written anew, with %20 as + and ~ as %7E, would break what is signed over it.
  it.each([
    ['https://1.1.1.1/back?next=%2Fa%20b&flag&sig=a~b', '?next=%2Fa%20b&flag&sig=a~b&validateToken='],
    ['https://1.1.1.1/back', '?validateToken='],
    ['https://1.1.1.1/back?resultCode=10000&order=7#done', '?order=7&validateToken='],
  ])('keeps the query of %s as it is written', async (callbackUrl, query) => {
    const { redirect_url } = await finish(await begin(callbackUrl), 'fail')
    const { search, searchParams, hash } = new URL(redirect_url)
    expect(search.startsWith(query)).toBe(true)
    expect(searchParams.getAll('resultCode')).toEqual(['10001'])
    expect(hash).toBe(new URL(callbackUrl).hash)
  })

  it('that is passed while the quota is full: 403 until there is room, also after it has expired', async () => {
    const token = await begin()
    env().PORTRAIT_GROUP_QUOTA = 1
    const { body } = await act('CreateAssetGroup', { Name: 'first' })
    const back = new URL((await finish(token, 'pass')).redirect_url)
    expect(back.searchParams.get('resultCode')).toBe('10000')
    expect(await codeOfResult(token)).toEqual([403, 'QuotaExceeded'])
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 600_000))
    expect(await codeOfResult(token)).toEqual([403, 'QuotaExceeded'])
    await act('DeleteAssetGroup', { Id: body.Result?.Id })
    const results = await Promise.all([result(token), result(token), result(token)])
    vi.restoreAllMocks()
    const ids = results.map((one) => one.body.Result?.GroupId)
    expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/^group-/)]))
    expect((await act('ListAssetGroups')).body.Result).toMatchObject({ TotalCount: 1 })
  })

  it('that is failed creates none, and stays failed', async () => {
    const token = await begin()
    const { redirect_url } = await finish(token, 'fail')
    expect(new URL(redirect_url).searchParams.get('resultCode')).toBe('10001')
    expect(await codeOfResult(token)).toEqual([200, 'ValidateFailed'])
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 121_000))
    expect(await codeOfResult(token)).toEqual([200, 'ValidateFailed'])
  })

  it('that is declined is over for every phone', async () => {
    const token = await begin()
    const phone_secret = newPhone()
    const decline = (secret: string) =>
      call('POST', `/api/liveness/${token}/finish`, { json: { phone_secret: secret, outcome: 'decline' } })
    const { redirect_url } = FinishedLiveness.parse((await decline(phone_secret)).body)
    expect(new URL(redirect_url).searchParams.get('resultCode')).toBe('10001')
    expect(await codeOfResult(token)).toEqual([200, 'ValidateFailed'])
    expect([(await open(token)).status, (await decline(newPhone())).status]).toEqual([409, 409])
    expect(
      (await call('POST', '/api/liveness/vvt_x/finish', { json: { phone_secret, outcome: 'decline' } }))
        .status,
    ).toBe(404)
  })

  it('expires', async () => {
    const token = await begin()
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 121_000))
    expect(await codeOfResult(token)).toEqual([200, 'TokenExpired'])
    expect((await open(token)).status).toBe(409)
  })

  it('belongs to one phone and one customer', async () => {
    const token = await begin()
    const other = await newCustomer()
    expect(await codeOfResult(token, other.key)).toEqual([200, 'InvalidToken'])
    for (const unknown of ['vvt_unknown', 'x'.repeat(300), 'a\0'])
      expect(await codeOfResult(unknown)).toEqual([200, 'InvalidToken'])
    const phones = await Promise.all(Array.from({ length: 5 }, () => open(token)))
    expect(phones.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    const json = { phone_secret: newPhone(), outcome: 'pass' }
    expect((await call('POST', `/api/liveness/${token}/finish`, { json })).status).toBe(403)
    expect((await open('vvt_unknown')).status).toBe(404)
  })

  it('continues for the phone that lost the answer, until it is over', async () => {
    const token = await begin()
    const phone_secret = newPhone()
    const answers = [await open(token, phone_secret), await open(token, phone_secret)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    for (const outcome of ['fail', 'fail', 'pass']) {
      const json = { phone_secret, outcome }
      const { body } = await call('POST', `/api/liveness/${token}/finish`, { json })
      const { redirect_url } = FinishedLiveness.parse(body)
      expect(new URL(redirect_url).searchParams.get('resultCode')).toBe('10001')
    }
    expect((await open(token, phone_secret)).status).toBe(409)
  })

  it('tells its result again to its phone, also after it has expired; to no other', async () => {
    const token = await begin()
    const phone_secret = newPhone()
    await open(token, phone_secret)
    const portrait = 'data:image/jpeg;base64,AAAA'
    const finish = (secret: string, outcome: string) =>
      call('POST', `/api/liveness/${token}/finish`, { json: { phone_secret: secret, outcome, portrait } })
    await Promise.all([finish(phone_secret, 'pass'), finish(phone_secret, 'pass')])
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 121_000))
    const { redirect_url } = FinishedLiveness.parse((await finish(phone_secret, 'fail')).body)
    expect(new URL(redirect_url).searchParams.get('resultCode')).toBe('10000')
    expect((await finish(newPhone(), 'pass')).status).toBe(403)
    vi.restoreAllMocks()
    expect((await act('ListAssetGroups')).body.Result).toMatchObject({ TotalCount: 1 })
    expect((await act('ListAssets')).body.Result).toMatchObject({ TotalCount: 1 })
  })

  it('refuses a missing secret of the phone: 400', async () => {
    const { status, body } = await open(await begin(), 'short')
    expect([status, body]).toMatchObject([400, { error: { param: 'phone_secret' } }])
  })
})
