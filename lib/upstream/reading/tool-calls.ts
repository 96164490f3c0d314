import { newId } from '@/lib/platform/ids'
import { isRecord, parseJson } from '@/lib/platform/json'
import { type Fields, isText } from './message'

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

/** A call that has begun: `index` is its place in the answer, whatever the upstream calls it. */
type Begun = {
  index: number
  saidIndex: number | undefined
  saidId: string | undefined
  name: string
  text: string
  isCustom: boolean
}

/** Longer arguments are not read again to see whether they are complete. */
const LONGEST_READ = 100_000

/**
 * The calls of tools in one choice. Upstreams leave out their index or id, give all of them one index, repeat id and name
 * with every part, or write several calls in turns. What comes out has for each call an index of its own, one id and its
 * name with its first part, and arguments that are JSON text.
 */
export class CallReader {
  readonly #calls: Begun[] = []
  readonly #byId = new Map<string, Begun>()
  readonly #byIndex = new Map<number, Begun>()
  readonly #ownIds = new Set<string>()

  get hasCalls(): boolean {
    return this.#calls.length > 0
  }

  /** The parts as clients get them; undefined where there are none. */
  read(value: unknown): Fields[] | undefined {
    const list = listOf(value)
    if (list.length === 0) return undefined
    return list.map((one, place) => this.#readPart(readSaid(one, list.length > 1 ? place : undefined)))
  }

  /** The same of calls that are whole, so that each is its own. */
  readWhole(value: unknown): Fields[] {
    return listOf(value).map((one) => this.#begin(readSaid(one, undefined)))
  }

  /** What calls without arguments still need: `{}`. */
  complete(): Fields[] {
    const bare = this.#calls.filter(({ text, isCustom }) => text === '' && !isCustom)
    for (const call of bare) call.text = '{}'
    return bare.map(({ index }) => ({ index, function: { arguments: '{}' } }))
  }

  #readPart(said: Said): Fields {
    const known = this.#find(said)
    if (known === undefined) return this.#begin(said)
    known.text += said.text
    const { index } = known
    const name = said.name === undefined || said.name === known.name ? {} : { name: said.name }
    if (known.isCustom) return { ...said.rest, index, custom: { ...name, input: said.text } }
    return { ...said.rest, index, function: { ...name, arguments: said.text } }
  }

  #find(said: Said): Begun | undefined {
    const { index, id, name } = said
    const byId = id === undefined ? undefined : this.#byId.get(id)
    if (byId !== undefined) return this.#isAnother(byId, said) ? undefined : byId
    const last = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index)
    // Without a name it goes on with a call, though nothing says with which.
    if (name === undefined) return last ?? this.#calls[index ?? 0] ?? this.#calls.at(-1)
    if (last === undefined) return undefined
    // With a name it is a call of its own, unless it repeats the name of one that is not complete.
    const hasOtherId = id !== undefined && last.saidId !== undefined
    return hasOtherId || last.name !== name || this.#isAnother(last, said) ? undefined : last
  }

  /** Whether a part that looks like one of `call` begins another: that one is complete, and this has a name and a start. */
  #isAnother(call: Begun, { index, name, text }: Said): boolean {
    if (name === undefined || call.text === '' || !/^\s*\{/.test(text)) return false
    if (index !== undefined && call.saidIndex !== undefined && index !== call.saidIndex) return true
    return call.text.length <= LONGEST_READ && parseJson(call.text) !== undefined
  }

  #begin({ index: saidIndex, id: saidId, name = '', text, isCustom, rest }: Said): Fields {
    const id = saidId === undefined || this.#ownIds.has(saidId) ? newId('call') : saidId
    const index = this.#calls.length
    const begun = { index, saidIndex, saidId, name, text, isCustom }
    this.#calls.push(begun)
    this.#ownIds.add(id)
    if (saidId !== undefined) this.#byId.set(saidId, begun)
    if (saidIndex !== undefined) this.#byIndex.set(saidIndex, begun)
    if (isCustom) return { ...rest, index, id, type: 'custom', custom: { name, input: text } }
    return { ...rest, index, id, type: 'function', function: { name, arguments: text } }
  }
}

/** The calls of a whole answer; undefined where there are none. */
export function readWholeCalls(value: unknown): Fields[] | undefined {
  const reader = new CallReader()
  const calls = reader.readWhole(value)
  if (calls.length === 0) return undefined
  const bare = new Set(reader.complete().map(({ index }) => index))
  return calls.map(({ index, ...call }) =>
    bare.has(index) && isRecord(call.function)
      ? { ...call, function: { ...call.function, arguments: '{}' } }
      : call,
  )
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

function toArguments(value: unknown): string {
  if (typeof value === 'string') return value
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : ''
}
