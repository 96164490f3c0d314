import { isUtf8 } from 'node:buffer'
import { ChunkReader, type ChunkReading, type ReadChunk } from '@/lib/upstream/reading/chunks'
import { readPayload } from '@/lib/upstream/reading/completion'
import type { Usage } from '@/lib/upstream/reading/usage'

/** What one event of the upstream means for us. Strings are Latin-1 of UTF-8 bytes. */
export type RewrittenChunk = {
  /** The payloads for the client; often one. */
  payloads: readonly string[]
  /** What the client reads in them, still JSON-escaped, for counting tokens should the upstream report none. */
  content: string
  usage?: Usage | undefined
  serviceTier?: string | undefined
}

/** Most chunks differ from the one before in nothing but a text: what stands around it, there and in what we send. */
type Template = { before: string; after: string; own: readonly string[] }

const TEXT_NAMES = ['content', 'reasoning_content', 'reasoning'] as const
const MARK = 'a text of the answer'
/** A stream whose chunks all differ is not looked at for ever. */
const MOST_FRUITLESS = 4
/** All that may stand between the quotes of a JSON text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what may not stand there
const JSON_TEXT = /^(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*$/
const BEYOND_ASCII = /[\u0080-\u00ff]/

/**
 * Puts our `id`, `created` and `model` into every chunk, after it was read. Chunks that carry one text, as nearly all do, are
 * rewritten by their template, without being parsed.
 */
export class ChunkRewriter {
  readonly reader: ChunkReader
  private readonly templates = new Map<string, Template>()
  private fruitless = 0

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
      this.fruitless = 0
      return { payloads: [template.own.join(text)], content: text }
    }
    const { chunks, words, usage, serviceTier } = this.reader.read(readPayload(payload))
    // What comes now may have to wait, or follow what waits.
    if (chunks.length !== 1) this.templates.clear()
    else this.learn(payload, chunks[0])
    return { payloads: chunks.map((chunk) => this.write(chunk)), content: escaped(words), usage, serviceTier }
  }

  /** What is still to be sent once the upstream has said all; and how the first choice ended. */
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
    const said = Object.entries(choice?.delta ?? {}).filter(([, value]) => value != null)
    const name = TEXT_NAMES.find((one) => payload.includes(`"${one}":"`))
    const isPlain = said.every(([field]) =>
      name === 'content' ? field === 'content' : field.startsWith('reasoning'),
    )
    if (name === undefined || !isPlain || others.length > 0 || this.fruitless >= MOST_FRUITLESS) return
    const template = this.templateOf(payload, name)
    if (template === undefined) return
    this.fruitless++
    this.templates.set(name, template)
  }

  /** Made by reading the same event with another text in it: what comes out around that is what every text gets. */
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

/** The text of an event that differs from its template in nothing else; undefined: it does. */
function textIn(payload: string, { before, after }: Template): string | undefined {
  if (!payload.startsWith(before) || !payload.endsWith(after)) return undefined
  const text = payload.slice(before.length, -after.length)
  if (payload.length < before.length + after.length || !JSON_TEXT.test(text)) return undefined
  return BEYOND_ASCII.test(text) && !isUtf8(Buffer.from(text, 'latin1')) ? undefined : text
}

/** Where a JSON string that began before `from` ends: the index of its closing quote. */
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

function escaped(text: string): string {
  return text === '' ? '' : latin1(JSON.stringify(text).slice(1, -1))
}
