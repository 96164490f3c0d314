import { newId } from '@/lib/platform/ids'
import { isRecord, parseJson } from '@/lib/platform/json'
import { type Fields, isText } from './members'

/** A call, or a part of one, as an upstream writes it. */
type Said = {
  index: number | undefined
  id: string | undefined
  name: string | undefined
  text: string
  isCustom: boolean
  /** What it has besides: seals of its vendor, for instance. */
  rest: Fields
}

/** A call that has begun. `index`: its place in the answer, whatever the upstream calls it; undefined until it is sent. */
type Begun = Omit<Said, 'index' | 'id'> & {
  index: number | undefined
  saidIndex: number | undefined
  saidId: string | undefined
  id: string
  name: string
}

/** Longer arguments are not read again to see whether they are complete. */
const LONGEST_READ = 100_000

/**
 * The calls of tools in one choice. Upstreams leave out their index or id, give all of them one index, repeat id and name
 * with every part or write the name in parts, or write several calls in turns. What comes out has for each call an index of
 * its own, one id and its name with its first part, and arguments that are JSON text. A call is sent once it has a name and
 * the first of its arguments; one that never has a name calls nothing.
 */
export class CallReader {
  readonly #calls: Begun[] = []
  readonly #byId = new Map<string, Begun>()
  readonly #byIndex = new Map<number, Begun>()
  #sent = 0

  get hasCalls(): boolean {
    return this.#calls.some(({ name }) => name !== '')
  }

  /** The parts as clients get them; undefined where there are none to send yet. */
  read(value: unknown): Fields[] | undefined {
    const list = listOf(value)
    const parts = list.flatMap((one, place) =>
      this.#readPart(readSaid(one, list.length > 1 ? place : undefined)),
    )
    return parts.length > 0 ? parts : undefined
  }

  /** The same of calls that are whole, so that each is its own. */
  readWhole(value: unknown): Fields[] {
    for (const one of listOf(value)) {
      const said = readSaid(one, undefined)
      this.#begin(said.isCustom ? said : { ...said, text: decoded(said.text) })
    }
    return this.complete()
  }

  /** Once all is said: the calls that wait for arguments, which have none: `{}`. */
  complete(): Fields[] {
    return this.#calls
      .filter(({ index, name }) => index === undefined && name !== '')
      .map((call) => this.#send(call, call.text === '' && !call.isCustom ? '{}' : call.text))
  }

  #readPart(said: Said): Fields[] {
    const known = this.#find(said)
    if (known === undefined) return this.#sendBegun(this.#begin(said))
    const { index } = known
    known.text += said.text
    if (index === undefined) {
      if (said.name !== undefined && said.name !== known.name) known.name += said.name
      if (said.id !== undefined && known.saidId === undefined) this.#name(known, said.id)
      known.rest = { ...known.rest, ...said.rest }
      return this.#sendBegun(known)
    }
    if (known.isCustom) return [{ ...said.rest, index, custom: { input: said.text } }]
    return [{ ...said.rest, index, function: { arguments: said.text } }]
  }

  #find(said: Said): Begun | undefined {
    const { index, id, name } = said
    const byId = id === undefined ? undefined : this.#byId.get(id)
    if (byId !== undefined) return this.#isAnother(byId, said) ? undefined : byId
    const last = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index)
    // Without a name it goes on with a call, though nothing says with which.
    if (name === undefined) return last ?? this.#calls[index ?? 0] ?? this.#calls.at(-1)
    if (last === undefined) return undefined
    // With a name it is a call of its own, unless it goes on with a name or repeats that of one that is not complete.
    if (id !== undefined && last.saidId !== undefined) return undefined
    if (last.text === '' && (index !== undefined || last.name === '')) return last
    return last.name !== name || this.#isAnother(last, said) ? undefined : last
  }

  /** Whether a part that looks like one of `call` begins another: that one is complete, and this has a name and a start. */
  #isAnother(call: Begun, { index, name, text }: Said): boolean {
    if (name === undefined || call.text === '' || !/^\s*\{/.test(text)) return false
    if (index !== undefined && call.saidIndex !== undefined && index !== call.saidIndex) return true
    return call.text.length <= LONGEST_READ && parseJson(call.text) !== undefined
  }

  #begin({ index: saidIndex, id, name = '', text, isCustom, rest }: Said): Begun {
    const begun: Begun = {
      index: undefined,
      saidIndex,
      saidId: undefined,
      id: '',
      name,
      text,
      isCustom,
      rest,
    }
    this.#calls.push(begun)
    if (saidIndex !== undefined) this.#byIndex.set(saidIndex, begun)
    if (id !== undefined) this.#name(begun, id)
    return begun
  }

  /** Gives it the upstream's id, unless another call has it already. */
  #name(call: Begun, id: string): void {
    if (!this.#byId.has(id)) call.id = id
    call.saidId = id
    this.#byId.set(id, call)
  }

  #sendBegun(call: Begun): Fields[] {
    return call.name === '' || call.text === '' ? [] : [this.#send(call, call.text)]
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

/** The calls of a whole answer; undefined where there are none. */
export function readWholeCalls(value: unknown): Fields[] | undefined {
  const calls = new CallReader().readWhole(value).map(({ index: _index, ...call }) => call)
  return calls.length > 0 ? calls : undefined
}

function listOf(value: unknown): Fields[] {
  return (Array.isArray(value) ? value : [value]).filter(isRecord)
}

/** `place`: in a list of several. Some write name and arguments beside the id. */
function readSaid(fields: Fields, place: number | undefined): Said {
  const { index: given, id: saidId, type: _type, function: called, custom, ...besides } = fields
  const isFlat = !isRecord(called) && !isRecord(custom)
  const { name: _name, arguments: _arguments, input: _input, parameters: _parameters, ...rest } = besides
  const inner = isRecord(called) ? called : isRecord(custom) ? custom : fields
  const id = isText(saidId) ? saidId : typeof saidId === 'number' ? String(saidId) : undefined
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

/** Some encode the JSON of arguments twice. */
function decoded(text: string): string {
  const inner = /^\s*"/.test(text) ? parseJson(text) : undefined
  return typeof inner === 'string' && isRecord(parseJson(inner)) ? inner : text
}

function toArguments(value: unknown): string {
  if (typeof value === 'string') return value
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : ''
}
