import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { apiRoutes } from '@/app/(api)/routes'
import { createAccount } from '@/lib/account/identity/create-account'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import type { Answer, Item } from '@/lib/catalog/rankings/grade'
import { suites } from '@/lib/catalog/rankings/suites'
import { nodeDoor } from '@/lib/http/node-door'
import { makeRouteTable } from '@/lib/http/routes'
import { grantCredit } from '@/lib/money/ledger/balance'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { inTransaction } from '@/lib/platform/transaction'
import { type FaultUpstream, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { performRun } from './perform-run'
import { performRunJob, startRun } from './runs'
import { type StartedRun, StartRunRequest } from './schema'

const pricing = { prompt: '0.000001', completion: '0.000002' }

/** The gateway on its own port, with an upstream that knows the items; the queue exists, but no worker runs. */
export async function openTestbed() {
  const upstream = await startKnowingUpstream()
  const file = join(env().DATA_DIR, 'providers.json')
  const model = { id: 'acme/known', name: 'Known', upstream_id: 'known', max_output_tokens: 5000, pricing }
  writeFileSync(
    file,
    JSON.stringify([
      { id: 'acme', name: 'Acme', adapter: 'openai-compatible', base_url: upstream.baseUrl, models: [model] },
    ]),
  )
  await applySeed(file)
  await loadCatalog()
  await startJobs({ scheduled: [], queued: [bindJob(performRunJob, performRun)] }, false)
  const door = nodeDoor(makeRouteTable(apiRoutes))
  const server = createServer((request, response) => {
    if (!door(request, response)) response.writeHead(599).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  env().PORT = typeof address === 'object' && address !== null ? address.port : 0
  return {
    upstream,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await upstream.stop()
      await stopJobs()
    },
  }
}

/** An operator with credit. */
export async function newOperator(usd = 25n): Promise<Caller> {
  const account = { name: 'Olga', email: `${randomUUID()}@example.com`, password: 'long enough' }
  const { id: userId, customer_id: customerId } = await createAccount(account)
  if (usd > 0n)
    await grantCredit({ customerId, amountNanos: usd * 1_000_000_000n, key: `grant:${customerId}` })
  return { customerId, userId, apiKey: null, isOperator: true }
}

export function start(caller: Caller, request: object = {}): Promise<StartedRun> {
  const parsed = StartRunRequest.parse({ model: 'acme/known', max_cost_usd: '100', ...request })
  return inTransaction((transaction) => startRun(caller, newId('bench'), parsed, transaction))
}

/** What a worker does with the run. */
export function perform(runId: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
  return performRun({ payload: { runId }, attempt: 0, isLastAttempt: false, signal })
}

/** How the upstream answers an item: with its reference, a wrong answer, or an error of that status. */
type Knowledge = (item: Item) => Known | Promise<Known>
type Known = 'right' | 'wrong' | number

type KnowingUpstream = Pick<FaultUpstream, 'baseUrl' | 'stop'> & {
  /** Ids of the requested items in order, with repetitions. */
  readonly asked: string[]
  knows(knowledge: Knowledge): void
}

/** An OpenAI-compatible upstream on loopback that answers the items as the test decides. */
async function startKnowingUpstream(): Promise<KnowingUpstream> {
  const upstream = await startFaultUpstream()
  const byQuestion = new Map<string, Item>()
  for (const { items } of Object.values(suites))
    for (const item of items) byQuestion.set(contentOf(item.question.messages), item)
  const asked: string[] = []
  let knowledge: Knowledge = () => 'right'
  upstream.answer(async (res) => {
    // The request was recorded just before.
    const { messages } = JSON.parse(upstream.requests.at(-1)?.body ?? '{}')
    const item = byQuestion.get(contentOf(messages))
    if (item === undefined) throw new Error('an item that no suite has')
    asked.push(item.id)
    const known = await knowledge(item)
    if (typeof known === 'number') {
      res.writeHead(known, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ error: { message: `status ${known}` } }))
      return
    }
    const answer = known === 'right' ? item.reference : { text: 'Answer: no idea', calls: [] }
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion(answer)))
  })
  return {
    baseUrl: upstream.baseUrl,
    stop: upstream.stop,
    asked,
    knows: (next) => {
      knowledge = next
    },
  }
}

/** The gateway may reorder the members of a message. */
function contentOf(messages: readonly object[]): string {
  return JSON.stringify(messages.map((message) => ('content' in message ? message.content : null)))
}

function completion({ text, calls }: Answer) {
  const toolCalls = calls.map((call, at) => ({ id: `call_${at}`, type: 'function', function: call }))
  return {
    id: 'up-1',
    object: 'chat.completion',
    created: 1,
    model: 'knowing',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) },
        finish_reason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  }
}
