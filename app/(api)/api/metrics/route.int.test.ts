import { afterAll, beforeEach, expect, it } from 'vitest'
import { env } from '@/lib/platform/env'
import '@/lib/platform/jobs/inspect-jobs'
import * as chat from '../../v1/chat/completions/route'
import { answer, ask, openChat, path } from '../../v1/chat/completions/testing'
import { newCustomer } from '../../v1/testing/new-customer'
import { post } from '../../v1/testing/post'
import * as metrics from './route'

const modules = { [path]: chat, '/api/metrics': metrics }
const { door, reset, close } = await openChat({ modules })
afterAll(close)

const here = { 'x-portico-peer': '127.0.0.1' }
const token = 'a-token-of-some-length'
const metricsWith = (headers: Record<string, string> = {}) => door('GET', '/api/metrics', { headers })
const settings = { ...env() }
beforeEach(() => {
  Object.assign(env(), { METRICS_TOKEN: undefined, METRICS_PORT: undefined }, settings)
  reset(answer)
})

it('counts a request by route, provider and model, and names no customer and no key', async () => {
  const { key, owner, rows } = await newCustomer()
  await door('POST', path, post(key, ask()))
  await door('POST', path, post('sk-wrong', ask()))
  const [row] = await rows()
  const response = await metricsWith(here)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await response.text()
  const labels = 'provider="first",model="acme/alone"'
  for (const line of [
    'portico_http_requests_total{route="/v1/chat/completions",method="POST",status="200",code=""} 1',
    'portico_http_requests_total{route="/v1/chat/completions",method="POST",status="401",code="invalid_api_key"} 1',
    `portico_upstream_tries_total{${labels},outcome="ok"} 1`,
    `portico_model_requests_total{${labels},modality="chat",status="success"} 1`,
    `portico_model_tokens_total{${labels},kind="completion"} 4`,
    `portico_model_cost_usd_total{${labels}} 0.000018`,
    `portico_model_answer_seconds_count{${labels}} 1`,
    `portico_upstream_breaker_state{${labels}} 0`,
    'portico_settlements_waiting 0',
    'portico_holds_open 0',
    'portico_http_requests_open 1',
  ])
    expect(text.split('\n')).toContain(line)
  for (const secret of [owner.customerId, key, key.slice(-4), row?.id ?? '-'])
    expect(text).not.toContain(secret)
})

it('speaks OpenMetrics to who prefers it', async () => {
  const response = await metricsWith({
    ...here,
    accept: 'application/openmetrics-text; version=1.0.0, */*;q=0.1',
  })
  expect(response.headers.get('content-type')).toMatch(/^application\/openmetrics-text/)
  expect(await response.text()).toMatch(/# EOF\n?$/)
})

it.each([
  ['from another machine', { 'x-portico-peer': '192.0.2.7' }, {}],
  ['through a proxy on this machine', { ...here, 'x-forwarded-for': '127.0.0.1' }, {}],
  ['where others reach us', here, { isExposed: true }],
  ['where METRICS_PORT is for that', here, { METRICS_PORT: 9464 }],
])('is not there %s: 404', async (_what, headers, changes) => {
  Object.assign(env(), changes)
  expect((await metricsWith(headers)).status).toBe(404)
})

it('asks everybody for METRICS_TOKEN: 401 without it', async () => {
  env().METRICS_TOKEN = token
  expect((await metricsWith(here)).status).toBe(401)
  expect((await metricsWith({ authorization: 'Bearer another' })).status).toBe(401)
  const { status } = await metricsWith({ 'x-portico-peer': '192.0.2.7', authorization: `Bearer ${token}` })
  expect(status).toBe(200)
})

it('leaves out what cannot be measured just now', async () => {
  const response = await metricsWith(here) // the queue's tables do not exist here
  expect(response.status).toBe(200)
  expect(await response.text()).toMatch(/# TYPE portico_queue_due gauge\n\n/)
})
