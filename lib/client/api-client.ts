import type { z } from 'zod'
import { ApiError } from './api-error'
import { readApiError } from './read-api-error'

type ApiRequest<Reply extends z.ZodType> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** What the reply must look like; anything else is an ApiError, never a half-understood value. */
  reply: Reply
  body?: unknown
  query?: Record<string, string | number | null | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Calls our own API with the console's session cookie and gives the parsed reply, or throws an ApiError. */
export async function callApi<Reply extends z.ZodType>(
  path: string,
  { method = 'GET', reply, body, query, headers, signal }: ApiRequest<Reply>,
): Promise<z.output<Reply>> {
  const response = await send(withQuery(path, query), {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw await readApiError(response)
  const parsed = reply.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  throw new ApiError({
    status: response.status,
    code: 'unexpected_reply',
    message: 'The server sent an answer that this page does not understand. Reload the page and try again.',
    requestId: response.headers.get('x-request-id'),
  })
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError({
      status: 0,
      code: 'network',
      message: 'The server could not be reached. Check the connection and try again.',
    })
  }
}

function withQuery(path: string, query: ApiRequest<z.ZodType>['query']): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value))
  }
  return params.size > 0 ? `${path}?${params}` : path
}
