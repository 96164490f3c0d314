import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { generateSync, type JsonSchema } from 'json-schema-faker'
import { isRecord } from '@/lib/platform/json'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

type Schema = Readonly<Record<string, unknown>> | boolean

export type SchemaOptions = {
  seed: number
  /** Whether properties that may be left out are written too. */
  withOptional: boolean
  /** What of the message may stand in plain texts and numbers. */
  material: () => Material
  /** The field of the request that holds the schema. */
  param: string
}

/**
 * An instance of a JSON schema: what the message says where that fits, the generator's own values elsewhere. Rejects with
 * `invalid_parameter` where no instance is found, or where the schema asks for more than is written here.
 */
export function writeInstance(schema: Schema, options: SchemaOptions): unknown {
  if (typeof schema === 'boolean') return {}
  const scale = new Scale(schema, options.param)
  scale.weigh(schema, 0, 0)
  // The validator takes a millisecond and more for each part to be ready: what is very large goes unchecked.
  const fits = scale.known.size <= MOST_CHECKED_PARTS ? validatorOf(schema) : () => true
  // A schema that contains itself may end for one choice and not for another.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const generated = generate(schema, options, attempt)
    const filled = fill(schema, generated, options.material())
    if (fits(filled)) return filled
    if (fits(generated)) return generated
  }
  throw refusal(options.param, 'The sandbox found no instance of this schema.')
}

const ATTEMPTS = 4
const MOST_PARTS = 30_000
const MOST_CHECKED_PARTS = 400
const MOST_DEPTH = 24
const MOST_BRANCHES = 200
const MOST_REPEATS = 10_000
/** References are followed so deep; schemas that contain themselves have to end before. */
const MOST_REFERENCES = 6

function generate(schema: Schema, { seed, withOptional, param }: SchemaOptions, attempt: number): unknown {
  try {
    return generateSync(schema as JsonSchema, {
      seed: (seed + attempt) & 0x7fffffff,
      maxDepth: MOST_DEPTH,
      maxDefaultItems: 2,
      refDepthMax: MOST_REFERENCES,
      validateSchemaVersion: false,
      ...(withOptional && attempt === 0 ? { alwaysFakeOptionals: true } : { optionalsProbability: 0 }),
    })
  } catch {
    throw refusal(param, 'The sandbox cannot write an instance of this schema.')
  }
}

function validatorOf(schema: Schema): (value: unknown) => boolean {
  const isOld = isRecord(schema) && /draft-0[67]/.test(String(schema.$schema ?? ''))
  const options = { strict: false, logger: false, validateSchema: false, validateFormats: false } as const
  const ajv = new (isOld ? Ajv : Ajv2020)({ ...options, code: { optimize: false, regExp: guarded } })
  try {
    const validate = ajv.compile(schema)
    return (value) => validate(value) === true
  } catch {
    return () => false
  }
}

/** A pattern that could take for ever is trusted: the generator wrote its text from the pattern itself. */
function guarded(pattern: string, flags: string): { test(text: string): boolean } {
  if (/\)[*+?{]|\\[1-9]/.test(pattern)) return { test: () => true }
  return new RegExp(pattern, flags)
}
guarded.code = 'new RegExp'

/** Tells how many parts an instance comes to, before it is made; rejects what would be too large. */
class Scale {
  readonly known = new Map<unknown, number[]>()
  #visits = 0

  constructor(
    readonly root: Schema,
    readonly param: string,
  ) {}

  weigh(schema: unknown, depth: number, references: number): number {
    if (!isRecord(schema) || references > MOST_REFERENCES) return 1
    const known = this.known.get(schema)?.[references]
    if (known !== undefined) return known
    if (++this.#visits > MOST_PARTS || depth > MOST_DEPTH) throw tooLarge(this.param)
    const parts = this.#parts(schema, depth, references)
    if (parts > MOST_PARTS) throw tooLarge(this.param)
    const all = this.known.get(schema) ?? []
    all[references] = parts
    this.known.set(schema, all)
    return parts
  }

  #parts(schema: Record<string, unknown>, depth: number, references: number): number {
    const inner = (part: unknown) => this.weigh(part, depth + 1, references)
    const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)]
    const all = listOf(schema.allOf)
    if (
      choices.length > MOST_PARTS / 10 ||
      all.length > MOST_BRANCHES ||
      repeatsOf(schema.pattern) > MOST_REPEATS
    )
      throw tooLarge(this.param)
    const target = typeof schema.$ref === 'string' ? targetOf(schema.$ref, this.root) : undefined
    const members = isRecord(schema.properties) ? Object.values(schema.properties) : []
    const sum = (parts: readonly unknown[]) => parts.reduce<number>((total, part) => total + inner(part), 0)
    return (
      1 +
      (target === undefined ? 0 : this.weigh(target, 0, references + 1)) +
      countOf(schema.minItems) * inner(schema.items) +
      sum(listOf(schema.prefixItems)) +
      sum(members) +
      sum(all) +
      choices.reduce<number>((most, choice) => Math.max(most, inner(choice)), 0) +
      countOf(schema.minProperties) +
      countOf(schema.minLength) / 100
    )
  }
}

function countOf(least: unknown): number {
  return typeof least === 'number' && least > 1 ? least : 1
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** How long a text can become by the numbers in its pattern. */
function repeatsOf(pattern: unknown): number {
  if (typeof pattern !== 'string') return 1
  return [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(most || least)),
    1,
  )
}

function targetOf(ref: string, root: Schema): unknown {
  if (!ref.startsWith('#')) return undefined
  return ref
    .slice(1)
    .split('/')
    .filter(Boolean)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (part, key) => (isRecord(part) && Object.hasOwn(part, key) ? part[key] : undefined),
      root,
    )
}

const constrained = ['enum', 'const', 'pattern', 'format', 'anyOf', 'oneOf', 'allOf', '$ref', 'not'] as const

/** Texts and numbers that the schema leaves open, taken from the message one after the other. */
function fill(schema: unknown, value: unknown, material: Material): unknown {
  if (!isRecord(schema) || constrained.some((key) => schema[key] !== undefined)) return value
  if (Array.isArray(value)) return value.map((item) => fill(schema.items, item, material))
  if (isRecord(value)) {
    const members = isRecord(schema.properties) ? schema.properties : {}
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        fill(Object.hasOwn(members, key) ? members[key] : undefined, member, material),
      ]),
    )
  }
  if (schema.type === 'string') return material.nextText(Number(schema.maxLength ?? Number.POSITIVE_INFINITY))
  if (schema.type === 'number') return material.nextNumber() ?? value
  return schema.type === 'integer' ? Math.round(material.nextNumber() ?? Number(value)) : value
}

function tooLarge(param: string): UpstreamError {
  return refusal(param, 'This schema asks for more than the sandbox writes.')
}

function refusal(param: string, message: string): UpstreamError {
  return new UpstreamError('rejected', { code: 'invalid_parameter', param, message })
}

/** What a message offers to be put into JSON: its names and numbers, each taken once, in their order. */
export type Material = {
  /** A name of the message while there are any, then its own words; no longer than that. */
  nextText(longest: number): string
  nextNumber(): number | undefined
}

const QUOTED = /["“`']([^"“”`'\n]{1,200})["”`']/g
/** `Paris`, `New York`: capitalised, if need be at the beginning of a sentence. */
const NAME = /\p{Lu}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*)*/gu
const OPENING =
  /^(?:What|Who|When|Where|Why|How|Which|Is|Are|Do|Does|Can|Could|Please|The|An?|I|It|This|That)$/
const LONGEST_OWN_WORDS = 200

export function readMaterial(message: string): Material {
  const quoted = [...message.matchAll(QUOTED)].map(([, text]) => text ?? '')
  const isInside = ({ index }: RegExpExecArray) =>
    !/(?:^|[.!?\n] ?)$/.test(message.slice(Math.max(0, index - 2), index))
  const found = [...message.matchAll(NAME)].filter(([name]) => !OPENING.test(name))
  const named = [...found.filter(isInside), ...found.filter((one) => !isInside(one))]
  const texts = quoted.length > 0 ? quoted : named.map(([name]) => name)
  const numbers = [...message.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits))
  const own = message.trim().slice(0, LONGEST_OWN_WORDS) || 'sandbox'
  return {
    nextText: (longest) => (texts.shift() ?? own).slice(0, longest),
    nextNumber: () => numbers.shift(),
  }
}
