import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { apiPaths } from '@/lib/client/paths'
import { emptyFailure, type Failure, networkFailure } from '../conversation/conversation'
import type { WireRequest } from '../conversation/request'
import { Chunk } from './chunk'
import { applyChunk, type Draft, emptyDraft } from './draft'

type Run = {
  request: WireRequest
  signal: AbortSignal
  onDraft: (draft: Draft) => void
}

export type Outcome = {
  status: 'done' | 'stopped' | 'failed'
  draft: Draft
  failure: Failure | null
  totalMs: number
  /** The request's ID in the usage list; null if there was no response. */
  requestId: string | null
}

/** Sends one request to the public API of this origin and reads its stream to the end. Never rejects. */
export async function runCompletion({ request, signal, onDraft }: Run): Promise<Outcome> {
  const sentAt = performance.now()
  const elapsedMs = () => performance.now() - sentAt
  let draft = emptyDraft
  let requestId: string | null = null
  const end = (status: Outcome['status'], failure: Failure | null): Outcome => ({
    status,
    draft,
    failure: failure && { ...failure, requestId: failure.requestId ?? requestId },
    totalMs: elapsedMs(),
    requestId,
  })
  try {
    const response = await fetch(apiPaths.chatCompletions, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ ...request, stream: true, stream_options: { include_usage: true } }),
      signal,
    })
    requestId = response.headers.get('x-request-id')
    if (!response.ok || !response.body) return end('failed', await failureOf(response))
    for await (const data of readEvents(response.body)) {
      if (data === '[DONE]') return end('done', null)
      const event = parseEvent(data)
      if (event.failure) return end('failed', event.failure)
      draft = applyChunk(draft, event.chunk, elapsedMs())
      onDraft(draft)
    }
    return end('failed', brokenFailure)
  } catch {
    if (signal.aborted) return end('stopped', null)
    // After the first event, a network failure is a broken stream.
    return end('failed', draft === emptyDraft ? networkFailure : brokenFailure)
  }
}

async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value.data
    }
  } finally {
    // Closes the connection after an early end (an error event, [DONE]). A broken stream rejects, which is fine.
    await reader.cancel().catch(() => undefined)
  }
}

type ParsedEvent = { failure: Failure; chunk: null } | { failure: null; chunk: Chunk }

function parseEvent(data: string): ParsedEvent {
  let body: unknown
  try {
    body = JSON.parse(data)
  } catch {
    return {
      failure: { ...brokenFailure, message: 'The stream contained invalid JSON.' },
      chunk: null,
    }
  }
  if (Envelope.safeParse(body).success)
    return { failure: readFailure({ status: null, body, retryAfter: null }), chunk: null }
  const chunk = Chunk.safeParse(body)
  if (chunk.success) return { failure: null, chunk: chunk.data }
  return {
    failure: { ...brokenFailure, message: 'The stream contained an unknown event.' },
    chunk: null,
  }
}

async function failureOf(response: Response): Promise<Failure> {
  // Not JSON: the page of a proxy in between.
  const body: unknown = await response.json().catch(() => null)
  return readFailure({ status: response.status, body, retryAfter: response.headers.get('retry-after') })
}

const text = z.string().nullish().catch(null)

const Envelope = z.object({
  error: z.looseObject({
    message: text,
    code: text,
    param: text,
    request_id: text,
    metadata: z.looseObject({ required: text, available: text }).nullish().catch(null),
  }),
})

/** `status`: null for an error event within a stream. */
type ErrorReply = { status: number | null; body: unknown; retryAfter: string | null }

/** Our error envelope, or what a proxy in between sent instead. */
function readFailure({ status, body, retryAfter }: ErrorReply): Failure {
  const parsed = Envelope.safeParse(body)
  const error = parsed.success ? parsed.data.error : null
  return {
    ...emptyFailure,
    status,
    code: error?.code ?? (status === null ? 'stream_error' : `http_${status}`),
    message: error?.message ?? 'The server returned an error without details.',
    param: error?.param ?? null,
    requestId: error?.request_id ?? null,
    retryAt: readRetryAt(retryAfter),
    required: error?.metadata?.required ?? null,
    available: error?.metadata?.available ?? null,
  }
}

/** `Retry-After` is whole seconds or a date. */
function readRetryAt(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds >= 0 ? Date.now() + seconds * 1000 : null
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : date
}

const brokenFailure: Failure = {
  ...emptyFailure,
  code: 'stream_broken',
  message: 'The connection closed before the answer was complete.',
}
