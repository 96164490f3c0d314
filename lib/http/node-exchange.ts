import type { IncomingMessage } from 'node:http'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { type Exchange, peerOf } from './exchange'

/** A request of Node's as routes see it. What few of them ask for is worked out when they do. */
export class NodeExchange implements Exchange {
  readonly id = newId('req')
  readonly method: string
  readonly headers: Exchange['headers']
  readonly #request: IncomingMessage
  readonly #query: string

  constructor(
    request: IncomingMessage,
    readonly path: string,
    query: string,
    readonly signal: AbortSignal,
  ) {
    this.#request = request
    this.#query = query
    this.method = request.method ?? 'GET'
    this.headers = request.headers as Exchange['headers']
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#query)
  }

  get peer(): string {
    const forwardedFor = this.#request.headers['x-forwarded-for']?.toString()
    return peerOf(this.#request.socket.remoteAddress, forwardedFor)
  }

  get connection(): object {
    return this.#request.socket
  }

  // Fields, not methods: a route may take them out of the exchange and call them by themselves.
  readonly readBody = (maxBytes: number): Promise<Buffer> => readBody(this.#request, maxBytes)
  readonly readStream = (): AsyncGenerator<Uint8Array> => readStream(this.#request)
}

function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () =>
      new AppError('payload_too_large', { message: `The body is larger than ${maxBytes} bytes.` })
    // Gone while its key was looked up: no event would tell it any more.
    if (request.destroyed) {
      reject(new AppError('client_closed_request'))
      return
    }
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      reject(tooLarge())
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else reject(tooLarge())
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    // Also when the client hangs up before all of it has come.
    request.on('error', reject)
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
