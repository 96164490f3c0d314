import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '@/lib/account/api-keys/keys'
import type { Caller } from '@/lib/platform/caller'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { Delivery, DeliveryPage, WebhookSettings } from '@/lib/work/deliveries/schema'
import { attempt, openReceiver, type Receiver, respondWith, send } from '@/lib/work/deliveries/testing'
import { base, newOwner, openDoors } from './testing'

const { call, close } = await openDoors()
afterAll(async () => {
  close()
  await stopJobs()
})

let owner: Caller
let key: string
let receiver: Receiver

beforeEach(async () => {
  ;({ owner, key } = await newOwner())
  receiver = await openReceiver()
  return receiver.close
})

const publicUrl = 'https://93.184.216.34/alerts'
const unknownId = `msg_${'0'.repeat(26)}`

describe('webhooks', () => {
  const get = (path: string, as = key) => call('GET', base + path, { key: as })
  const post = (path: string, json?: unknown, as = key) => call('POST', base + path, { key: as, json })

  it('shows the secret, the same each time', async () => {
    const { status, body } = await get('')
    expect(status).toBe(200)
    expect(body).toEqual({
      secret: expect.stringMatching(/^whsec_/),
      previous_secret: null,
      previous_expires_at: null,
      alert_url: null,
    })
    expect((await get('')).body).toEqual(body)
  })

  it('shows the secrets to nobody who may only read', async () => {
    await post('/rotate-secret')
    const whole = WebhookSettings.parse((await get('')).body)
    const reader = await createKey(owner, { name: 'reader', scopes: ['account:read', 'inference'] })
    const { status, body } = await get('', reader.key)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...whole,
      secret: `whsec_****${whole.secret.slice(-4)}`,
      previous_secret: `whsec_****${whole.previous_secret?.slice(-4)}`,
    })
  })

  it('sets, keeps and clears the alert URL', async () => {
    const patch = (json: unknown) => call('PATCH', base, { key, json })
    expect(await patch({ alert_url: publicUrl })).toMatchObject({
      status: 200,
      body: { alert_url: publicUrl },
    })
    expect((await patch({})).body).toMatchObject({ alert_url: publicUrl })
    expect((await get('')).body).toMatchObject({ alert_url: publicUrl })
    expect((await patch({ alert_url: null })).body).toMatchObject({ alert_url: null })
  })

  it('rotates the secret, with or without a body', async () => {
    const before = WebhookSettings.parse((await get('')).body)
    for (const json of [undefined, {}]) {
      const { status, body } = await post('/rotate-secret', json)
      expect(status).toBe(200)
      const after = WebhookSettings.parse(body)
      expect(after.secret).not.toBe(before.secret)
      expect(Date.parse(after.previous_expires_at ?? '')).toBeGreaterThan(Date.now() + 86_000_000)
    }
  })

  it('sends a test, tried once, and tells of its outcome', async () => {
    receiver.respond = respondWith(500, {}, 'no')
    const { status, body } = await post('/test', { url: receiver.url })
    expect(status).toBe(200)
    expect(body).toMatchObject({ event: 'webhook.test', status: 'pending', attempts: [], task_id: null })
    await attempt(owner)
    expect((await get(`/deliveries/${Delivery.parse(body).id}`)).body).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      attempts: [{ number: 1, status_code: 500, response: 'no' }],
    })
  })

  it('lists deliveries, newest first, by status and task, a page at a time', async () => {
    await send(owner, receiver.url, 'vgen_1')
    await attempt(owner)
    await send(owner, receiver.url, 'vgen_2')
    await send(owner, receiver.url, 'vgen_3')
    const all = DeliveryPage.parse((await get('/deliveries')).body)
    expect(all.items.map(({ status }) => status)).toEqual(['pending', 'pending', 'delivered'])
    expect(all).toMatchObject({ has_more: false, next_cursor: '' })
    const tasksOf = async (query: string) =>
      DeliveryPage.parse((await get(`/deliveries?${query}`)).body).items.map((item) => item.task_id)
    expect(await tasksOf('status=delivered')).toEqual(['vgen_1'])
    expect(await tasksOf('task_id=vgen_2')).toEqual(['vgen_2'])
    expect(await tasksOf('task_id=vgen_2&status=failed')).toEqual([])
    const first = DeliveryPage.parse((await get('/deliveries?limit=2')).body)
    expect(first.has_more).toBe(true)
    const second = DeliveryPage.parse((await get(`/deliveries?limit=2&cursor=${first.next_cursor}`)).body)
    expect([...first.items, ...second.items]).toEqual(all.items)
    expect(first.data).toEqual(first.items)
  })

  it('sends, and makes a secret, once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const json = { url: receiver.url }
    for (const [path, body] of [
      ['/test', json],
      ['/rotate-secret', undefined],
    ] as const) {
      const ask = () => call('POST', base + path, { key, json: body, headers })
      const [first, second] = [await ask(), await ask()]
      expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(second.body).toEqual(first.body)
    }
    const { data } = DeliveryPage.parse((await get('/deliveries')).body)
    expect(data).toHaveLength(1)
    const redeliver = () =>
      call('POST', `${base}/deliveries/${data[0]?.id}/redeliver`, {
        key,
        headers: { 'idempotency-key': 'once' },
      })
    await attempt(owner)
    expect((await redeliver()).body).toEqual((await redeliver()).body)
    await attempt(owner)
    expect(receiver.received).toHaveLength(2)
  })

  it('redelivers', async () => {
    await send(owner, receiver.url)
    await attempt(owner)
    const [item] = DeliveryPage.parse((await get('/deliveries')).body).items
    const { status, body } = await post(`/deliveries/${item?.id}/redeliver`)
    expect(status).toBe(200)
    expect(Delivery.parse(body)).toMatchObject({ id: item?.id, status: 'pending', attempts: item?.attempts })
    await attempt(owner)
    expect(receiver.received).toHaveLength(2)
  })

  it('answers alike for what is another’s and what is nobody’s', async () => {
    await send(owner, receiver.url)
    const [item] = DeliveryPage.parse((await get('/deliveries')).body).items
    const other = (await newOwner()).key
    expect(DeliveryPage.parse((await get('/deliveries', other)).body).items).toEqual([])
    const answers = await Promise.all(
      [item?.id ?? '', unknownId, 'msg_x', '%00'].flatMap((id) => [
        get(`/deliveries/${id}`, other),
        post(`/deliveries/${id}/redeliver`, undefined, other),
      ]),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body).toMatchObject({
        error: { code: 'not_found', message: 'Not found.', param: null },
      })
    }
  })

  it.each([
    ['PATCH', '', { alert_url: 'http://example.com/' }, 'alert_url', /must be https\. .*OUTBOUND_ALLOW/],
    [
      'PATCH',
      '',
      { alert_url: 'https://10.0.0.1/' },
      'alert_url',
      /must resolve to public addresses only\. .*OUTBOUND_ALLOW/,
    ],
    ['PATCH', '', { alert_url: 'nonsense' }, 'alert_url', 'The URL must be an absolute https URL.'],
    ['PATCH', '', { alert_url: 5 }, 'alert_url', /^alert_url must be a string/],
    ['PATCH', '', { secret: 'mine' }, 'secret', 'secret is not a parameter of this endpoint.'],
    ['POST', '/test', {}, 'url', 'url is required.'],
    ['POST', '/test', { url: 'https://[::1]/' }, 'url', /public addresses only\. .*OUTBOUND_ALLOW/],
    ['POST', '/endpoints', { url: 'http://example.com/', events: ['balance.low'] }, 'url', /OUTBOUND_ALLOW/],
    ['POST', '/endpoints', { url: publicUrl, events: [] }, 'events', /at least one/],
    ['POST', '/endpoints', { url: publicUrl, events: ['x'] }, 'events[0]', /.*/],
    ['POST', '/rotate-secret', { grace_seconds: 5 }, 'grace_seconds', /not a parameter/],
    ['GET', '/deliveries?status=lost', undefined, 'status', /status/],
    ['GET', '/deliveries?task_id=%00', undefined, 'task_id', /control characters/],
    ['GET', '/deliveries?cursor=zz', undefined, 'cursor', /cursor/],
  ])('%s %s %j is a 400 that names %s', async (method, path, json, param, message) => {
    const { status, body } = await call(method, base + path, { key, json })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { param, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    })
  })
})
