import { parseJson } from '@/lib/platform/json'
import { countOf, fieldsOf, fillIndexes, listIn, numberOf } from './members'

/** OpenAI, Jina and Voyage; Ollama; Cohere, by type; DashScope. text-embeddings-inference sends the list alone. */
const NAMES = ['data', 'embeddings', 'embedding', 'output', 'float']

/** One vector for each input, in the order of the inputs. Throws where the answer does not have them. */
export function readVectors(answer: unknown, inputs: number): number[][] {
  const list = listIn(answer, NAMES)
  const items = numberOf(list[0]) === undefined ? list : [list]
  const vectors = items.map(vectorOf).filter((vector) => vector !== undefined)
  const [first] = vectors
  if (vectors.length !== inputs || items.length !== inputs) throw new Error('not one vector for each input')
  if (vectors.some(({ length }) => length !== first?.length)) throw new Error('vectors of several lengths')
  return orderOf(items).flatMap((place) => vectors.slice(place, place + 1))
}

/** A list of numbers, also one that is nested, written as text, or packed as 32-bit floats in base64. */
function vectorOf(value: unknown): number[] | undefined {
  if (typeof value === 'string') return value.startsWith('[') ? vectorOf(parseJson(value)) : floatsOf(value)
  if (!Array.isArray(value)) {
    const { embedding, float, values } = fieldsOf(value)
    const inner = embedding ?? float ?? values
    return inner === undefined ? undefined : vectorOf(inner)
  }
  if (value.length === 1 && numberOf(value[0]) === undefined) return vectorOf(value[0])
  if (value.length === 0) return undefined
  if (value.every((one): one is number => Number.isFinite(one))) return value
  const numbers = value.map(numberOf).filter((one) => one !== undefined)
  return numbers.length === value.length ? numbers : undefined
}

function floatsOf(text: string): number[] | undefined {
  if (/[^\w+/=\s-]/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  const numbers = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
  return bytes.length > 0 && bytes.length % 4 === 0 && numbers.every(Number.isFinite) ? numbers : undefined
}

/**
 * The places of the items in the order of their indexes. Where all have the same they stand in the order of the inputs;
 * Xinference counts on from the requests of others.
 */
function orderOf(items: readonly unknown[]): number[] {
  const told = items.map((item) => countOf(fieldsOf(item).index ?? fieldsOf(item).text_index))
  const places = [...items.keys()]
  if (told.every((index) => index === told[0])) return places
  const indexes = fillIndexes(told)
  const order = places.sort((a, b) => Number(indexes[a]) - Number(indexes[b]))
  const lowest = Math.min(...indexes)
  if (order.some((place, rank) => indexes[place] !== lowest + rank)) throw new Error('indexes with gaps')
  return order
}
