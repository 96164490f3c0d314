import { isUtf8 } from 'node:buffer'
import { ChunkReader, type ChunkReading, type ReadChunk } from '@/lib/upstream/reading/chunks'
import { readPayload } from '@/lib/upstream/reading/completion'
import type { Usage } from '@/lib/upstream/reading/usage'

/** One event of the upstream, rewritten. Strings are Latin-1 of UTF-8 bytes. */
type RewrittenChunk = {
  /** The payloads for the client, usually one. */
  payloads: readonly string[]
  /** Their text, still JSON-escaped, to count tokens if the upstream reports none. */
  content: string
  usage?: Usage | undefined
  serviceTier?: string | undefined
}

/** The parts around the text of a chunk, in the upstream's payload and in ours. Most chunks of a stream differ only in the text. */
type Template = { before: string; after: string; own: readonly string[] }

const TEXT_NAMES = ['content', 'reasoning_content', 'reasoning'] as const
const MARK = 'a text of the answer'
/** After this many templates in a row without a use, no more are made. */
const MOST_UNUSED = 4
/** What may be between the quotes of a JSON string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not contain them
const JSON_TEXT = /^(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*$/
const BEYOND_ASCII = /[\u0080-\u00ff]/
const SURROGATE = /\\u[dD][89a-fA-F]/

/**
 * Reads every chunk and puts our `id`, `created` and `model` into it. Chunks that carry one text, as nearly all do, are rewritten
 * by a template without being parsed.
 */
export class ChunkRewriter {
  readonly reader: ChunkReader
  private readonly templates = new Map<string, Template>()
  private unusedInARow = 0

  constructor(
    private readonly identity: { id: string; created: number; model: string },
    /** The client requested usage: chunks then have a null `usage`. */
    private readonly showsUsage: boolean,
    isLegacy = false,
  ) {
    this.reader = new ChunkReader(isLegacy)
  }

  rewrite(payload: string): RewrittenChunk {
    for (const template of this.templates.values()) {
      const text = textIn(payload, template)
      if (text === undefined) continue
      this.unusedInARow = 0
      return { payloads: [template.own.join(text)], content: text }
    }
    const { chunks, words, usage, serviceTier } = this.reader.read(readPayload(payload))
    // The reader holds chunks or halves of characters back, or releases them: what follows must pass through it.
    if (chunks.length !== 1 || SURROGATE.test(payload)) this.templates.clear()
    else this.learn(payload, chunks[0])
    return { payloads: chunks.map((chunk) => this.write(chunk)), content: escaped(words), usage, serviceTier }
  }

  /** The remaining payloads at the end of the upstream's stream, and the first choice's finish reason. */
  end(): { payloads: readonly string[]; finishReason: string | undefined } {
    const chunks = this.reader.end()
    return {
      payloads: chunks.map((chunk) => this.write(chunk)),
      finishReason: chunks[0]?.choices[0]?.finish_reason ?? undefined,
    }
  }

  private write(chunk: ReadChunk): string {
    const { choices, ...rest } = chunk
    const own = { ...rest, ...this.identity, object: 'chat.completion.chunk', choices }
    return latin1(JSON.stringify(this.showsUsage ? { ...own, usage: null } : own))
  }

  private learn(payload: string, chunk: ReadChunk | undefined): void {
    const [choice, ...others] = chunk?.choices ?? []
    const fields = Object.entries(choice?.delta ?? {}).filter(([, value]) => value != null)
    const name = TEXT_NAMES.find((one) => payload.includes(`"${one}":"`))
    const isPlain = fields.every(([field]) =>
      name === 'content' ? field === 'content' : field.startsWith('reasoning'),
    )
    if (name === undefined || !isPlain || others.length > 0 || this.unusedInARow >= MOST_UNUSED) return
    const template = this.templateOf(payload, name)
    if (template === undefined) return
    this.unusedInARow++
    this.templates.set(name, template)
  }

  /** Made by rewriting the same event with `MARK` as its text: what surrounds the mark surrounds every text. */
  private templateOf(payload: string, name: string): Template | undefined {
    const at = payload.indexOf(`"${name}":"`)
    if (at < 0) return undefined
    const from = at + name.length + '"":"'.length
    const end = endOfString(payload, from)
    const before = payload.slice(0, from)
    const after = payload.slice(end)
    let reading: ChunkReading
    try {
      reading = this.reader.read(readPayload(before + MARK + after))
    } catch {
      return undefined
    }
    const [chunk] = reading.chunks
    if (chunk === undefined || reading.words !== MARK || reading.usage !== undefined) return undefined
    return { before, after, own: this.write(chunk).split(MARK) }
  }
}

/** The text of an event that matches the template; undefined if it does not match. */
function textIn(payload: string, { before, after }: Template): string | undefined {
  if (!payload.startsWith(before) || !payload.endsWith(after)) return undefined
  const text = payload.slice(before.length, -after.length)
  if (payload.length < before.length + after.length || !JSON_TEXT.test(text)) return undefined
  if (SURROGATE.test(text) && !unescaped(text).isWellFormed()) return undefined
  return BEYOND_ASCII.test(text) && !isUtf8(Buffer.from(text, 'latin1')) ? undefined : text
}

/** The index of the quote that closes a JSON string which began before `from`. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0
    while (json.charCodeAt(at - 1 - escapes) === 92) escapes++
    if (escapes % 2 === 0) return at
  }
  return json.length
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function unescaped(text: string): string {
  return String(JSON.parse(`"${text}"`))
}

function escaped(text: string): string {
  return text === '' ? '' : latin1(JSON.stringify(text).slice(1, -1))
}
