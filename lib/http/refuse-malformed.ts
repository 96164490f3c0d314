import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { errorEnvelope } from './error-response'

/**
 * What Node could not read as a request, it answers without a word. Ours are in the envelope, like all others, unless an
 * answer has begun on the line. The line is cut then: nobody knows where on it the next request would begin.
 */
export function refuseMalformed(fault: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writable && !isAnswering(socket)) socket.write(answerTo(fault.code))
  socket.destroy()
}

/** Node keeps the answer that a connection is busy with under this name. */
function isAnswering(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return answer instanceof ServerResponse && answer.headersSent
}

function answerTo(code: string | undefined): string {
  const { status, error } = refusalOf(code)
  const id = newId('req')
  const body = JSON.stringify(errorEnvelope(error, id))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${id}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function refusalOf(code: string | undefined): { status: number; error: AppError } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: 431,
      error: new AppError('payload_too_large', { message: 'The headers are too large.' }),
    }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, error: new AppError('request_timeout') }
  return {
    status: 400,
    error: new AppError('invalid_parameter', { message: 'This is not a valid HTTP request.' }),
  }
}
