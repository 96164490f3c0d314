import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { isRecord, parseJson } from '@/lib/platform/json'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'

export type Fields = Readonly<Record<string, unknown>>

/** Reads one answer before a vendor's package does, which refuses all that it does not know. */
export interface AnswerMender {
  /** A whole answer; undefined where it is none. */
  whole(answer: Fields): Fields | undefined
  /** What one event of a stream says. */
  event(event: Fields): Fields[]
  /** What is missing at the end of a stream; undefined where the answer is not whole. */
  end(): Fields[] | undefined
}

/** What makes no sense in an answer counts as absent. */
export const text = z.string().min(1).optional().catch(undefined)
export const count = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? Number(value) : value),
  z.number().min(0).optional().catch(undefined),
)
export function loosely<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => (isRecord(value) ? value : {}), z.looseObject(shape))
}

/** What stands where an answer should. */
type Refuse = (body: string) => UpstreamError

export async function mendWhole(response: Response, mender: AnswerMender, refuse: Refuse): Promise<Response> {
  const body = await response.text()
  const [answer, ...more] = readJson(body, refuse).map((one) => mender.whole(one))
  if (answer === undefined || more.length > 0) throw refuse(body)
  return Response.json(answer)
}

/** Google writes a list where it is not asked for events; others leave out the blank lines between them. */
function readJson(body: string, refuse: Refuse): Fields[] {
  return [parseJson(body) ?? body.trim().split('\n').map(parseJson)].flat().map((value: unknown) => {
    if (isRecord(value) && value.type !== 'error' && !value.error) return value
    throw refuse(body)
  })
}

export function mendStream(response: Response, mender: AnswerMender, refuse: Refuse): Response {
  const parts = mendedEvents(response, mender, refuse)
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    // What is read right now ends with the call's signal.
    cancel: () => void parts.return(undefined).catch(() => undefined),
  }
  return new Response(new ReadableStream(source))
}

async function* mendedEvents(
  response: Response,
  mender: AnswerMender,
  refuse: Refuse,
): AsyncGenerator<Buffer> {
  const write = (event: Fields) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
  let last = ''
  try {
    for await (const payload of payloadsOf(response)) {
      for (const event of readJson(payload, refuse)) yield* mender.event(event).map(write)
      last = payload
    }
  } catch (error) {
    const ending = mender.end()
    // What breaks after its end is whole.
    if (ending === undefined) throw error
    return yield* ending.map(write)
  }
  const ending = mender.end()
  if (ending === undefined) throw refuse(last)
  yield* ending.map(write)
}

/** Of each event, and of lines that are of none: a body of JSON, or an error after the last event. */
async function* payloadsOf({ body }: Response): AsyncGenerator<string> {
  const payloads: string[] = []
  const others: string[] = []
  const parser = createParser({
    onEvent: ({ data }) => payloads.push(data),
    onError: ({ line }) => others.push(line ?? ''),
  })
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    yield* payloads.splice(0).filter((payload) => !/^\s*(?:\[DONE\]\s*)?$/.test(payload))
  }
  parser.feed('\n\n')
  const json = others.join('\n')
  yield* parseJson(json) === undefined ? payloads : [...payloads, json]
}
