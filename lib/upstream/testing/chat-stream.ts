import type { ChatByteStream } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** The smallest well-formed completion. */
export const COMPLETION = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'large',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
}

/** One event of a stream with this text in it. */
export function chunkEvent(content: string): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }]
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'large', choices })}\n\n`
}

export const DONE_EVENT = 'data: [DONE]\n\n'

type Gathered = { chunks: Buffer[]; bytes: Buffer; error: UpstreamError | null }

/** Reads a stream to its end, as a receiver that never requests a pause. */
export function gatherStream(stream: ChatByteStream): Promise<Gathered> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const finish = (error: UpstreamError | null) => resolve({ chunks, bytes: Buffer.concat(chunks), error })
    stream.start({
      onChunk: (bytes) => {
        chunks.push(bytes)
        return true
      },
      onEnd: () => finish(null),
      onError: finish,
    })
  })
}
