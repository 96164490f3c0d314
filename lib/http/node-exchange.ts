import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { BodyIntake, type BodyTerms } from './body-intake'
import { type Exchange, peerOf } from './exchange'

/** A request of Node's as routes see it. What few of them ask for is worked out when they do. */
export class NodeExchange implements Exchange {
  readonly id = newId('req')
  readonly method: string
  readonly headers: Exchange['headers']
  readonly #request: IncomingMessage
  readonly #query: string
  readonly #hangUp = new AbortController()
  #body: BodyIntake | undefined

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    readonly path: string,
    query: string,
  ) {
    this.#request = request
    this.#query = query
    this.method = request.method ?? 'GET'
    this.headers = request.headers as Exchange['headers']
    response.on('close', () => {
      this.releaseBody()
      if (!response.writableFinished) this.abort()
    })
  }

  get signal(): AbortSignal {
    return this.#hangUp.signal
  }

  /** Nobody waits for the answer any more. */
  abort(): void {
    this.#hangUp.abort()
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#query)
  }

  get peer(): string {
    const forwardedFor = this.#request.headers['x-forwarded-for']?.toString()
    return peerOf(this.#request.socket.remoteAddress, forwardedFor)
  }

  // Fields, not methods: a route may take them out of the exchange and call them by themselves.
  readonly readBody = (terms: BodyTerms): Promise<Buffer> => {
    const { 'content-length': announced } = this.headers
    this.#body = new BodyIntake(terms, announced === undefined ? undefined : Number(announced))
    return readBody(this.#request, this.#body)
  }
  readonly releaseBody = (): void => this.#body?.release()
  readonly readStream = (): AsyncGenerator<Uint8Array> => readStream(this.#request)
}

function readBody(request: IncomingMessage, body: BodyIntake): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      try {
        const room = body.add(chunk)
        if (room === undefined) return
        request.pause()
        room.then(() => void request.resume(), fail)
      } catch (error) {
        fail(error)
      }
    }
    const fail = (error: unknown) => {
      request.off('data', take) // the rest goes nowhere
      body.release()
      reject(error)
    }
    // Gone while its key was looked up: no event would tell it any more.
    if (request.destroyed) throw new AppError('client_closed_request')
    body.begin(fail)
    request.on('data', take)
    request.on('end', () => resolve(body.end()))
    // Also when the client hangs up before all of it has come.
    request.on('error', (cause) => fail(new AppError('client_closed_request', { cause })))
  })
}

/** A client that sends nothing for this long has gone, whatever its connection says. */
const UPLOAD_IDLE_MILLIS = 60_000

async function* readStream(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const giveUp = () => void request.destroy(new Error('the client stopped sending'))
  request.setTimeout(UPLOAD_IDLE_MILLIS, giveUp)
  try {
    // A reader that refuses the rest must still be able to say so on this connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk
  } catch (cause) {
    throw new AppError('client_closed_request', { cause })
  } finally {
    request.setTimeout(0)
    request.off('timeout', giveUp)
  }
}
