import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { parseJson } from '@/lib/platform/json'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import { hasSetting } from '@/lib/upstream/contract/request-shape'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type {
  VideoCall,
  VideoHandle,
  VideoMediaAccess,
  VideoModel,
  VideoStatus,
} from '@/lib/upstream/contract/video-model'
import { createVendorFetch, explainFailure, type SdkSettings } from '../vendor-fetch'
import { falVideos } from './fal'
import { googleVideos } from './google'
import { replicateVideos } from './replicate'
import { runwayVideos } from './runway'
import {
  failedTask,
  readFrames,
  refusedByPolicy,
  refusedTask,
  unsupported,
  type VideoVendor,
} from './video-vendor'

type Means = {
  vendor: VideoVendor
  settings: SdkSettings
  fetch: typeof globalThis.fetch
}

/** Starting and polling are quick, because videos are rendered asynchronously. */
const ANSWER_TIMEOUT_MS = 60_000
/** The time until all nodes of a vendor know a task. */
const SETTLING_MS = 5 * 60_000

/** Videos by vendors with their own APIs. */
export function createAiSdkVideo({ media, ...given }: SdkSettings & { media: VideoMediaAccess }): VideoModel {
  const vendor = videoVendors[given.sdk]
  if (vendor === undefined) throw new Error(`the vendor ${given.sdk} serves no video`)
  const settings: SdkSettings = {
    ...given,
    baseUrl: vendor.addressOf(given),
    answerTimeoutMs: given.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
  }
  const fetch = createVendorFetch(settings, 'whole')
  const means: Means = { vendor, settings, fetch }
  const { nameIn } = vendor
  return {
    start: (call) => start(call, media, means),
    status: async (handle, signal) => readStatus(readHandle(handle), means, signal),
    cancel: (handle, signal) => cancel(handle, means, signal),
    ...(nameIn && {
      readNotification: (body, model) => handleOf(model, nameIn(parseJson(body.toString()), model)),
    }),
  }
}

function handleOf(model: string, name: string | null): VideoHandle | null {
  return name === null ? null : writeHandle({ model, name, startedAt: clock.now().toISOString() })
}

async function start(
  call: VideoCall,
  media: VideoMediaAccess,
  means: Means,
): Promise<{ handle: VideoHandle }> {
  const { vendor } = means
  requireAbilities(call)
  const frames = await readFrames(call, vendor.frames, media)
  const { model, options } = vendor.write(call, frames)
  try {
    const opened = await vendor.open(means, model)
    const started = await opened.doStart?.({
      ...options,
      ...(call.callbackUrl !== null && { webhookUrl: call.callbackUrl }),
      abortSignal: call.signal,
    })
    const handle = handleOf(model, started === undefined ? null : vendor.nameOf(started.operation))
    if (handle === null) throw new UpstreamError('failed', { status: 200 })
    return { handle }
  } catch (error) {
    call.signal.throwIfAborted()
    throw explainFailure(error)
  }
}

async function readStatus(task: TaskHandle, means: Means, signal: AbortSignal): Promise<VideoStatus> {
  const { vendor, settings } = means
  try {
    const waits = await vendor.waits?.(task.name, means, signal)
    if (waits) return waits
  } catch (error) {
    signal.throwIfAborted()
    return lostOrThrow(explainFailure(error), task)
  }
  const watched = watchFetch(means.fetch)
  let refusal: unknown = new UpstreamError('failed', { status: 200 })
  try {
    const model = await vendor.open({ settings, fetch: watched.fetch }, task.model)
    const operation = vendor.operationOf(task.name, settings)
    await model.doStatus?.({ operation, abortSignal: signal })
  } catch (error) {
    signal.throwIfAborted()
    refusal = error
  }
  return vendor.read(watched.answer(), settings) ?? endOf(explainFailure(refusal), task, means)
}

/** The status of a task by a failed status request. Throws if the failure says nothing about the task. */
function endOf(error: UpstreamError, task: TaskHandle, { vendor, settings }: Means): VideoStatus {
  if (!vendor.endsInRefusals || error.status === 404) return lostOrThrow(error, task)
  const message = error.hasPublicMessage ? error.message : undefined
  if (error.fault === 'rejected')
    return error.code === 'content_policy_violation'
      ? refusedByPolicy(message, settings)
      : refusedTask(message, settings)
  // The queue itself works: it reports a failure of the model.
  if (error.fault === 'failed' && (error.status ?? 0) >= 500) return failedTask(undefined, settings)
  throw error
}

function lostOrThrow(error: UpstreamError, { startedAt }: TaskHandle): VideoStatus {
  if (error.status !== 404) throw error
  const ageMs = clock.now().getTime() - Date.parse(startedAt)
  if (ageMs < SETTLING_MS) throw new UpstreamError('failed', { status: 404, cause: error })
  const message = 'The upstream has lost this task.'
  return { state: 'failed', code: 'upstream_error', message, isRetryable: false }
}

async function cancel(handle: VideoHandle, means: Means, signal: AbortSignal): Promise<'gone' | 'runs'> {
  const { name } = readHandle(handle)
  try {
    return (await means.vendor.cancel?.(name, means, signal)) ?? 'runs'
  } catch (error) {
    signal.throwIfAborted()
    throw explainFailure(error)
  }
}

const videoVendors: Partial<Record<SdkName, VideoVendor>> = {
  google: googleVideos,
  fal: falVideos,
  replicate: replicateVideos,
  runway: runwayVideos,
}

/** Refuses what none of these vendors supports, in case the catalog offers it, unless its `request` has a field for it. */
function requireAbilities(call: VideoCall): void {
  const hasField = (name: string) => call.request != null && hasSetting(call.request, 'text', name)
  const asked: [string, boolean][] = [
    ['duration', call.duration === -1],
    ['frames', call.frames !== null && !hasField('frames')],
    ['camera_fixed', call.cameraFixed && !hasField('camera_fixed')],
    ['watermark', call.watermark && !hasField('watermark')],
    ['return_last_frame', call.returnLastFrame],
    ['service_tier', call.serviceTier === 'flex'],
    ['draft', call.isDraft || call.draftOf !== null],
    ['tools', call.webSearch],
  ]
  const [param] = asked.find(([, isAsked]) => isAsked) ?? []
  if (param !== undefined) throw unsupported(param)
}

/** What a status request needs, except base URL and key, which the operator may change before the task ends. */
const TaskHandle = z.object({
  /** The vendor's own id of the model. */
  model: z.string().min(1),
  /** The vendor's own name of the task. */
  name: z.string().min(1),
  startedAt: z.iso.datetime(),
})
type TaskHandle = z.infer<typeof TaskHandle>

function writeHandle(handle: TaskHandle): VideoHandle {
  return JSON.stringify(handle)
}

function readHandle(handle: VideoHandle): TaskHandle {
  const parsed = TaskHandle.safeParse(parseJson(handle))
  if (parsed.success) return parsed.data
  throw new UpstreamError('rejected', { message: 'This task was started elsewhere.', cause: parsed.error })
}

type Watched = {
  fetch: typeof globalThis.fetch
  /** The JSON of the latest good answer; undefined before the first. */
  answer(): unknown
}

/** A `fetch` that records the latest answer, because the packages pass on less than the vendors report. */
function watchFetch(fetch: typeof globalThis.fetch): Watched {
  let latest: unknown
  return {
    async fetch(input, init) {
      latest = undefined
      const response = await fetch(input, init)
      const text = await response.text()
      latest = parseJson(text)
      return new Response(text, { status: response.status, headers: response.headers })
    },
    answer: () => latest,
  }
}
