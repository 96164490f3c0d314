import type { ChatByteStream } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'

type Gathered = { chunks: Buffer[]; bytes: Buffer; error: UpstreamError | null }

/** Takes a stream to its end, as a receiver that never asks for a pause. */
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
