import { z } from 'zod'
import { recordDetachedRequest } from '@/lib/account/api-keys/contents'
import { findWorkCaller } from '@/lib/account/identity/work-caller'
import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { markCaller } from '@/lib/money/budgets/marks'
import { StoredMarks, toStored } from '@/lib/money/budgets/schema'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun, QueuedJob } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { subscribe } from '@/lib/platform/notify'
import { inTransaction } from '@/lib/platform/transaction'
import { completeConversation, styleOf, toReading } from './internal/ask-model'
import { showsSeals, toResponse } from './internal/response'
import type { InputItem } from './items'
import { openWork, readResponse, recall, sealOutput, sealResponse } from './memory'
import * as repository from './repository'
import { type ResponseReply, ResponsesRequest } from './schema'

/**
 * Background responses: a queued row and a job; a worker calls the model and ends the row. A run is charged only if it ended
 * the row, so a response costs once, however often it is made and whichever process dies.
 */
const WorkPayload = z.object({ id: z.string() })

export const makeResponseJob: QueuedJob<z.output<typeof WorkPayload>> = {
  name: 'responses.make',
  payload: WorkPayload,
  concurrency: () => 32,
  groupConcurrency: () => 16,
  retryLimit: 20,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 3600,
  keptSeconds: 3600,
}

/** What is needed to make a queued response, apart from its items. */
const Work = z.object({
  request: ResponsesRequest,
  userId: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  marks: StoredMarks.optional(),
})

/** Queues a response and returns it as JSON text. Throws if the model is not allowed or the customer has no credit. */
export async function beginInBackground(
  caller: Caller,
  request: ResponsesRequest,
  input: readonly InputItem[],
  answerKept: Promise<boolean> | undefined,
): Promise<string> {
  const { customerId, userId, apiKey, marks } = caller
  const { model, models, provider } = request
  const resolved = resolveRoutes(caller, { model, models, provider, modality: 'chat' })
  await refuseWithoutCredit(caller)
  const id = newId('resp')
  const head = { id, created: Math.floor(clock.now().getTime() / 1000), model: resolved.model.id }
  const style = { ...styleOf(request, toReading(caller, request, input)), id, keep: async () => true }
  const response = toResponse(head, style, [], { status: 'queued' })
  const work: z.input<typeof Work> = {
    request: { ...request, input: '' },
    userId,
    apiKeyId: apiKey?.id ?? null,
    ...(marks && { marks: toStored(marks) }),
  }
  const row = await sealResponse(customerId, { input, response, showsSeals: showsSeals(request), work })
  if (answerKept === undefined)
    await inTransaction(async (transaction) => {
      await repository.insertResponse(row, transaction)
      await enqueue(makeResponseJob, { id }, { transaction, group: customerId })
    })
  else {
    await repository.insertResponse(row)
    void enqueueOnceKept(row, answerKept)
  }
  return JSON.stringify(response)
}

/** If the reply is lost, a retry makes another response and no client knows this one: it is deleted. */
async function enqueueOnceKept({ id, customerId }: repository.SealedResponse, answerKept: Promise<boolean>) {
  try {
    if (await answerKept) await enqueue(makeResponseJob, { id }, { group: customerId })
    else await repository.deleteResponse(customerId, id)
  } catch (error) {
    logger.error(
      { err: String(error), response: id },
      'a response could not be queued; it will end as failed',
    )
  }
}

/** A response is given up after this many processes have died with it. */
const MOST_RUNS = 5

/** Makes a queued response. May run twice, even at the same time: the last run to claim the row ends it. */
export async function makeInBackground({
  payload: { id },
  isLastAttempt,
}: JobRun<{ id: string }>): Promise<void> {
  const stop = await listenForStop(id)
  try {
    const claimed = await repository.claimResponse(id)
    if (claimed) await makeClaimed(claimed, isLastAttempt, stop.signal)
  } finally {
    if (stops.get(id) === stop) stops.delete(id)
  }
}

async function makeClaimed(
  claimed: repository.ClaimedResponse,
  isLastAttempt: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { id } = claimed
  const answerKept = Promise.withResolvers<boolean>()
  const end = async (status: ResponseReply['status'], output: Parameters<typeof sealOutput>[1]) => {
    const isEnded = await repository.endResponse(
      claimed,
      { status, ...(await sealOutput(claimed, output)) },
      claimed.run,
    )
    answerKept.resolve(isEnded)
    return isEnded
  }
  const { input, response, showsSeals: isSealShown, work } = await openWork(claimed)
  const requestId = newId('req')
  let caller: Caller | undefined
  const endAndRecord = async (code: number, made: ResponseReply) => {
    const isEnded = await end(made.status, { response: made, showsSeals: isSealShown })
    const { data } = Work.safeParse(work)
    if (isEnded && caller && data)
      recordDetachedRequest(caller, {
        id: requestId,
        path: '/v1/responses',
        status: code,
        answer: JSON.stringify(made),
        request: JSON.stringify({ ...data.request, input }),
      })
    return isEnded
  }
  try {
    if (claimed.run > MOST_RUNS)
      throw new AppError('internal_error', { message: 'The response failed too often.' })
    const { request, userId, apiKeyId, marks } = Work.parse(work)
    const known = await findWorkCaller({ customerId: claimed.customerId, userId, apiKeyId })
    caller = await markCaller({ ...known, marks }, undefined, undefined)
    const { history } = await recall(claimed.customerId, { ...request, input: [] })
    const keep = (made: ResponseReply) => endAndRecord(200, { ...made, created_at: response.created_at })
    const context = { requestId, signal, answerKept: answerKept.promise }
    await completeConversation(caller, request, [...history, ...input], { id, keep }, context)
  } catch (error) {
    // The model's answer is not used, so it is not charged.
    answerKept.resolve(false)
    // The database may be unavailable: try again later.
    const isFinal = error instanceof AppError && error.code !== 'service_unavailable'
    if (!isFinal && !isLastAttempt) throw error
    if (!isFinal) logger.error({ err: String(error), response: id }, 'a response could not be made')
    const reported = isFinal ? error : new AppError('internal_error')
    const failure = { code: reported.wireCode, message: reported.message }
    await endAndRecord(reported.status, { ...response, status: 'failed', error: failure })
  } finally {
    answerKept.resolve(false)
  }
}

/** Responses that this process is making. Any process can stop them. */
const stops = new Map<string, AbortController>()
let listening: Promise<void> | undefined

/** Called before the claim, so a later cancellation is noticed. */
async function listenForStop(id: string): Promise<AbortController> {
  listening ??= subscribe(repository.STOP_CHANNEL, {
    onMessage: (stopped) => stops.get(stopped)?.abort(),
    onGap: () => undefined,
  }).catch((error: unknown) => {
    listening = undefined
    throw error
  })
  await listening
  const stop = new AbortController()
  stops.set(id, stop)
  return stop
}

/**
 * Stops a background response, as leaving stops others. A response that has ended stays as it is. Throws `not_found`, and
 * `invalid_parameter` for a response without `background`.
 */
export async function cancelResponse(caller: Caller, id: string): Promise<ResponseReply> {
  const { background } = await readResponse(caller, id)
  if (!background)
    throw new AppError('invalid_parameter', {
      param: 'id',
      message: 'Only a response that was created with background: true can be cancelled.',
    })
  const isStopped = await repository.endResponse(
    { id, customerId: caller.customerId },
    { status: 'cancelled' },
  )
  if (isStopped) await repository.announceStop(id)
  return readResponse(caller, id)
}
