import type { Sink, StreamBody } from '@/lib/platform/stream'

/** All of a streamed answer, as a client that takes everything at once gets it. */
export function readStream(answer: StreamBody | { value: unknown }): Promise<string> {
  if (!('start' in answer)) return Promise.reject(new Error('the answer is not a stream'))
  return new Promise((resolve, reject) => {
    let text = ''
    const sink: Sink = {
      write: (bytes) => {
        text += bytes.toString()
        return true
      },
      onDrain: () => undefined,
      end: () => resolve(text),
      destroy: () => reject(new Error('the answer was cut short')),
    }
    answer.start(sink)
  })
}
