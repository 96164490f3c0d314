import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { nodeDoorOf } from '@/lib/http/testing'
import { imageTasks } from '@/lib/media/images/run-task'
import { inspectLedger } from '@/lib/money/ledger/integrity'
import { env } from '@/lib/platform/env'
import { startJobs } from '@/lib/platform/jobs/job-queue'
import { type Answer, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { settleDecided } from '@/lib/work/tasks/settle'
import { taskWork } from '@/lib/work/tasks/work'
import { queuedJobs } from '@/lib/worker/registry'
import * as speech from '../../audio/speech/route'
import * as transcriptions from '../../audio/transcriptions/route'
import { batchModules } from '../../batches/testing'
import * as chat from '../../chat/completions/route'
import * as completions from '../../completions/route'
import * as embeddings from '../../embeddings/route'
import * as edits from '../../images/edits/route'
import * as images from '../../images/generations/route'
import * as messages from '../../messages/route'
import * as moderations from '../../moderations/route'
import * as rerank from '../../rerank/route'
import * as responses from '../../responses/route'
import { newCustomer } from '../new-customer'
import { post } from '../post'
import type { Client, Oddity, Reads, Try } from './oddity'
import { nothing, plainFinish, readAnswer } from './read-answers'

const modules = {
  ...batchModules,
  '/v1/audio/speech': speech,
  '/v1/audio/transcriptions': transcriptions,
  '/v1/chat/completions': chat,
  '/v1/completions': completions,
  '/v1/embeddings': embeddings,
  '/v1/images/edits': edits,
  '/v1/images/generations': images,
  '/v1/messages': messages,
  '/v1/moderations': moderations,
  '/v1/rerank': rerank,
  '/v1/responses': responses,
}

type Stand = { one: Try; id: string; requests: string[] }

/**
 * The public endpoints and the worker before an upstream on loopback, on which each try has a path of its own. A try has
 * a provider and a model of its own too, so that none is felt by another.
 */
export async function openOddities(oddities: readonly Oddity[]) {
  const upstream = await startFaultUpstream()
  const stands: Stand[] = oddities
    .flatMap(({ tries }) => tries)
    .map((one, at) => ({ one, id: `odd-${at}`, requests: [] }))
  const file = join(env().DATA_DIR, 'providers.json')
  writeFileSync(file, JSON.stringify(stands.flatMap((stand) => providersOf(upstream.origin, stand))))
  await applySeed(file)
  await loadCatalog()
  // The tries take the turns of their batches themselves. A worker that took one too would leave a second, failed usage row.
  await startJobs({ scheduled: [], queued: queuedJobs, rows: [taskWork(imageTasks)] }, true)
  const { door, close } = await nodeDoorOf(modules)
  upstream.answer((res, req) => {
    const [, place, id] = req.url?.split('/') ?? []
    const stand = stands.find((one) => one.id === id)
    if (stand === undefined || req.method !== 'POST') return void res.writeHead(404).end('{}')
    stand.requests.push(upstream.requests.at(-1)?.body ?? '')
    answerOf(stand, place ?? '')(res, req)
  })
  return {
    play: (one: Try) =>
      playOne(
        door,
        stands.find((stand) => stand.one === one),
      ),
    close: async () => {
      close()
      await upstream.stop()
    },
  }
}

function answerOf({ one, requests }: Stand, place: string): Answer {
  if (place === 'second') return one.fallback ?? ((res) => res.writeHead(500).end())
  const answers = [one.answers].flat()
  return answers[Math.min(requests.length, answers.length) - 1] ?? ((res) => res.writeHead(500).end())
}

const parameters = [
  'max_tokens',
  'temperature',
  'top_p',
  'stop',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'seed',
]
const wires = {
  openai: { adapter: 'openai-compatible', path: 'v1', upstreamId: 'up' },
  anthropic: { adapter: 'ai-sdk', path: 'v1', upstreamId: 'claude-sonnet-4-5', sdk: 'anthropic' },
  google: { adapter: 'ai-sdk', path: 'v1beta', upstreamId: 'gemini-3.6-flash', sdk: 'google' },
}

function providersOf(origin: string, { one, id }: Stand): object[] {
  const { adapter, path, upstreamId, ...options } = wires[one.wire ?? 'openai']
  const model = {
    id: `odd/${id}`,
    name: id,
    modality: 'chat',
    upstream_id: upstreamId,
    context_length: 200_000,
    max_output_tokens: 8192,
    supported_parameters: parameters,
    pricing: { prompt: '0.000001', completion: '0.000002' },
    ...one.model,
  }
  return ['first', ...(one.fallback ? ['second'] : [])].map((place) => ({
    id: `${id}-${place}`,
    adapter,
    base_url: `${origin}/${place}/${id}/${path}`,
    api_key_env: 'PATH',
    options,
    ...one.provider,
    models: [model],
  }))
}

async function playOne(door: Client['door'], stand: Stand | undefined): Promise<void> {
  if (stand === undefined) throw new Error('no such try')
  const { one, requests } = stand
  const customer = await newCustomer()
  const model = `odd/${stand.id}`
  const send: Client['ask'] = async (request) => {
    const init =
      'form' in request
        ? { headers: { authorization: `Bearer ${customer.key}` }, body: request.form(model) }
        : post(customer.key, { model, ...request.body }, request.headers)
    return readAnswer(request.path, await door('POST', request.path, init))
  }
  const seen =
    typeof one.ask === 'function'
      ? await one.ask({ model, key: customer.key, door, ask: send })
      : await send(one.ask)
  expect(seen).toMatchObject(typeof one.ask === 'function' ? one.reads : wholeReads(one.ask.path, one.reads))
  await checkMoney(customer, one)
  const sent = requests.at(-1) ?? ''
  if (one.sent instanceof RegExp) expect(sent).toMatch(one.sent)
  else if (one.sent !== undefined) expect(JSON.parse(sent)).toMatchObject(one.sent)
  if (one.attempts !== undefined) expect(requests).toHaveLength(one.attempts)
}

const speaking = ['/v1/chat/completions', '/v1/messages', '/v1/responses']

function wholeReads(path: string, reads: Reads): object {
  const { status = 200, error = null } = reads
  if (!speaking.includes(path)) return { status, ...reads }
  if (status >= 400 || error !== null) return { ...nothing, status, ...reads }
  return { ...nothing, status, finish: plainFinish(path, reads.calls?.length ?? 0), whole: true, ...reads }
}

/** Its row is what was expected, the balance fell by exactly the costs, and nothing is held. */
async function checkMoney(customer: Awaited<ReturnType<typeof newCustomer>>, one: Try): Promise<void> {
  await settleDecided(imageTasks) // the answer may be there before its picture is paid
  const rows = await customer.rows()
  if (one.row === 'no row') expect(rows).toEqual([])
  else expect(rows).toMatchObject(Array.from({ length: rows.length || 1 }, () => rowOf(one)))
  const nanos = (usd: string) => Math.round(Number(usd) * 1e9)
  const spent = rows.reduce((sum, { cost }) => sum + nanos(cost), 0)
  const { balance, held } = await customer.balance()
  expect({ spent, held }).toEqual({ spent: 1e9 - nanos(balance), held: '0.000000' })
  for (const { bill, cost } of rows) expect(nanos(bill.total)).toBe(nanos(cost))
}

const failed = { status: 'failed', cost: '0.000000' }
const finishes: Readonly<Record<string, string>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  completed: 'stop',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content_filter',
  refusal: 'content_filter',
}

/** The usage row of a try: what its upstream told, at the model's price; what failed costs nothing. */
function rowOf({ ask, reads, row: given = {}, model }: Try): object {
  const row = given === 'no row' ? {} : given
  if ('status' in row && row.status === 'failed') return { ...failed, ...row }
  if ((reads.status ?? 200) >= 400 || (reads.error ?? null) !== null) return { ...failed, ...row }
  const isChat = typeof ask !== 'function' && speaking.includes(ask.path) && model === undefined
  if (!isChat) return { status: 'success', ...row }
  const told = { prompt_tokens: 11, completion_tokens: 7, ...row }
  const cost = ((told.prompt_tokens + 2 * told.completion_tokens) / 1e6).toFixed(6)
  const hasCalls = (reads.calls?.length ?? 0) > 0
  const finish_reason = finishes[String(reads.finish)] ?? 'stop'
  const source = { usage_source: 'upstream', cost }
  return {
    status: 'success',
    ...source,
    finish_reason: hasCalls && finish_reason === 'stop' ? 'tool_calls' : finish_reason,
    ...told,
  }
}

/** Nothing is held, each kept balance is the sum of its entries, and all entries together sum up to nothing. */
export async function checkLedger(): Promise<void> {
  const { drift, sums } = await inspectLedger()
  expect([drift, sums.holds]).toEqual([[], 0n])
  expect(sums.ledger_customers).toBe(sums.kept_customers)
  expect(sums.ledger_customers + sums.ledger_system).toBe(0n)
}
