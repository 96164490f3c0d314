import { buffer } from 'node:stream/consumers'
import { setImmediate as turnOver } from 'node:timers/promises'
import { z } from 'zod'
import { recordDetachedRequest } from '@/lib/account/api-keys/contents'
import { readCustomer } from '@/lib/account/identity/customers'
import { findWorkCaller } from '@/lib/account/identity/work-caller'
import { EmbeddingRequest, ModerationRequest } from '@/lib/gateway/calls/schema'
import { createEmbeddings, createModeration } from '@/lib/gateway/calls/whole-calls'
import { type ChatContext, createCompletion } from '@/lib/gateway/chat/create-completion'
import { createResponse } from '@/lib/gateway/chat/formats/responses/create-response'
import { ResponsesRequest } from '@/lib/gateway/chat/formats/responses/schema'
import { ChatRequest } from '@/lib/gateway/chat/schema'
import { markCaller } from '@/lib/money/budgets/marks'
import { flushLedger, settle } from '@/lib/money/ledger/ledger'
import { listUnpaid } from '@/lib/money/usage/booking'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { toAppError } from '@/lib/platform/database-connection'
import { env } from '@/lib/platform/env'
import { AppError, errorEnvelope } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { JsonSource } from '@/lib/platform/json-source'
import { parseInput } from '@/lib/platform/parse-input'
import type { StreamBody } from '@/lib/platform/stream'
import { traced } from '@/lib/platform/tracing'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { addFile, endReading, type KeptBytes, keepBytes, openInput } from '@/lib/work/objects/files'
import type { ObjectContent } from '@/lib/work/objects/read-object'
import { LEASE_SECONDS, type Plan, type TaskKind } from '@/lib/work/tasks/kind'
import { readInput, readLine } from './read-input'
import {
  BatchTurn,
  batchTable,
  batchTurnSql,
  deleteLines,
  dropWaiting,
  type EndedLine,
  endLine,
  listAnswered,
  listWaiting,
  markEnded,
  markFinalizing,
  markProcessing,
  readEnded,
  retryLines,
  type WaitingLine,
} from './repository'
import type { BatchEndpoint } from './schema'

/** The lines and time of one turn are limited, so other batches get their turns. */
const LINES_OF_TURN = 16
const TURN_MILLIS = 20_000
const LINES_AT_ONCE = 4
/** The most tries of a line whose failure may be temporary. */
const MOST_TRIES = 5
const LONGEST_PAUSE_SECONDS = 60

type BatchPlan = Plan & { isFailure?: boolean }

/** Batches for the task engine: customers, and the batches of a customer, take turns. */
export const batchTurns: TaskKind<BatchTurn, BatchPlan> = {
  ...batchTable,
  concurrency: () => env().BATCH_CONCURRENCY,
  maxTurnSeconds: 3600,
  perform: performTurn,
  afterFailure: ({ failures }) => ({ afterSeconds: pauseAfter(failures), isFailure: true }),
  isUnrepeatable: () => false,
  row: BatchTurn,
  sql: batchTurnSql,
  planValues: ({ isFailure = false }) => ({ is_failure: isFailure }),
}

const pauseAfter = (failures: number) => Math.min(LONGEST_PAUSE_SECONDS, 2 ** failures)

/** Reads the file, runs some lines, or ends the batch. May run twice, even at the same time: each line ends once. */
async function performTurn(batch: BatchTurn, signal: AbortSignal): Promise<BatchPlan | undefined> {
  const isExpired = batch.expires_at <= clock.now()
  if (batch.cancelling_at || isExpired) {
    await dropWaiting(batch.id)
    return finish(batch, batch.cancelling_at ? 'cancelled' : 'expired')
  }
  if ((await readCustomer(batch.customer_id)).suspendedAt !== null)
    return { afterSeconds: LONGEST_PAUSE_SECONDS }
  if (batch.status === 'queued') return begin(batch)
  const lines = await listWaiting(batch.id, LINES_OF_TURN)
  if (lines.length > 0) return askLines(batch, lines, signal)
  return (await repairUnpaid(batch)) ?? finish(batch, 'completed')
}

async function begin(batch: BatchTurn): Promise<BatchPlan | undefined> {
  const input = await openInput(batch.customer_id, batch.input_file_id)
  const body = await input.open()
  const { total, faults } = await readInput(batch.id, batch.endpoint, body, env().CHAT_BODY_MAX_BYTES)
  if (faults.length === 0) {
    await markProcessing(batch, total, clock.now())
    return { afterSeconds: 0 }
  }
  await inTransaction(async (transaction) => {
    const ending = { status: 'failed', errors: faults } as const
    if (await markEnded(batch, ending, clock.now(), transaction))
      await endReading(batch.input_file_id, transaction)
  })
  await deleteLines(batch.id)
  return undefined
}

/** Runs some lines concurrently. If none of them ended, the batch pauses. */
async function askLines(batch: BatchTurn, lines: WaitingLine[], signal: AbortSignal): Promise<BatchPlan> {
  const input = await openInput(batch.customer_id, batch.input_file_id)
  const caller = callerOf(batch)
  caller.catch(() => undefined) // each line reports it
  const queue = [...lines]
  const until = performance.now() + TURN_MILLIS
  let goesOn = true
  let hasEnded = false
  let pause = 0
  const work = async () => {
    for (let line = queue.shift(); line !== undefined; line = queue.shift()) {
      const end = await askOne(batch, line, input, caller)
      if ('pauseSeconds' in end) pause = Math.max(pause, end.pauseSeconds)
      else {
        hasEnded = true
        goesOn &&= end.goesOn
      }
      if (!goesOn || signal.aborted || performance.now() > until) return
    }
  }
  const results = await Promise.allSettled(Array.from({ length: LINES_AT_ONCE }, work))
  // The charges of these answers must be in the ledger before the batch's state relies on them.
  await turnOver()
  await flushLedger()
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return { afterSeconds: hasEnded ? 0 : pause }
}

/** The caller of the batch, with its tags. */
async function callerOf({ customer_id, api_key_id, user_id, marks }: BatchTurn): Promise<Caller> {
  const { BATCH_PRICE_FACTOR: priceFactor } = env()
  const caller = await findWorkCaller({ customerId: customer_id, apiKeyId: api_key_id, userId: user_id })
  return { ...caller, isBatch: true, ...(marks && { marks }), ...(priceFactor !== 1 && { priceFactor }) }
}

type LineEnd = { status: 'answered' | 'failed'; statusCode: number; body: string }
type LineResult = { goesOn: boolean } | { pauseSeconds: number }

/**
 * Runs one line and stores its answer, which is charged only after that. If the process is killed in between, the line runs
 * again.
 */
async function askOne(
  batch: BatchTurn,
  { line, tries, byte_start: start, byte_end: end, request_id: earlier }: WaitingLine,
  input: ObjectContent,
  caller: Promise<Caller>,
): Promise<LineResult> {
  const requestId = earlier ?? newId('req')
  const kept = Promise.withResolvers<boolean>()
  let asked: { caller: Caller; bytes: Buffer } | undefined
  const ended = async (end: LineEnd) => {
    const result = await endLine(batch.id, line, { ...end, requestId })
    if (result && asked) {
      const text = { path: batch.endpoint, status: end.statusCode, answer: end.body }
      recordDetachedRequest(asked.caller, { id: requestId, ...text, request: asked.bytes.toString() })
    }
    return result
  }
  try {
    // The same ID is charged once, even if the earlier answer is settled late. Its earlier hold must be released first.
    if (earlier !== null) await settle({ id: earlier, cost: '0', owner: batch.customer_id }, null)
    asked = { caller: await caller, bytes: await buffer(await input.open({ start, end })) }
    const context = { requestId, answerKept: kept.promise }
    const body = await askLine(batch.endpoint, asked.caller, asked.bytes, context)
    const result = await ended({ status: 'answered', statusCode: 200, body })
    kept.resolve(result !== undefined)
    return result ?? { goesOn: false }
  } catch (thrown) {
    kept.resolve(false)
    const error = toAppError(thrown)
    if (isTemporary(error) && tries + 1 < MOST_TRIES) {
      await retryLines(batch.id, [line], 'waiting')
      return { pauseSeconds: Math.min(LONGEST_PAUSE_SECONDS, error.retryAfterSeconds ?? pauseAfter(tries)) }
    }
    const body = JSON.stringify(errorEnvelope(error, requestId))
    return (await ended({ status: 'failed', statusCode: error.status, body })) ?? { goesOn: false }
  }
}

/** Whether the failure may be temporary. A 402 is if money is only held and the error says until when. */
function isTemporary({ status, retryAfterSeconds }: AppError): boolean {
  return status >= 500 || status === 429 || (status === 402 && retryAfterSeconds !== undefined)
}

/** After this time, the settlement log of a killed process is booked: an answer that is not charged by then never will be. */
const BOOKED_AFTER_MILLIS = 120_000

/** Runs lines again whose answer was not charged. Undefined if there are none. */
async function repairUnpaid(batch: BatchTurn): Promise<BatchPlan | undefined> {
  const oldBefore = new Date(clock.now().getTime() - BOOKED_AFTER_MILLIS)
  const answered = await listAnswered(batch.id, MOST_TRIES, oldBefore)
  const ids = answered.map(({ request_id }) => request_id)
  const unpaid = new Set(await listUnpaid(batch.customer_id, ids, batch.created_at))
  if (unpaid.size === 0) return undefined
  const lost = answered.filter(({ request_id, is_old }) => is_old && unpaid.has(request_id))
  const lines = lost.map(({ line }) => line)
  await retryLines(batch.id, lines, 'answered')
  return { afterSeconds: lost.length > 0 ? 0 : LEASE_SECONDS }
}

/** Writes the answers and errors to files and ends the batch. Bytes that a crash leaves behind are swept. */
async function finish(batch: BatchTurn, status: 'completed' | 'expired' | 'cancelled'): Promise<undefined> {
  await markFinalizing(batch, clock.now())
  const results = await writeResults(batch, status)
  await inTransaction(async (transaction) => {
    const files = await results.addTo(transaction)
    if (!(await markEnded(batch, { status, ...files }, clock.now(), transaction)))
      throw new Error('another worker ended the batch')
    await endReading(batch.input_file_id, transaction)
  })
  await deleteLines(batch.id)
}

type Ended = { id: string; customer_id: string }

const reasons = {
  expired: 'This request could not be executed before the completion window expired.',
  cancelled: 'The batch was cancelled before this request was executed.',
  completed: 'This request was not executed.',
}

/** Stores the answers of a batch, and its failed and unasked lines; `addTo` makes them files. Throws StorageError. */
async function writeResults({ id, customer_id: customerId }: Ended, status: keyof typeof reasons) {
  const write = async (name: string, statuses: string[]): Promise<KeptBytes | undefined> => {
    const body = encode(id, statuses, { code: `batch_${status}`, message: reasons[status] })
    const kept = await keepBytes({ customerId, fileName: `${id}_${name}.jsonl`, body })
    // An empty file is swept.
    return kept.sizeBytes > 0 ? kept : undefined
  }
  const output = await write('output', ['answered'])
  const errors = await write('error', ['failed', 'unasked'])
  return {
    async addTo(transaction: Transaction) {
      const add = async (kept: KeptBytes | undefined) =>
        kept ? (await addFile(kept, { purpose: 'batch_output' }, transaction)).id : null
      return { outputFileId: await add(output), errorFileId: await add(errors) }
    },
  }
}

async function* encode(batchId: string, statuses: string[], unasked: object): AsyncGenerator<Buffer> {
  for await (const line of readEnded(batchId, statuses)) yield Buffer.from(`${lineOf(line, unasked)}\n`)
}

/** A line in OpenAI's format. The body is JSON already. */
function lineOf({ custom_id, request_id, status_code, body }: EndedLine, unasked: object): string {
  const ids = `"id":"${newId('batch_req')}","custom_id":${JSON.stringify(custom_id)}`
  return body === null
    ? `{${ids},"response":null,"error":${JSON.stringify(unasked)}}`
    : `{${ids},"response":{"status_code":${status_code},"request_id":"${request_id}","body":${body}},"error":null}`
}

/** Does what the same request over HTTP would do. Returns JSON text. */
type Ask = (caller: Caller, body: unknown, context: ChatContext) => Promise<string>

const asks: Readonly<Record<BatchEndpoint, Ask>> = {
  '/v1/chat/completions': askWith(ChatRequest, createCompletion),
  '/v1/responses': askWith(ResponsesRequest, (caller, request, context) =>
    // The line is in memory already, and few run concurrently.
    createResponse(caller, request, { ...context, takeRoom: async () => undefined }),
  ),
  '/v1/embeddings': askWith(EmbeddingRequest, createEmbeddings),
  '/v1/moderations': askWith(ModerationRequest, createModeration),
}

type UseCase<Request> = (
  caller: Caller,
  request: Request,
  context: ChatContext,
) => Promise<string | object | StreamBody>

function askWith<Schema extends z.ZodType>(schema: Schema, useCase: UseCase<z.output<Schema>>): Ask {
  return async (caller, body, context) => {
    const request = parseInput(schema, body)
    for (const param of ['stream', 'background'])
      if (Fields.safeParse(body).data?.[param] === true)
        throw new AppError('invalid_parameter', { param, message: `${param} must be false in a batch.` })
    const answer = await useCase(await markCaller(caller, request, undefined), request, context)
    return typeof answer === 'string' ? answer : JSON.stringify(answer)
  }
}

const Fields = z.record(z.string(), z.unknown())
const Line = z.object({ body: z.unknown() })

/** Never aborts: there is no client that could leave. The upstream's time limits apply. */
const neverAborted = new AbortController().signal

/**
 * Runs the request of a line. `answerKept` resolves with whether the answer was stored; it is charged only then. Throws what
 * the use case throws.
 */
function askLine(
  endpoint: BatchEndpoint,
  caller: Caller,
  bytes: Buffer,
  { requestId, answerKept }: { requestId: string; answerKept: Promise<boolean> },
): Promise<string> {
  const { body } = Line.parse(readLine(bytes))
  const context = {
    requestId,
    signal: neverAborted,
    answerKept,
    source: new JsonSource(new JsonSource(bytes).bytesOf('body') ?? bytes),
  }
  return traced('batch line', { attributes: { 'portico.request_id': requestId } }, () =>
    asks[endpoint](caller, body, context),
  )
}
