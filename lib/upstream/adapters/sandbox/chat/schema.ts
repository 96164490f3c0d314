import { runInNewContext } from 'node:vm'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { generateSync, type JsonSchema } from 'json-schema-faker'
import { isRecord } from '@/lib/platform/json'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

type Schema = Readonly<Record<string, unknown>>

type SchemaOptions = {
  seed: number
  /** Whether optional properties are written. */
  withOptional: boolean
  /** The source of texts and numbers. */
  message: string
  /** The field of the request with the schema. */
  param: string
}

/** The time limit, because a small schema may have endless instances, and a pattern may take for ever. */
const MOST_MILLIS = 2_000

/**
 * An instance of a JSON schema: values from the message where they fit, generated values elsewhere. Rejects with
 * `invalid_parameter` if none is found in time, or none that is small enough.
 */
export function writeInstance(schema: Schema, options: SchemaOptions): unknown {
  try {
    const find = () => findInstance(schema, options)
    return runInNewContext('find()', { find }, { timeout: MOST_MILLIS })
  } catch (cause) {
    const message = 'The sandbox found no instance of this schema that is small enough.'
    throw new UpstreamError('rejected', { code: 'invalid_parameter', param: options.param, message, cause })
  }
}

/** A recursive schema may terminate in one attempt and not in another. */
const ATTEMPTS = 4
const MOST_PARTS = 100_000
const MOST_INSTANCE_CHARACTERS = 500_000
/** Compiling the validator takes a millisecond or more per part, so larger schemas are not checked. */
const MOST_CHECKED_CHARACTERS = 10_000
const MOST_DEPTH = 24
/** The depth to which references are followed; recursive schemas have to terminate before. */
const MOST_REFERENCES = 6

function findInstance(schema: Schema, { seed, withOptional, message }: SchemaOptions): unknown {
  if (sizeOf(schema) > MOST_PARTS) throw new Error('it asks for too much')
  const text = JSON.stringify(schema, lighten)
  const light: JsonSchema = JSON.parse(text)
  const fits = text.length > MOST_CHECKED_CHARACTERS ? () => true : validatorOf(schema)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const generated = generateSync(light, {
      seed: (seed + attempt) & 0x7fffffff,
      maxDepth: MOST_DEPTH,
      maxDefaultItems: 2,
      refDepthMax: MOST_REFERENCES,
      validateSchemaVersion: false,
      ...(withOptional && attempt === 0 ? { alwaysFakeOptionals: true } : { optionalsProbability: 0 }),
    })
    if (JSON.stringify(generated).length > MOST_INSTANCE_CHARACTERS) continue
    const filled = fill(schema, generated, readMaterial(message))
    if (fits(filled)) return filled
    if (fits(generated)) return generated
  }
  throw new Error('no attempt fits')
}

const MOST_LEFT_OPEN = 100

/** A JSON replacer that drops high upper bounds, with which the generator would write very much. */
function lighten(key: string, value: unknown): unknown {
  return /^max(?:Items|Length|Properties)$/.test(key) && Number(value) > MOST_LEFT_OPEN ? undefined : value
}

/** A rough minimum of an instance's parts; references are not followed. */
function sizeOf(schema: unknown): number {
  if (typeof schema === 'string') return repeatsIn(schema)
  if (typeof schema !== 'object' || schema === null) return 1
  const inside = Object.entries(schema).reduce((sum, [key, part]) => sum + sizeOf(key) + sizeOf(part), 1)
  const least = isRecord(schema) ? [schema.minItems, schema.minLength, schema.minProperties] : []
  return inside * Math.max(1, ...least.map((count) => Number(count) || 1))
}

/** The length of a text by the repetitions in its pattern. */
function repeatsIn(pattern: string): number {
  return [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(most || least)),
    1,
  )
}

function validatorOf(schema: Schema): (value: unknown) => boolean {
  const isOld = /draft-0[67]/.test(String(schema.$schema ?? ''))
  const options = { strict: false, logger: false, validateSchema: false, validateFormats: false } as const
  const validate = new (isOld ? Ajv : Ajv2020)({ ...options, code: { optimize: false } }).compile(schema)
  return (value) => validate(value) === true
}

const constrained = ['enum', 'const', 'pattern', 'format', 'anyOf', 'oneOf', 'allOf', '$ref', 'not'] as const

/** Fills in texts and numbers that the schema does not constrain, from the message in order. */
function fill(schema: unknown, value: unknown, material: Material): unknown {
  if (!isRecord(schema) || constrained.some((key) => schema[key] !== undefined)) return value
  if (Array.isArray(value)) return value.map((item) => fill(schema.items, item, material))
  if (isRecord(value)) {
    const members = new Map(Object.entries(isRecord(schema.properties) ? schema.properties : {}))
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, fill(members.get(key), member, material)]),
    )
  }
  if (schema.type === 'string') return material.nextText().slice(0, Number(schema.maxLength ?? Infinity))
  if (schema.type === 'number') return material.nextNumber() ?? value
  return schema.type === 'integer' ? Math.round(material.nextNumber() ?? Number(value)) : value
}

/** Texts and numbers of a message, each used once, in order. */
type Material = { nextText(): string; nextNumber(): number | undefined }

const QUOTED = /["“`]([^"“”`\n]{1,200})["”`]/g
/** `Paris`, `New York`; a name at the start of a sentence counts only if there is no other. */
const INNER_NAME = /(?<=[^\s.!?] )\p{Lu}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*)*/gu
const NAME = /\p{Lu}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*)*/gu
const READ_CHARACTERS = 8_000
const OWN_CHARACTERS = 200

/** The quoted texts of a message, else its names, and its numbers; after these, the message itself. */
export function readMaterial(message: string): Material {
  const read = message.slice(0, READ_CHARACTERS)
  const quoted = [...read.matchAll(QUOTED)].map(([, text = '']) => text)
  const texts = quoted.length > 0 ? quoted : (read.match(INNER_NAME) ?? read.match(NAME) ?? [])
  const numbers = (read.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  const own = message.trim().slice(0, OWN_CHARACTERS) || 'sandbox'
  return { nextText: () => texts.shift() ?? own, nextNumber: () => numbers.shift() }
}
