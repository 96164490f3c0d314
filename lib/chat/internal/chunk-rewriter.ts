import { UpstreamChunk, type Usage } from '../schema'
import { contentIn, flatContent, toFinishReason } from './upstream-answer'
import { parseUsage } from './usage'

/** What one event of the upstream means for us. Texts are Latin-1 strings of UTF-8 bytes. */
export type RewrittenChunk = {
  /** The event's payload for the client; undefined: nothing to send. */
  payload?: string
  /** What the client reads in it, still JSON-escaped, for counting tokens should the upstream never say. */
  content?: string
  usage?: Usage
  finishReason?: string
  serviceTier?: string
  /** Which choices it ends. */
  ended?: readonly number[]
  /** The upstream says in its stream that it failed. */
  error?: unknown
}

const NULL_USAGE = ',"usage":null}'

/**
 * Puts our `id`, `created` and `model` into every chunk. The first one is parsed; those that begin with the same bytes
 * and hold neither usage, an end nor an error (nearly all) have their beginning exchanged and are not parsed.
 */
export class ChunkRewriter {
  private upstreamPrefix: string | undefined
  private ownPrefix = ''
  private isFirst = true

  constructor(
    private readonly identity: { id: string; created: number; model: string },
    /** The client asked for usage: chunks then say that theirs is null, as far as the upstream says so. */
    private readonly showsUsage: boolean,
  ) {}

  rewrite(payload: string): RewrittenChunk {
    return this.rewriteUnparsed(payload) ?? this.rewriteParsed(payload)
  }

  private rewriteUnparsed(payload: string): RewrittenChunk | undefined {
    if (this.upstreamPrefix === undefined || !payload.startsWith(this.upstreamPrefix)) return undefined
    const rest = payload.slice(this.upstreamPrefix.length)
    // In JSON text these bytes can only be keys: inside a string their quotes would be escaped.
    if (
      rest.includes('"finish_reason":"') ||
      rest.includes('"usage":{') ||
      rest.includes('"error":') ||
      rest.includes('"content":[') ||
      rest.startsWith(']')
    )
      return undefined
    return { payload: this.ownPrefix + this.withoutNullUsage(rest), content: contentIn(rest) }
  }

  /** Usage was asked for by us, not by the client, who would not expect the null. */
  private withoutNullUsage(rest: string): string {
    if (this.showsUsage || !rest.endsWith(NULL_USAGE)) return rest
    return `${rest.slice(0, -NULL_USAGE.length)}}`
  }

  private rewriteParsed(payload: string): RewrittenChunk {
    const text = Buffer.from(payload, 'latin1').toString('utf8')
    const value: Record<string, unknown> = JSON.parse(text)
    const chunk = UpstreamChunk.parse(value)
    if (chunk.error != null) return { error: chunk.error }
    const choices = chunk.choices ?? []
    const usage = parseUsage(chunk.usage ?? choices.findLast((choice) => choice.usage != null)?.usage)
    const reported = {
      ...(usage && { usage }),
      ...(typeof chunk.service_tier === 'string' && { serviceTier: chunk.service_tier }),
    }
    if (choices.length === 0) return reported
    if (this.isFirst && choices.every(({ index }) => index !== undefined)) this.learnPrefix(text, value)
    const ending = choices.filter(({ finish_reason: reason }) => reason != null)
    const reason = ending[0]?.finish_reason
    // The upstream's own order of keys, so that later chunks can be recognised by their first bytes.
    const own: Record<string, unknown> = { ...value, ...this.identity, object: 'chat.completion.chunk' }
    own.choices = choices.map((one) => this.toChoice(one))
    if (own.usage || !this.showsUsage) delete own.usage
    this.isFirst = false
    const json = JSON.stringify(own)
    return {
      payload: Buffer.from(json, 'utf8').toString('latin1'),
      content: Buffer.from(contentIn(JSON.stringify(choices)), 'utf8').toString('latin1'),
      ...reported,
      ...(reason == null
        ? {}
        : { finishReason: toFinishReason(reason), ended: ending.map(({ index = 0 }) => index) }),
    }
  }

  private toChoice({
    index = 0,
    delta,
    finish_reason,
    usage: _,
    ...rest
  }: NonNullable<UpstreamChunk['choices']>[number]) {
    const content = flatContent(delta ?? {})
    const own = this.isFirst ? { role: 'assistant', ...content } : content
    return {
      index,
      delta: own,
      ...rest,
      finish_reason: finish_reason == null ? null : toFinishReason(finish_reason),
    }
  }

  /** Only when the upstream writes compact JSON with plain fields before `choices` can its chunks be recognised by their bytes. */
  private learnPrefix(text: string, chunk: Record<string, unknown>): void {
    const mark = '"choices":['
    const end = text.indexOf(mark)
    if (end < 0 || JSON.stringify(chunk) !== text) return
    const before: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(chunk)) {
      if (key === 'choices') break
      if (key === 'usage' && !this.showsUsage) continue
      if (typeof value === 'object' && value !== null) return
      before[key] = value
    }
    const own = JSON.stringify({ ...before, ...this.identity, object: 'chat.completion.chunk' })
    this.upstreamPrefix = Buffer.from(text.slice(0, end + mark.length), 'utf8').toString('latin1')
    this.ownPrefix = Buffer.from(`${own.slice(0, -1)},${mark}`, 'utf8').toString('latin1')
  }
}
