import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isIP } from 'node:net'
import { isLoopbackName } from '@/lib/platform/client-address'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { hearSiblings, readMetrics } from '@/lib/platform/metrics'

/**
 * The metrics for `/api/metrics`. With METRICS_TOKEN, for clients that send it; without it, only on METRICS_PORT; without
 * both, for this machine as long as others cannot reach us, because a proxy on this machine would make them look local.
 * Otherwise a 404.
 */
export async function readOwnMetrics(
  headers: Readonly<Record<string, string | undefined>>,
): Promise<{ mimeType: string; body: string }> {
  const { METRICS_PORT, METRICS_TOKEN, isExposed } = env()
  if (METRICS_TOKEN !== undefined) checkToken(headers.authorization, METRICS_TOKEN)
  else if (METRICS_PORT !== undefined || isExposed || !isFromHere(headers)) throw new AppError('not_found')
  return read(headers.accept)
}

async function read(accept: string | undefined) {
  const { contentType: mimeType, body } = await readMetrics(accept)
  return { mimeType, body }
}

function checkToken(authorization: string | undefined, token: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`)))
    throw new AppError('invalid_api_key', { message: 'Reading the metrics requires METRICS_TOKEN.' })
}

/** By the socket's address, which our server sets. */
function isFromHere(headers: Readonly<Record<string, string | undefined>>): boolean {
  const peer = headers['x-portico-peer']?.replace(/^::ffff:/, '') ?? ''
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
  return isIP(peer) > 0 && isLoopbackName(peer) && !isPassedOn
}

let open: Server | undefined

/** Listens on METRICS_PORT, if it is set, at the same host as the server. Web processes share it. */
export async function openMetrics(): Promise<void> {
  hearSiblings()
  const { METRICS_PORT: port, HOST, PUBLIC_URL } = env()
  if (port === undefined) return
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, mimeType, body }) => response.writeHead(status, { 'content-type': mimeType }).end(body),
      (error: unknown) => {
        logger.error({ err: String(error) }, 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  open = server
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, HOST ?? (PUBLIC_URL === undefined ? '127.0.0.1' : '::'), resolve)
  await promise
}

async function answer({ url, headers }: IncomingMessage) {
  if (!/^\/(api\/)?metrics(\?|$)/.test(url ?? '')) return refusal(404, 'The path is /metrics.')
  const { METRICS_TOKEN } = env()
  try {
    if (METRICS_TOKEN !== undefined) checkToken(headers.authorization, METRICS_TOKEN)
  } catch {
    return refusal(401, 'Reading the metrics requires METRICS_TOKEN.')
  }
  return { status: 200, ...(await read(headers.accept)) }
}

const refusal = (status: number, body: string) => ({ status, mimeType: 'text/plain', body: `${body}\n` })

export function closeMetrics(): void {
  open?.close()
  open?.closeAllConnections()
  open = undefined
}
