import { z } from 'zod'
import { isRecord, parseJson } from '@/lib/platform/json'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { BodyStart, EventSplitter, isDone } from '@/lib/upstream/reading/frames'
import { countOf, type Fields, fieldsOf, hasError, textOf } from '@/lib/upstream/reading/members'

/** Repairs an answer before a vendor's package reads it, because packages refuse unknown values. */
export interface AnswerMender {
  /** A whole answer, or the events of a stream that came in its place; undefined if it is invalid. */
  whole(parts: readonly Fields[]): Fields | undefined
  /** An event of a stream. */
  event(event: Fields): Fields[]
  /** The missing events at the end of a stream; undefined if the answer is incomplete. */
  end(): Fields[] | undefined
}

/** Invalid values in an answer count as absent. */
export const text = z.preprocess(textOf, z.string().optional())
export const count = z.preprocess(countOf, z.number().optional())
export function loosely<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(fieldsOf, z.looseObject(shape))
}

/** Makes the error for a body that is not an answer. */
type Refuse = (body: string) => UpstreamError

export async function mendWhole(body: Body, mender: AnswerMender, refuse: Refuse): Promise<Response> {
  let last = ''
  const parts: Fields[] = []
  for await (const payload of payloadsOf(body)) {
    parts.push(...readJson(payload, refuse))
    last = payload
  }
  const answer = mender.whole(parts)
  if (answer === undefined) throw refuse(last)
  return Response.json(answer)
}

/** Google sends a list if events are not requested. */
function readJson(body: string, refuse: Refuse): Fields[] {
  return [parseJson(body)].flat().map((value: unknown) => {
    if (isRecord(value) && value.type !== 'error' && !hasError(value)) return value
    throw refuse(body)
  })
}

export function mendStream(body: Body, mender: AnswerMender, refuse: Refuse): Response {
  return responseOf(mendedEvents(body, mender, refuse))
}

type Body = AsyncIterable<Buffer>

/** A response whose body is read with backpressure. */
export function responseOf(body: Body, init?: ResponseInit): Response {
  const parts = body[Symbol.asyncIterator]()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    // A pending read ends with the call's signal.
    cancel: () => void parts.return?.().catch(() => undefined),
  }
  return new Response(new ReadableStream(source), init)
}

async function* mendedEvents(body: Body, mender: AnswerMender, refuse: Refuse): AsyncGenerator<Buffer> {
  const write = (event: Fields) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
  let last = ''
  try {
    for await (const payload of payloadsOf(body)) {
      for (const event of readJson(payload, refuse)) yield* mender.event(event).map(write)
      last = payload
    }
  } catch (error) {
    const ending = mender.end()
    // If it breaks after its end, the answer is complete.
    if (ending === undefined) throw error
    return yield* ending.map(write)
  }
  const ending = mender.end()
  if (ending === undefined) throw refuse(last)
  yield* ending.map(write)
}

/** The payload of each event; of any other body, the whole body. */
async function* payloadsOf(body: Body): AsyncGenerator<string> {
  const start = new BodyStart()
  const splitter = new EventSplitter()
  const whole: Buffer[] = []
  let kind: ReturnType<BodyStart['read']>
  for await (const part of body) {
    kind ??= start.read(part.toString('latin1'))
    if (kind === 'json') whole.push(part)
    else yield* wordsOf(splitter.push(part))
  }
  yield* wordsOf(splitter.end())
  if (whole.length > 0) yield new TextDecoder().decode(Buffer.concat(whole))
}

function wordsOf(payloads: readonly string[]): string[] {
  const filled = payloads.filter((payload) => payload.trim() !== '' && !isDone(payload))
  return filled.map((payload) => Buffer.from(payload, 'latin1').toString())
}
