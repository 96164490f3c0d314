import { newId } from '@/lib/platform/ids'
import { isRecord, parseJson } from '@/lib/platform/json'
import { type Fields, isText } from './members'
import { PartedText } from './message'

/** A call, or a part of one, as the upstream wrote it. */
type Given = {
  index: number | undefined
  id: string | undefined
  name: string | undefined
  text: string
  isCustom: boolean
  /** Further members, such as the vendor's seals. */
  rest: Fields
}

/** A call that has begun. `index`: its own index in our answer; undefined until it is sent. */
type Begun = Omit<Given, 'index' | 'id'> & {
  parts: PartedText
  index: number | undefined
  givenIndex: number | undefined
  givenId: string | undefined
  id: string
  name: string
}

/** Longer arguments are not parsed to check whether they are complete. */
const LONGEST_READ = 100_000
/** Some upstreams begin a call with it, and then send its arguments. */
const NO_ARGUMENTS = '{}'
const BEGINS_OBJECT = /^\s*\{/

/**
 * Reads the tool calls of one choice. Upstreams leave out the index or id, use one index for all calls, repeat id and name in
 * every part, split the name, or interleave calls. The result has a unique index per call, one id and the name in its first
 * part, and arguments as JSON text. A call is sent once it has a name and the beginning of its arguments; calls without a
 * name are dropped.
 */
export class CallReader {
  readonly #calls: Begun[] = []
  readonly #byId = new Map<string, Begun>()
  readonly #byIndex = new Map<number, Begun>()
  #sent = 0
  /** The call whose arguments are an empty object so far. */
  #waiting: Begun | undefined

  get hasCalls(): boolean {
    return this.#calls.some(({ name }) => name !== '')
  }

  /** The parts for the client; undefined if there are none to send yet. */
  read(value: unknown): Fields[] | undefined {
    const list = listOf(value)
    const parts = list.flatMap((one, place) =>
      this.#readPart(readGiven(one, list.length > 1 ? place : undefined)),
    )
    return parts.length > 0 ? parts : undefined
  }

  /** Reads complete calls, each of which is its own. */
  readWhole(value: unknown): Fields[] {
    for (const one of listOf(value)) {
      const part = readGiven(one, undefined)
      this.#begin(part.isCustom ? part : { ...part, text: decoded(part.text) })
    }
    return this.complete()
  }

  /** At the end: the calls that still wait for arguments, with `{}`. */
  complete(): Fields[] {
    return this.#calls
      .filter(({ index, name }) => index === undefined && name !== '')
      .map((call) => this.#send(call, call.text === '' && !call.isCustom ? NO_ARGUMENTS : call.text))
  }

  /** The call that waits behind an empty object, since nothing follows; empty if there is none. */
  release(): Fields[] {
    const call = this.#waiting
    this.#waiting = undefined
    return call?.index === undefined && call?.text === NO_ARGUMENTS ? [this.#send(call, NO_ARGUMENTS)] : []
  }

  #readPart(part: Given): Fields[] {
    const known = this.#find(part)
    if (known === undefined) return [...this.release(), ...this.#sendBegun(this.#begin(part))]
    const { index } = known
    if (BEGINS_OBJECT.test(part.text) && isComplete(known)) {
      // They are repeated as a whole, unless an empty object stood for arguments to come.
      if (known.text !== NO_ARGUMENTS) return []
      known.text = ''
    }
    const text = known.parts.next(part.text)
    known.text += text
    if (index === undefined) {
      if (part.name !== undefined && part.name !== known.name) known.name += part.name
      if (part.id !== undefined && known.givenId === undefined) this.#name(known, part.id)
      known.rest = { ...known.rest, ...part.rest }
      return this.#sendBegun(known)
    }
    if (known.isCustom) return [{ ...part.rest, index, custom: { input: text } }]
    return [{ ...part.rest, index, function: { arguments: text } }]
  }

  #find(part: Given): Begun | undefined {
    const { index, id, name } = part
    const byId = id === undefined ? undefined : this.#byId.get(id)
    if (byId !== undefined) return this.#isAnother(byId, part) ? undefined : byId
    const last = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index)
    // Without a name it continues a call, even if nothing says which.
    if (name === undefined) return last ?? this.#calls[index ?? 0] ?? this.#calls.at(-1)
    if (last === undefined) return undefined
    // With a name it is a new call, unless it continues a name or repeats that of an incomplete call.
    if (id !== undefined && last.givenId !== undefined) return undefined
    if (last.text === '' && (index !== undefined || last.name === '')) return last
    return last.name !== name || this.#isAnother(last, part) ? undefined : last
  }

  /** Whether a part that seems to continue `call` begins another: `call` is complete, and the part has a name and a start. */
  #isAnother(call: Begun, { index, id, name, text }: Given): boolean {
    if (name === undefined || call.text === '' || !BEGINS_OBJECT.test(text)) return false
    if (index !== undefined && call.givenIndex !== undefined && index !== call.givenIndex) return true
    const isSame = id !== undefined && id === call.givenId && [text, NO_ARGUMENTS].includes(call.text)
    return !isSame && isComplete(call)
  }

  #begin({ index: givenIndex, id, name = '', text, isCustom, rest }: Given): Begun {
    const parts = new PartedText()
    const begun: Begun = {
      parts,
      index: undefined,
      givenIndex,
      givenId: undefined,
      id: '',
      name,
      text: parts.next(text),
      isCustom,
      rest,
    }
    this.#calls.push(begun)
    if (givenIndex !== undefined) this.#byIndex.set(givenIndex, begun)
    if (id !== undefined) this.#name(begun, id)
    return begun
  }

  /** Sets the upstream's id, unless another call has it. */
  #name(call: Begun, id: string): void {
    if (!this.#byId.has(id)) call.id = id
    call.givenId = id
    this.#byId.set(id, call)
  }

  #sendBegun(call: Begun): Fields[] {
    if (call.name === '' || call.text === '') return []
    if (call.isCustom || call.text !== NO_ARGUMENTS) return [this.#send(call, call.text)]
    this.#waiting = call
    return []
  }

  #send(call: Begun, text: string): Fields {
    const { name, isCustom, rest } = call
    const id = call.id || newId('call')
    const index = this.#sent++
    call.index = index
    if (isCustom) return { ...rest, index, id, type: 'custom', custom: { name, input: text } }
    return { ...rest, index, id, type: 'function', function: { name, arguments: text } }
  }
}

function isComplete({ text, isCustom }: Begun): boolean {
  if (isCustom || text.length > LONGEST_READ || !text.trimEnd().endsWith('}')) return false
  return parseJson(text) !== undefined
}

/** The calls of a whole answer; undefined if there are none. */
export function readWholeCalls(value: unknown): Fields[] | undefined {
  if (value == null) return undefined
  const calls = new CallReader().readWhole(value).map(({ index: _index, ...call }) => call)
  return calls.length > 0 ? calls : undefined
}

function listOf(value: unknown): Fields[] {
  return (Array.isArray(value) ? value : [value]).filter(isRecord)
}

/** `place`: the position in a list of several. Some upstreams write name and arguments beside the id. */
function readGiven(fields: Fields, place: number | undefined): Given {
  const { index: given, id: givenId, type: _type, function: called, custom, ...besides } = fields
  const isFlat = !isRecord(called) && !isRecord(custom)
  const { name: _name, arguments: _arguments, input: _input, parameters: _parameters, ...rest } = besides
  const inner = isRecord(called) ? called : isRecord(custom) ? custom : fields
  const id = isText(givenId) ? givenId : typeof givenId === 'number' ? String(givenId) : undefined
  return {
    index: toIndex(given) ?? (id === undefined ? place : undefined),
    id,
    name: isText(inner.name) ? inner.name : undefined,
    text: toArguments(inner.arguments ?? inner.input ?? inner.parameters),
    isCustom: isRecord(custom),
    rest: isFlat ? rest : besides,
  }
}

export function toIndex(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Some upstreams encode the arguments' JSON twice. */
function decoded(text: string): string {
  const inner = /^\s*"/.test(text) ? parseJson(text) : undefined
  return typeof inner === 'string' && isRecord(parseJson(inner)) ? inner : text
}

function toArguments(value: unknown): string {
  if (typeof value === 'string') return value
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : ''
}
