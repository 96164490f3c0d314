import { isRecord, omit } from '@/lib/platform/json'
import { type Fields, fieldsOf, listOf } from '@/lib/upstream/reading/members'

/**
 * The parameters of a tool as Claude accepts them: an object without alternatives at the top, in JSON Schema 2020-12. One other
 * schema makes it refuse the whole request, and agents get schemas from MCP servers that they do not control. Everything that
 * an alternative allows remains allowed; what has to be there stays required. Unchanged parts keep their identity.
 */
export function toClaudeSchema(parameters: Fields): Fields {
  const schema = fieldsOf(modern(parameters))
  if (!COMPOSED.some((name) => name in schema)) return { ...schema, type: 'object' }
  const { properties, required } = joined(schema, schema)
  const rest = omit(schema, (name) => COMPOSED.includes(name))
  return { ...rest, type: 'object', properties: Object.fromEntries(properties), required: [...required] }
}

const COMPOSED: readonly string[] = ['anyOf', 'oneOf', 'allOf']

type Members = { properties: Map<string, unknown>; required: Set<string> }

/** What an object of this schema may have and must have. `known`: by reference, because references may form circles. */
function joined(schema: Fields, root: Fields, known = new Map<string, Members>()): Members {
  const { $ref: ref } = schema
  if (typeof ref === 'string') {
    const target = known.get(ref)
    if (target !== undefined) return target
    known.set(ref, { properties: new Map(), required: new Set() })
    const members = joined(targetOf(ref, root), root, known)
    known.set(ref, members)
    return members
  }
  const properties = new Map(Object.entries(fieldsOf(schema.properties)))
  const required = new Set(listOf(schema.required).filter((name) => typeof name === 'string'))
  for (const name of COMPOSED) {
    const branches = listOf(schema[name])
      .map(fieldsOf)
      .filter(({ type = 'object' }) => [type].flat().includes('object'))
      .map((branch) => joined(branch, root, known))
    for (const branch of branches)
      for (const [key, value] of branch.properties) if (!properties.has(key)) properties.set(key, value)
    const [first, ...others] = branches.map((branch) => branch.required)
    for (const key of name === 'allOf' ? branches.flatMap((one) => [...one.required]) : (first ?? []))
      if (name === 'allOf' || others.every((other) => other.has(key))) required.add(key)
  }
  return { properties, required }
}

/** The part of the schema that a reference such as `#/$defs/point` names. */
function targetOf(ref: string, root: Fields): Fields {
  const keys = ref.startsWith('#/') ? ref.slice(2).split('/') : []
  const names = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce((value, name) => fieldsOf(value[name]), keys.length === 0 ? {} : root)
}

/** Members whose own members are schemas by name, and members that hold values instead of schemas. */
const BY_NAME = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const VALUES = new Set(['const', 'enum', 'default', 'examples', 'example'])

/** A schema with what earlier drafts wrote otherwise: exclusive bounds as booleans, and tuples as `items`. */
function modern(schema: unknown): unknown {
  if (Array.isArray(schema)) return mapped(schema, modern)
  if (!isRecord(schema)) return schema
  const entries = Object.entries(schema)
  const mended = entries.map(([name, value]): [string, unknown] => {
    if (VALUES.has(name)) return [name, value]
    if (!BY_NAME.has(name) || !isRecord(value)) return [name, modern(value)]
    const parts = Object.entries(value).map(([key, one]): [string, unknown] => [key, modern(one)])
    return [name, parts.every(([key, one]) => one === value[key]) ? value : Object.fromEntries(parts)]
  })
  const isSame = mended.every(([name, value]) => value === schema[name])
  return withoutOldForms(isSame ? schema : Object.fromEntries(mended))
}

function mapped(list: readonly unknown[], change: (one: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change)
  return changed.every((one, at) => one === list[at]) ? list : changed
}

const BOUNDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

function withoutOldForms(schema: Fields): Fields {
  let mended = schema
  for (const [bound, exclusive] of BOUNDS) {
    if (typeof schema[exclusive] !== 'boolean') continue
    const isExclusive = schema[exclusive] && schema[bound] !== undefined
    mended = omit(mended, (name) => name === exclusive || (isExclusive === true && name === bound))
    if (isExclusive) mended = { ...mended, [exclusive]: schema[bound] }
  }
  if (!Array.isArray(schema.items)) return mended
  const { items, additionalItems, ...rest } = mended
  return { ...rest, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
}
