import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { inTransaction } from '@/lib/platform/transaction'
import { listDeliveries } from '@/lib/work/deliveries/deliveries'
import { DeliveryQuery, WebhookEndpoint, WebhookEndpointList } from '@/lib/work/deliveries/schema'
import { sendAlert } from '@/lib/work/deliveries/send-callback'
import { updateWebhooks } from '@/lib/work/deliveries/webhooks'
import { base, newOwner, openDoors } from '../testing'

const { call, close } = await openDoors()
afterAll(async () => {
  close()
  await stopJobs()
})

let owner: Caller
let key: string
beforeEach(async () => {
  ;({ owner, key } = await newOwner())
})

const path = `${base}/endpoints`
const url = 'http://127.0.0.1:9/hook'

describe('Webhook endpoints', () => {
  const list = async (as = key) => WebhookEndpointList.parse((await call('GET', path, { key: as })).body).data
  const make = async (events: string[]) => {
    const answer = await call('POST', path, { key, json: { url, events } })
    expect(answer.status).toBe(201)
    return WebhookEndpoint.parse(answer.body)
  }
  const alert = (subject: string) =>
    inTransaction((transaction) =>
      sendAlert({ customerId: owner.customerId, event: 'balance.low', subject, data: {}, transaction }),
    )
  const sentTo = async () =>
    (await listDeliveries(owner, DeliveryQuery.parse({}))).items.map((delivery) => delivery.url).sort()

  it('are made, listed, changed and removed: 200, 201, 404', async () => {
    const made = await make(['balance.low', 'top_up.failed'])
    expect(made).toMatchObject({ object: 'webhook_endpoint', url, enabled: true })
    expect(await list()).toEqual([made])
    const one = `${path}/${made.id}`
    const changed = await call('PATCH', one, { key, json: { events: ['top_up.failed'], enabled: false } })
    expect(changed).toMatchObject({ status: 200, body: { events: ['top_up.failed'], enabled: false, url } })
    const wrong = await call('PATCH', one, { key, json: { url: 'https://10.0.0.1/' } })
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'url' } } })
    const gone = { id: made.id, object: 'webhook_endpoint', deleted: true }
    expect(await call('DELETE', one, { key })).toMatchObject({ status: 200, body: gone })
    expect((await call('DELETE', one, { key })).status).toBe(404)
    expect((await call('PATCH', one, { key, json: {} })).status).toBe(404)
    expect((await call('DELETE', `${path}/%00`, { key })).status).toBe(404)
    expect(await list()).toEqual([])
  })

  it('get the events that they want, once each, beside the alert URL', async () => {
    await updateWebhooks(owner, { alert_url: 'http://127.0.0.1:9/all' })
    const [one, off] = [await make(['balance.low']), await make(['balance.low'])]
    await make(['top_up.failed'])
    await call('PATCH', `${path}/${off.id}`, { key, json: { enabled: false } })
    await Promise.all([alert('first'), alert('first')])
    await alert('first')
    expect(await sentTo()).toEqual(['http://127.0.0.1:9/all', url])
    await call('DELETE', `${path}/${one.id}`, { key })
    await alert('second')
    expect(await sentTo()).toEqual(['http://127.0.0.1:9/all', 'http://127.0.0.1:9/all', url])
  })

  it('are ten at the most, however many are asked for at once: 400', async () => {
    const json = { url, events: ['balance.low'] }
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('POST', path, { key, json })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2)
    expect(await list()).toHaveLength(10)
  })

  it('are nobody else’s: 404', async () => {
    const made = await make(['balance.low'])
    const stranger = await newOwner()
    expect(await list(stranger.key)).toEqual([])
    expect((await call('DELETE', `${path}/${made.id}`, { key: stranger.key })).status).toBe(404)
  })
})
