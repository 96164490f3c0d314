import { isRecord } from '@/lib/platform/json'
import { hashText, type SteadyBy } from '@/lib/platform/steady-choice'

/** The part of a request that identifies its conversation. */
type Opening = {
  model?: string | null | undefined
  messages: readonly Readonly<{ role: string; content?: unknown }>[]
  prompt_cache_key?: unknown
  session_id?: unknown
}

/**
 * What the requests of one conversation have in common. They go to the same route among equals and to the same key of a
 * provider, because that is where the conversation's prompt is cached. Customers never share one.
 */
export class Conversation implements SteadyBy {
  #hash: number | undefined

  /** `session`: the session's ID in the request's headers (`sessionOf`). */
  constructor(
    private readonly customerId: string,
    private readonly request: Opening,
    private readonly session: string | undefined,
  ) {}

  /** By the ID that the client gives the conversation, or else by its first messages. */
  get hash(): number {
    this.#hash ??= this.#compute()
    return this.#hash
  }

  #compute(): number {
    const { model, messages, prompt_cache_key: cacheKey, session_id: sessionId } = this.request
    const seed = hashText(model ?? '', hashText(this.customerId))
    const name = [cacheKey, sessionId, this.session].find(isName)
    return name === undefined ? hashOpening(messages, seed) : hashSample(name, seed)
  }
}

/** OpenRouter's header, and those that coding agents send without being asked (OpenCode, Claude Code). */
const SESSION_HEADERS = ['x-session-id', 'x-session-affinity', 'x-claude-code-session-id']

export function sessionOf(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  for (const name of SESSION_HEADERS) if (headers[name]) return headers[name]
  return undefined
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Only so many messages, and parts of a message, are looked at. */
const MOST_READ = 16

function hashOpening(messages: Opening['messages'], seed: number): number {
  const first = messages.slice(0, MOST_READ)
  const system = first.find(({ role }) => role === 'system' || role === 'developer')
  const user = first.find(({ role }) => role === 'user')
  return hashContent(user?.content, hashContent(system?.content, seed, true), false)
}

/** `endsAtMark`: what follows a `cache_control` is not cached, so it may change from turn to turn. */
function hashContent(content: unknown, seed: number, endsAtMark: boolean): number {
  if (typeof content === 'string') return hashSample(content, seed)
  if (!Array.isArray(content)) return seed
  let hash = seed
  for (const part of content.slice(0, MOST_READ)) {
    if (!isRecord(part)) continue
    const { type, text, image_url: image, cache_control: mark } = part
    const read = isRecord(image) ? image.url : text
    hash = hashSample(String(read ?? type), hash)
    if (endsAtMark && mark != null) break
  }
  return hash
}

const EDGE = 256

/** A long text counts by its length and its ends, so that a prompt of megabytes costs no more than a short one. */
function hashSample(text: string, seed: number): number {
  if (text.length <= 2 * EDGE) return hashText(text, seed)
  return hashText(text.slice(-EDGE), hashText(text.slice(0, EDGE), seed ^ text.length))
}
