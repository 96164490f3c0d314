import { EventStreamCodec } from '@smithy/eventstream-codec'
import { parseJson } from '@/lib/platform/json'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { fieldsOf, textOf } from '@/lib/upstream/reading/members'

/** AWS's binary frames. https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html */
export const AWS_EVENT_STREAM = 'application/vnd.amazon.eventstream'

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString(),
  (text) => Buffer.from(text),
)

const MOST_FRAME_BYTES = 32 * 1024 * 1024
const LENGTH_BYTES = 4

/**
 * Bedrock's frames as server-sent events, as the vendor of the model writes them: each frame has one, in base64. Throws for a
 * broken frame.
 */
export async function* toServerEvents(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of body) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    while (rest.length >= LENGTH_BYTES) {
      const size = rest.readUInt32BE(0)
      if (size > MOST_FRAME_BYTES) throw new UpstreamError('failed', { status: 200 })
      if (rest.length < size) break
      const event = readFrame(rest.subarray(0, size))
      rest = rest.subarray(size)
      if (event !== undefined) yield Buffer.from(`data: ${event}\n\n`)
    }
  }
}

function readFrame(frame: Buffer): string | undefined {
  const { headers, body } = codec.decode(frame)
  const payload = fieldsOf(parseJson(Buffer.from(body).toString()))
  const type = headers[':exception-type']?.value ?? headers[':error-code']?.value
  if (type !== undefined) return JSON.stringify({ type: 'error', error: { message: type, ...payload, type } })
  const bytes = textOf(payload.bytes)
  return bytes === undefined ? undefined : Buffer.from(bytes, 'base64').toString()
}
