import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { beforeAnswers, type StreamBody } from '@/lib/platform/stream'
import { BodyIntake } from './body-intake'
import type { Route } from './contract'
import { type Exchange, isStreamBody, peerOf, type Reply } from './exchange'
import { runRoute } from './run-route'

type RouteContext = { params: Promise<Record<string, string | string[]>> }

/** The door for hosts that run Next without our server (`next start`): takes a web Request, returns a Response. */
export function webDoor(route: Route) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    // Next reports a client that hung up by the request's signal, or only by cancelling the response's stream.
    const hangUp = new AbortController()
    const signal = AbortSignal.any([request.signal, hangUp.signal])
    const exchange = exchangeOf(request, signal)
    const reply = await runRoute(route, exchange, await context.params)
    const over = () => {
      exchange.releaseBody()
      exchange.onEnd?.()
    }
    if (!isStreamBody(reply.body)) over()
    beforeAnswers.run()
    const headers = new Headers(reply.headers)
    for (const cookie of reply.cookies ?? []) headers.append('set-cookie', cookie)
    return new Response(bodyOf(reply, hangUp, over), { status: reply.status, headers })
  }
}

function exchangeOf(request: Request, signal: AbortSignal): Exchange {
  const url = new URL(request.url)
  const headers: Record<string, string | undefined> = Object.fromEntries(request.headers)
  let body: BodyIntake | undefined
  return {
    id: newId('req'),
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    headers,
    peer: peerOf(headers['x-portico-peer'], headers['x-forwarded-for']),
    readBody: (terms) => {
      const { 'content-length': announced } = headers
      body = new BodyIntake(terms, announced === undefined ? undefined : Number(announced))
      return readBody(request, body)
    },
    releaseBody: () => body?.release(),
    takeRoom: async (bytes) => {
      await body?.hold(bytes)
      if (signal.aborted) body?.release()
    },
    readStream: () => readStream(request),
    signal,
    answerHeaders: {},
  }
}

async function readBody(request: Request, body: BodyIntake): Promise<Buffer> {
  const late = Promise.withResolvers<never>()
  const reader = request.body?.getReader()
  const read = () => reader?.read().catch(hungUp)
  try {
    body.begin(late.reject)
    for (let next = await Promise.race([read(), late.promise]); next?.value !== undefined; ) {
      await body.add(next.value)
      next = await Promise.race([read(), late.promise])
    }
    return body.end()
  } catch (error) {
    body.release()
    reader?.cancel().catch(() => undefined)
    throw error
  }
}

function hungUp(cause: unknown): never {
  throw new AppError('client_closed_request', { cause })
}

async function* readStream(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request.body ?? []) yield chunk
  } catch (cause) {
    hungUp(cause)
  }
}

function bodyOf(reply: Reply, hangUp: AbortController, over: () => void): BodyInit | null {
  const { body } = reply
  if (isStreamBody(body)) return readableOf(body, hangUp, over)
  return typeof body === 'string' || body === null ? body : new Uint8Array(body)
}

/** `over` is called when nothing more is sent. */
function readableOf(body: StreamBody, hangUp: AbortController, over: () => void): ReadableStream<Uint8Array> {
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
          over()
        },
        destroy() {
          if (open) controller.error(new Error('the response was cut short'))
          open = false
          over()
        },
      })
    },
    pull() {
      drained()
    },
    cancel() {
      open = false
      over()
      hangUp.abort()
    },
  })
}
