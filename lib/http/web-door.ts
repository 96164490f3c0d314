import { beforeAnswers } from '@/lib/platform/before-answers'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import type { StreamBody } from '@/lib/platform/stream'
import { type Exchange, isStreamBody, peerOf, type Reply } from './exchange'
import type { Route } from './route'
import { runRoute } from './run-route'

type RouteContext = { params: Promise<Record<string, string | string[]>> }

/** The door for Next's own pipeline (`next dev`, hosts that run route handlers): a web Request in, a Response out. */
export function webDoor(route: Route) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    // The server tells of a client that hung up by the request's signal, or only by no longer taking the answer.
    const hangUp = new AbortController()
    const signal = AbortSignal.any([request.signal, hangUp.signal])
    const reply = await runRoute(route, exchangeOf(request, signal), await context.params)
    beforeAnswers.run()
    const headers = new Headers(reply.headers)
    for (const cookie of reply.cookies ?? []) headers.append('set-cookie', cookie)
    return new Response(bodyOf(reply, hangUp), { status: reply.status, headers })
  }
}

function exchangeOf(request: Request, signal: AbortSignal): Exchange {
  const url = new URL(request.url)
  const headers: Record<string, string | undefined> = Object.fromEntries(request.headers)
  return {
    id: newId('req'),
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    headers,
    peer: peerOf(headers['x-portico-peer'], headers['x-forwarded-for']),
    connection: request, // which one it came by is not told here
    readBody: (maxBytes) => readBody(request, maxBytes),
    readStream: () => readStream(request),
    signal,
  }
}

async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBytes)
      throw new AppError('payload_too_large', { message: `The body is larger than ${maxBytes} bytes.` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* readStream(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request.body ?? []) yield chunk
  } catch (cause) {
    throw new AppError('client_closed_request', { cause })
  }
}

function bodyOf(reply: Reply, hangUp: AbortController): BodyInit | null {
  const { body } = reply
  if (isStreamBody(body)) return readableOf(body, hangUp)
  return typeof body === 'string' || body === null ? body : new Uint8Array(body)
}

function readableOf(body: StreamBody, hangUp: AbortController): ReadableStream<Uint8Array> {
  let drained: () => void = () => undefined
  let open = true
  return new ReadableStream<Uint8Array>({
    start(controller) {
      body.start({
        write(bytes) {
          beforeAnswers.run()
          if (open) controller.enqueue(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
          return (controller.desiredSize ?? 0) > 0
        },
        onDrain(callback) {
          drained = callback
        },
        end() {
          beforeAnswers.run()
          if (open) controller.close()
          open = false
        },
        destroy() {
          if (open) controller.error(new Error('the answer was cut short'))
          open = false
        },
      })
    },
    pull() {
      drained()
    },
    cancel() {
      open = false
      hangUp.abort()
    },
  })
}
