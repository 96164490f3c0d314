import { createHash, randomBytes } from 'node:crypto'
import type { CatalogRoute } from '@/lib/catalog/models/catalog-snapshot'
import { findPlannedRoute } from '@/lib/gateway/routing/own-keys'
import { attemptAt, tryRoutes } from '@/lib/gateway/routing/try-routes'
import { failureOf } from '@/lib/gateway/routing/upstream-fault'
import type { UpstreamTry } from '@/lib/money/usage/usage-row'
import { clock } from '@/lib/platform/clock'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoCall, VideoMediaSource } from '@/lib/upstream/contract/video-model'
import { videoModelFor } from '@/lib/upstream/registry'
import type { TaskRow } from '../repository'
import { saveNotification, type VideoPlan } from '../work-repository'
import { nextAskSeconds } from './ask-upstream'
import { failTask, taskError, waitingForOf } from './end-task'
import type { Media } from './task-record'

/** Starts before a task fails because no upstream accepts it: about eight minutes. */
const MOST_STARTS = 8
const LONGEST_WAIT_SECONDS = 300

/** An unexpected error may repeat, and each start may cost money at the provider. */
const MOST_STARTS_OF_UNKNOWN = 3

/** Starts the task at the first of its routes that accepts it. Only one turn at a time may. */
export async function startTask(row: TaskRow, signal: AbortSignal): Promise<VideoPlan | undefined> {
  // Every worker that started it has died.
  if (row.starts > MOST_STARTS) return giveUp(row, 'its workers die')
  try {
    return await start(row, signal)
  } catch (error) {
    const isTemporary = signal.aborted || isDatabaseAway(error) || error instanceof StorageError
    if (isTemporary || row.starts < MOST_STARTS_OF_UNKNOWN) throw error
    return giveUp(row, error)
  }
}

async function giveUp(row: TaskRow, cause: unknown): Promise<undefined> {
  const err = cause instanceof Error ? cause.stack : cause
  logger.error({ task: row.id, err }, 'a video task failed unexpectedly')
  await failTask(row, taskError('internal_error'))
}

async function start(row: TaskRow, signal: AbortSignal): Promise<VideoPlan | undefined> {
  const { refusal, attempts, accepted } = await startOnRoutes(row, signal)
  if (accepted !== undefined)
    return { afterSeconds: nextAskSeconds(row.created_at, clock.now()), accepted, attempts }
  const failure = failureOf(refusal)
  const error = taskError(failure.code, { message: failure.message, param: failure.param })
  if (failure.isFinal || row.starts >= MOST_STARTS) {
    await failTask({ ...row, attempts: [...row.attempts, ...attempts] }, error)
    return undefined
  }
  const wait = Math.max(refusal.retryAfterSeconds ?? 0, 2 ** row.starts)
  return { afterSeconds: Math.min(wait, LONGEST_WAIT_SECONDS), attempts, waitingFor: waitingForOf(error) }
}

type Started = { attempts: readonly UpstreamTry[] } & (
  | { accepted: NonNullable<VideoPlan['accepted']>; refusal?: undefined }
  /** Why the last route did not accept it. */
  | { accepted?: undefined; refusal: UpstreamError }
)

async function startOnRoutes(row: TaskRow, signal: AbortSignal): Promise<Started> {
  const routes = row.routes.flatMap((planned) => findPlannedRoute(row.customer_id, planned) ?? [])
  if (routes.length === 0) {
    const message = 'No provider is available for this model right now.'
    return { refusal: new UpstreamError('unreachable', { message }), attempts: [] }
  }
  const tried = await tryRoutes(
    routes,
    signal,
    async (route, _failed, startedAt) => {
      const model = videoModelFor(route.target)
      const notificationUrl = model.readNotification ? await openNotification(row.id, route.routeId) : null
      const { handle } = await model.start(videoCall(row, route, notificationUrl, signal))
      return { handle, latencyMs: performance.now() - startedAt }
    },
    { isSafeToGoOn: wasNotAccepted },
  )
  if (!tried.ok) {
    if (!(tried.error instanceof UpstreamError)) throw tried.error
    return { refusal: tried.error, attempts: tried.attempts }
  }
  const { result, route } = tried
  // If earlier turns failed, this start is recorded as the last attempt.
  const isLast = tried.attempts.length === 0 && row.attempts.length > 0
  const attempts = isLast ? [attemptAt(route, { code: null, status: 200, ...result })] : tried.attempts
  return { accepted: { routeId: route.routeId, handle: result.handle }, attempts }
}

/** An upstream that did not answer may have accepted the task; another route would make the video twice. */
function wasNotAccepted({ fault, status }: UpstreamError): boolean {
  return fault === 'timeout' || fault === 'failed' ? status !== undefined : true
}

/** The task in the form of the adapters. */
function videoCall(
  row: TaskRow,
  route: CatalogRoute,
  callbackUrl: string | null,
  signal: AbortSignal,
): VideoCall {
  const { draftHandle, draftTaskId: _, media, ...request } = row.request
  return {
    ...request,
    model: route.upstreamId,
    request: route.request,
    taskId: row.id,
    customerId: row.customer_id,
    media: media.map(({ type, role, source }) => ({ type, role, source: sourceFor(source, route) })),
    draftOf: draftHandle,
    callbackUrl,
    signal,
  }
}

/** An upstream that has the vault gets a portrait's id there; every other gets the file. */
function sourceFor(source: Media['source'], route: CatalogRoute): VideoMediaSource {
  if ('link' in source) return source
  const { objectKey, mimeType, vaultId } = source
  return vaultId && route.target.adapter === 'ark' ? { link: `asset://${vaultId}` } : { objectKey, mimeType }
}

/** The URL for the upstream's notifications; null if it cannot reach us. */
async function openNotification(taskId: string, routeId: string): Promise<string | null> {
  const { publicUrl } = env()
  if (!publicUrl.startsWith('https:')) return null
  const secret = randomBytes(24).toString('base64url')
  await saveNotification(taskId, { digest: digestOfNotification(secret), routeId })
  return `${publicUrl}/api/video-nudges/${taskId}/${secret}`
}

export function digestOfNotification(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
