import type { z } from 'zod'
import { apiPaths } from './paths'

type AnyRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A form, or a value to send as JSON. */
  body?: unknown
  query?: Record<string, string | number | null | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

type ApiRequest<Reply extends z.ZodType> = AnyRequest & { reply: Reply | Shape<Reply> }

/**
 * How a reply is read: parsed by a schema, or only typed. Replies of our own API are typed: its server checks each against the
 * schema (lib/http/check-answers.ts), and zod with the schemas would be a fifth of what a page loads.
 */
export type Shape<Schema extends z.ZodType> = { readonly typed: true; readonly schema?: Schema }

type SchemasOf<Module> = { [Name in keyof Module]: Module[Name] extends z.ZodType ? Module[Name] : never }

/** The shapes of a module's schemas by name: `shapesOf<typeof import('./schema')>()`. */
export const shapesOf =
  <Module>() =>
  <Name extends keyof Module>(_name: Name): Shape<SchemasOf<Module>[Name]> => ({ typed: true })

/** Calls our API with the session cookie and returns the reply. Throws an ApiError. */
export async function callApi<Reply extends z.ZodType>(
  path: string,
  { reply, ...request }: ApiRequest<Reply>,
): Promise<z.output<Reply>> {
  return readReply(await fetchApi(path, request), reply)
}

async function readReply<Reply extends z.ZodType>(
  response: Response,
  reply: Reply | Shape<Reply>,
): Promise<z.output<Reply>> {
  try {
    const value = await response.json()
    return 'typed' in reply ? value : reply.parse(value)
  } catch {
    throw new ApiError({
      status: response.status,
      code: 'unexpected_reply',
      message: 'The server sent an unexpected reply. Reload the page and try again.',
      requestId: response.headers.get('x-request-id'),
    })
  }
}

/** The raw response, for replies that are not JSON. Throws an ApiError for an error status. */
export async function fetchApi(
  path: string,
  { method = 'GET', body, query, headers, signal }: AnyRequest,
): Promise<Response> {
  // The browser sets the type of a form, with its boundary.
  const isJson = body !== undefined && !(body instanceof FormData)
  const response = await send(withQuery(path, query), {
    method,
    headers: {
      accept: 'application/json',
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw await readApiError(response)
  return response
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw unreachable()
  }
}

function withQuery(path: string, query: AnyRequest['query']): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value))
  }
  return params.size > 0 ? `${path}?${params}` : path
}

type ApiErrorFields = {
  status: number
  code: string
  message: string
  param?: string | null
  requestId?: string | null
  retryAfterSeconds?: number | null
}

/** A failed request to our own API. `code` is the contract's; `network` and `unexpected_reply` are ours. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The field at fault, as the wire names it. */
  readonly param: string | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(fields: ApiErrorFields) {
    super(fields.message)
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.param = fields.param ?? null
    this.requestId = fields.requestId ?? null
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
  }
}

/** The error of a response that is not ok, whatever its body is. */
async function readApiError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after'))
  const common = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
  }
  const body: unknown = await response.json().catch(() => null)
  const { code, message, param, requestId } = errorIn(body)
  if (code === null || message === null) {
    return new ApiError({
      ...common,
      code: 'unexpected_reply',
      message: `The server answered with status ${response.status} and no details.`,
    })
  }
  return new ApiError({ ...common, code, message, param, requestId: requestId ?? common.requestId })
}

/** Reads our error envelope or that of the portrait actions. Parsed by hand, so that no schema has to be loaded. */
function errorIn(body: unknown) {
  const { error, ResponseMetadata } = fieldsOf(body)
  const [fields, action] = [fieldsOf(error), fieldsOf(fieldsOf(ResponseMetadata).Error)]
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    code: text(fields.code) ?? text(action.Code),
    message: text(fields.message) ?? text(action.Message),
    param: text(fields.param),
    requestId: text(fields.request_id),
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

type Upload<Reply extends z.ZodType> = {
  reply: Reply | Shape<Reply>
  /** From 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Uploads a file, which is kept for a day. An XMLHttpRequest, because `fetch` reports no upload progress. */
export function uploadMedia<Reply extends z.ZodType>(
  file: Blob,
  { reply, onProgress, signal }: Upload<Reply>,
): Promise<z.output<Reply>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiPaths.media)
    request.setRequestHeader('content-type', file.type)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status })
      if (!response.ok) {
        readApiError(response).then(reject, reject)
        return
      }
      readReply(response, reply).then(resolve, reject)
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network',
    message: 'The server could not be reached. Check the connection and try again.',
  })
}
