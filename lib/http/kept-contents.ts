import { keepsContents, keptText, mediaPlaceholder, recordContents } from '@/lib/account/api-keys/contents'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import type { RouteDeclaration } from './contract'
import { type Exchange, isStreamBody, type Reply } from './exchange'

/** A request whose contents are stored, as the key's owner has enabled. */
export type KeptRequest = { caller: Caller; request: string | null }

/** Undefined unless both the route and the key enable it. */
export function beginKeeping(declaration: RouteDeclaration, caller: Caller | null): KeptRequest | undefined {
  return declaration.keepsContents && caller && keepsContents(caller) ? { caller, request: null } : undefined
}

/** Stores the request as received. */
export function keepRequest(kept: KeptRequest, read: { bytes: Buffer | undefined; value?: unknown }): void {
  kept.request = keptText(read.bytes?.toString('utf8') ?? JSON.stringify(read.value, fileNote))
}

function fileNote(_name: string, value: unknown): unknown {
  return value instanceof Blob ? mediaPlaceholder(value.type || 'file', value.size) : value
}

/** Returns the same reply. Its contents are stored once it is sent, or as much as was sent when the client hung up. */
export function keepAnswer(kept: KeptRequest, reply: Reply, exchange: Exchange): Reply {
  const { caller, request } = kept
  const taskId = reply.headers['x-portico-task'] ?? taskIn(reply.body)
  const keep = (answer: string | null, isWhole: boolean) =>
    recordContents(caller, {
      id: exchange.id,
      taskId,
      text: { path: exchange.path, status: reply.status, request, answer, is_whole: isWhole },
    })
  const { body } = reply
  const type = reply.headers['content-type'] ?? ''
  if (isStreamBody(body)) return { ...reply, body: copied(body, type, exchange.signal, keep) }
  keep(body === null ? null : keptText(body.toString()), !exchange.signal.aborted)
  return reply
}

/** The response to a request that creates a task begins with the task's id. */
function taskIn(body: Reply['body']): string | null {
  if (typeof body !== 'string') return null
  return /^\{"id":"((?:igen|vgen)_\w+)"/.exec(body)?.[1] ?? null
}

/** Images in the text count too: `keptText` removes them only at the end. */
const MAX_COPIED_BYTES = 8 * 1024 * 1024

/** `body`, copied while it is sent. */
function copied(
  body: StreamBody,
  type: string,
  signal: AbortSignal,
  keep: (answer: string, isWhole: boolean) => void,
): StreamBody {
  const isAudio = type.startsWith('audio/')
  const chunks: Buffer[] = []
  let sentBytes = 0
  let hasEnded = false
  const end = (isWhole: boolean) => {
    if (hasEnded) return
    hasEnded = true
    signal.removeEventListener('abort', hangUp)
    keep(
      isAudio ? mediaPlaceholder(type, sentBytes) : keptText(Buffer.concat(chunks).toString('utf8')),
      isWhole,
    )
  }
  const hangUp = () => end(false)
  return {
    start(sink) {
      if (signal.aborted) hangUp()
      else signal.addEventListener('abort', hangUp, { once: true })
      body.start({
        write(bytes) {
          if (!hasEnded && !isAudio && sentBytes < MAX_COPIED_BYTES) chunks.push(Buffer.from(bytes))
          sentBytes += Buffer.byteLength(bytes)
          return sink.write(bytes)
        },
        onDrain: (callback) => sink.onDrain(callback),
        end() {
          sink.end()
          end(true)
        },
        destroy() {
          sink.destroy()
          end(false)
        },
      })
    },
  }
}
