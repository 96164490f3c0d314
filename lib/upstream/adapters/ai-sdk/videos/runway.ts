import { z } from 'zod'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import {
  failedTask,
  type Opened,
  refusedByPolicy,
  refusedTask,
  resultAt,
  startOptions,
  type VideoVendor,
  writeByShape,
} from './video-vendor'

/** Runway has no package; its API is small (docs.dev.runwayml.com/api, runwayml/sdk-node). */
const VERSION = '2024-11-06'

const Started = z.object({ id: z.string().regex(/^[\w-]{1,200}$/) })

/** GET /v1/tasks/{id} */
const Task = z.looseObject({
  id: z.string(),
  status: z.enum(['PENDING', 'THROTTLED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
  progress: z.number().min(0).max(1).nullish().catch(null),
  output: z.array(z.url()).nullish().catch(null),
  failure: z.string().nullish().catch(null),
  failureCode: z.string().nullish().catch(null),
})

/** The catalog's data names the endpoint for each kind of request as its model; the model's name is one of the fields. */
export const runwayVideos: VideoVendor = {
  open: async (opened, endpoint) => ({
    async doStart({ providerOptions, abortSignal }) {
      const body = JSON.stringify(providerOptions.runway)
      return { operation: await ask(opened, endpoint, { method: 'POST', body }, abortSignal) }
    },
    doStatus: ({ operation, abortSignal }) => ask(opened, `tasks/${operation.id}`, {}, abortSignal),
  }),
  addressOf: ({ baseUrl }) => baseUrl.replace(/\/+$/, ''),
  frames: 'links',
  write(call, frames) {
    const { model, fields } = writeByShape(call, frames, [])
    return { model, options: startOptions(call, { providerOptions: { runway: fields } }) }
  },
  nameOf: (operation) => Started.safeParse(operation).data?.id ?? null,
  operationOf: (id) => ({ id }),
  read(answer, settings): VideoStatus | null {
    const said = Task.safeParse(answer).data
    if (said === undefined) return null
    const { status, progress, output, failure, failureCode } = said
    if (status === 'CANCELLED') return { state: 'cancelled' }
    if (status === 'PENDING' || status === 'THROTTLED') return { state: 'queued', progress: null }
    if (status === 'RUNNING')
      return { state: 'running', progress: progress == null ? null : Math.round(progress * 100) }
    if (status === 'SUCCEEDED') {
      const [url] = output ?? []
      return url === undefined ? null : { state: 'succeeded', result: resultAt({ url }) }
    }
    if (/SAFETY/.test(failureCode ?? '')) return refusedByPolicy(failure ?? undefined, settings)
    const ended = /^(?:ASSET|INPUT)/.test(failureCode ?? '') ? refusedTask : failedTask
    return ended(failure ?? undefined, settings)
  },
  endsInRefusals: false,
}

async function ask(
  { settings, fetch }: Opened,
  path: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${settings.apiKey ?? ''}`,
    'content-type': 'application/json',
    'x-runway-version': VERSION,
  }
  const response = await fetch(`${settings.baseUrl}/${path}`, { ...init, headers, ...(signal && { signal }) })
  return response.json()
}
