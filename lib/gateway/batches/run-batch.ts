import { buffer } from 'node:stream/consumers'
import { setImmediate as turnOver } from 'node:timers/promises'
import { z } from 'zod'
import { recordWork } from '@/lib/account/api-keys/contents'
import { findKeyCaller } from '@/lib/account/api-keys/keys'
import { readCustomer } from '@/lib/account/identity/customers'
import { EmbeddingRequest, ModerationRequest } from '@/lib/gateway/calls/schema'
import { createEmbeddings, createModeration } from '@/lib/gateway/calls/whole-calls'
import { type ChatContext, createCompletion } from '@/lib/gateway/chat/create-completion'
import { createResponse } from '@/lib/gateway/chat/formats/responses/create-response'
import { ResponsesRequest } from '@/lib/gateway/chat/formats/responses/schema'
import { ChatRequest } from '@/lib/gateway/chat/schema'
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
  askAgain,
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
  type WaitingLine,
} from './repository'
import type { BatchEndpoint } from './schema'

/** Limits of lines and time for one turn, so that other batches get theirs. */
const LINES_OF_TURN = 16
const TURN_MILLIS = 20_000
const LINES_AT_ONCE = 4
/** For a line whose failure may be temporary. */
const MOST_TRIES = 5
const LONGEST_PAUSE_SECONDS = 60

type BatchPlan = Plan & { isFailure?: boolean }

/** Batches as rows that say when their next turn is due: customers and their batches take turns, after all requests. */
export const batchTurns: TaskKind<BatchTurn, BatchPlan> = {
  ...batchTable,
  concurrency: () => env().BATCH_CONCURRENCY,
  longestTurnSeconds: 3600,
  perform: performTurn,
  afterFailure: ({ failures }) => ({ afterSeconds: pauseAfter(failures), isFailure: true }),
  isUnrepeatable: () => false,
  row: BatchTurn,
  sql: batchTurnSql,
  planValues: ({ isFailure = false }) => ({ is_failure: isFailure }),
}

const pauseAfter = (failures: number) => Math.min(LONGEST_PAUSE_SECONDS, 2 ** failures)

/** What is due: reading the file, some lines, or the end. May run twice, also at the same time: each line ends once. */
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

/** Runs some lines at once. Where none could be ended, the batch pauses. */
async function askLines(batch: BatchTurn, lines: WaitingLine[], signal: AbortSignal): Promise<BatchPlan> {
  const input = await openInput(batch.customer_id, batch.input_file_id)
  const caller = callerOf(batch)
  caller.catch(() => undefined) // each line says so
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
  // What was answered is paid for now: it is in the ledger before the batch's state relies on it.
  await turnOver()
  await flushLedger()
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return { afterSeconds: hasEnded ? 0 : pause }
}

/** With the key that made the batch, as it is now. Throws `invalid_api_key` where it is no longer valid. */
async function callerOf({ customer_id: customerId, api_key_id: keyId }: BatchTurn): Promise<Caller> {
  const { BATCH_PRICE_FACTOR: priceFactor } = env()
  const caller =
    keyId === null
      ? { customerId, userId: null, apiKey: null, isOperator: false }
      : await findKeyCaller(customerId, keyId)
  if (caller === undefined) throw new AppError('invalid_api_key')
  return { ...caller, ...(priceFactor !== 1 && { priceFactor }) }
}

/** Its contents, where its key keeps them, are stored once it has ended. */
type LineEnd = { status: 'answered' | 'failed'; statusCode: number; body: string }
type LineResult = { goesOn: boolean } | { pauseSeconds: number }

/**
 * Runs one line and stores its answer; only then is it paid for. If the process is killed in between, another runs the
 * line again.
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
      recordWork(asked.caller, { id: requestId, ...text, request: asked.bytes.toString() })
    }
    return result
  }
  try {
    // Under the same id it is charged once, even if the earlier answer is settled late; but one hold at a time.
    if (earlier !== null) await settle({ id: earlier, cost: '0' }, null)
    asked = { caller: await caller, bytes: await buffer(await input.open({ start, end })) }
    const context = { requestId, answerKept: kept.promise }
    const body = await askLine(batch.endpoint, asked.caller, asked.bytes, context)
    const result = await ended({ status: 'answered', statusCode: 200, body })
    kept.resolve(result !== undefined)
    return result ?? { goesOn: false }
  } catch (thrown) {
    kept.resolve(false)
    const error = toAppError(thrown)
    if (mayPass(error) && tries + 1 < MOST_TRIES) {
      await askAgain(batch.id, [line], 'waiting')
      return { pauseSeconds: Math.min(LONGEST_PAUSE_SECONDS, error.retryAfterSeconds ?? pauseAfter(tries)) }
    }
    const body = JSON.stringify(errorEnvelope(error, requestId))
    return (await ended({ status: 'failed', statusCode: error.status, body })) ?? { goesOn: false }
  }
}

/** Busy or temporarily broken; or money is only held, and the error says when it is released. */
function mayPass({ status, retryAfterSeconds }: AppError): boolean {
  return status >= 500 || status === 429 || (status === 402 && retryAfterSeconds !== undefined)
}

/** A killed process may have stored an answer but not that it was paid for. By then its log has been booked, if there is one. */
const KNOWN_AFTER_MILLIS = 120_000

/** Lines whose answer is unpaid are run again. Undefined: there are none. */
async function repairUnpaid(batch: BatchTurn): Promise<BatchPlan | undefined> {
  const oldBefore = new Date(clock.now().getTime() - KNOWN_AFTER_MILLIS)
  const answered = await listAnswered(batch.id, MOST_TRIES, oldBefore)
  const ids = answered.map(({ request_id }) => request_id)
  const unpaid = new Set(await listUnpaid(batch.customer_id, ids, batch.created_at))
  if (unpaid.size === 0) return undefined
  const lost = answered.filter(({ request_id, is_old }) => is_old && unpaid.has(request_id))
  const lines = lost.map(({ line }) => line)
  await askAgain(batch.id, lines, 'answered')
  return { afterSeconds: lost.length > 0 ? 0 : LEASE_SECONDS }
}

/** Writes the answers and the errors to files, and ends the batch. A crash in between leaves bytes for the sweep. */
async function finish(batch: BatchTurn, status: 'completed' | 'expired' | 'cancelled'): Promise<undefined> {
  await markFinalizing(batch, clock.now())
  const results = await writeResults(batch, status)
  await inTransaction(async (transaction) => {
    const files = await results.addTo(transaction)
    if (!(await markEnded(batch, { status, ...files }, clock.now(), transaction)))
      throw new Error('the batch was ended by somebody else')
    await endReading(batch.input_file_id, transaction)
  })
  await deleteLines(batch.id)
}

type Ended = { id: string; customer_id: string }

const reasons = {
  expired: 'This request was not made within the completion window.',
  cancelled: 'The batch was cancelled before this request was made.',
  completed: 'This request was not made.',
}

/** Stores the answers of a batch, and what was refused or not asked; `addTo` makes files of them. Throws StorageError. */
async function writeResults({ id, customer_id: customerId }: Ended, status: keyof typeof reasons) {
  const write = async (name: string, statuses: string[]): Promise<KeptBytes | undefined> => {
    const body = encode(id, statuses, { code: `batch_${status}`, message: reasons[status] })
    const kept = await keepBytes({ customerId, fileName: `${id}_${name}.jsonl`, body })
    // One that is empty is swept.
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

/** As OpenAI writes it; the body is JSON already. */
function lineOf({ custom_id, request_id, status_code, body }: EndedLine, unasked: object): string {
  const ids = `"id":"${newId('batch_req')}","custom_id":${JSON.stringify(custom_id)}`
  return body === null
    ? `{${ids},"response":null,"error":${JSON.stringify(unasked)}}`
    : `{${ids},"response":{"status_code":${status_code},"request_id":"${request_id}","body":${body}},"error":null}`
}

/** What a request over HTTP would do, by the same use case; answers JSON. */
type Ask = (caller: Caller, body: unknown, context: ChatContext) => Promise<string>

const asks: Readonly<Record<BatchEndpoint, Ask>> = {
  '/v1/chat/completions': askWith(ChatRequest, createCompletion),
  '/v1/responses': askWith(ResponsesRequest, (caller, request, context) =>
    // Its line is already in memory, and few run at once.
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
    const answer = await useCase(caller, request, context)
    return typeof answer === 'string' ? answer : JSON.stringify(answer)
  }
}

const Fields = z.record(z.string(), z.unknown())
const Line = z.object({ body: z.unknown() })

/** Never aborts: there is no client, so an answer is awaited, within the upstream's own time limits. */
const patient = new AbortController().signal

/**
 * Performs the request of a line. `answerKept` says afterwards whether the answer was stored; only then is it paid for.
 * Throws what the use case does.
 */
function askLine(
  endpoint: BatchEndpoint,
  caller: Caller,
  bytes: Buffer,
  { requestId, answerKept }: { requestId: string; answerKept: Promise<boolean> },
): Promise<string> {
  const { body } = Line.parse(readLine(bytes))
  const context = { requestId, signal: patient, answerKept, bytes: new JsonSource(bytes).bytesOf('body') }
  return traced('batch line', { attributes: { 'portico.request_id': requestId } }, () =>
    asks[endpoint](caller, body, context),
  )
}
