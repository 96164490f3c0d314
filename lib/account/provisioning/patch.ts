import { AppError } from '@/lib/platform/errors'
import { type Path, parsePath } from './filter'
import { type PatchOperation, partsOf, ScimGroup, ScimUser } from './scim-schema'

type Attributes = Record<string, unknown>

type Writable = { name: string; parts: string[]; isList: boolean }

/** Our attributes by their names in lower case, and the names of their parts. */
const writable: ReadonlyMap<string, Writable> = new Map(
  Object.keys({ ...ScimUser.shape, ...ScimGroup.shape }).map((name) => [
    name.toLowerCase(),
    { name, parts: Object.keys(partsOf[name] ?? {}), isList: name === 'emails' || name === 'members' },
  ]),
)

/** More than any user has: what a change costs grows with the square. */
const MOST_VALUES = 100
/** Of a text: as many as 256 characters can have. */
const MOST_UNITS = 512

const readOnly: ReadonlySet<string> = new Set(['id', 'meta', 'groups', 'schemas'])

export type Change = { op: PatchOperation['op']; path: Path; value: unknown }

/**
 * The changes of a PATCH, one attribute each. Attributes that are not kept are left out. A value without a path may contain
 * read-only attributes, as Okta sends them, and paths as names, as Entra ID sends them. Throws `invalid_parameter`.
 */
export function changesOf(operations: readonly PatchOperation[]): Change[] {
  return operations.flatMap(({ op, path, value }) => {
    if (path !== undefined) return changeOf({ op, path: parsePath(path), value }, true)
    if (op === 'remove' || !isObject(value))
      throw fault('path', 'noTarget', 'An operation without a path needs an object.')
    return Object.entries(value).flatMap(([name, part]) =>
      changeOf({ op, path: parsePath(name), value: part }, false),
    )
  })
}

function changeOf(change: Change, isNamed: boolean): Change[] {
  const { attribute, part } = change.path
  if (isNamed && readOnly.has(attribute)) throw fault('path', 'mutability', `${attribute} is read-only.`)
  if (attribute === 'active' && change.op === 'remove')
    throw fault('path', 'mutability', 'active is required and cannot be removed.')
  const known = writable.get(attribute)
  return known && (part === undefined || partOf(known, part) !== undefined) ? [change] : []
}

function fault(param: string, scim_type: string, message: string): AppError {
  return new AppError('invalid_parameter', { param, message, metadata: { scim_type } })
}

/** The attributes after a change. */
export function applyChange(attributes: Attributes, { op, path, value }: Change): Attributes {
  const known = writable.get(path.attribute)
  if (known === undefined) return attributes
  const before = attributes[known.name]
  const given = op === 'remove' ? undefined : keptOf(known, value)
  const after = known.isList ? listAfter(before, op, path, given) : plainAfter(before, op, path, given)
  return { ...attributes, [known.name]: bounded(known, after) }
}

/** The parts of a value that are kept. */
function keptOf(known: Writable, value: unknown): unknown {
  if (Array.isArray(value)) return bounded(known, value).map((one) => keptOf(known, one))
  if (!isObject(value)) return bounded(known, value)
  return Object.fromEntries(
    known.parts.flatMap((part) => (Object.hasOwn(value, part) ? [[part, bounded(known, value[part])]] : [])),
  )
}

function bounded<Value>({ name }: Writable, value: Value): Value {
  if (typeof value === 'string' && value.length > MOST_UNITS)
    throw fault(name, 'invalidValue', `${name} has a text that is too long.`)
  if (!Array.isArray(value) || value.length <= MOST_VALUES) return value
  throw fault(name, 'invalidValue', `${name} must have at most ${MOST_VALUES} values.`)
}

/** `name.familyName` changes a part; `name` replaces the given parts (add) or all of them (replace). */
function plainAfter(before: unknown, op: Change['op'], { attribute, part }: Path, value: unknown): unknown {
  const old = isObject(before) ? before : {}
  if (part !== undefined) return { ...old, [partName(attribute, part)]: value }
  return op === 'add' && isObject(value) ? { ...old, ...value } : value
}

function listAfter(before: unknown, op: Change['op'], path: Path, value: unknown): unknown {
  const old = Array.isArray(before) ? before.filter(isObject) : []
  const { attribute, where, part } = path
  if (where.length === 0 && part === undefined) {
    if (value === undefined) return []
    const given = [value].flat()
    return op === 'replace' ? given : withNew(old, given)
  }
  const same = (one: unknown) => String(one).toLowerCase()
  const wanted = where.map((one) => [partName(attribute, one.attribute), same(one.value)] as const)
  const isMeant = (item: Attributes) =>
    wanted.every(([name, is]) => item[name] !== undefined && same(item[name]) === is)
  if (op === 'remove' && part === undefined) return old.filter((item) => !isMeant(item))
  const change = part === undefined ? (isObject(value) ? value : {}) : { [partName(attribute, part)]: value }
  if (old.some(isMeant)) return old.map((item) => (isMeant(item) ? { ...item, ...change } : item))
  // Entra ID sets the value of an email that is not there yet.
  const conditions = where.map((one) => [partName(attribute, one.attribute), one.value])
  return op === 'remove' ? old : [...old, { ...Object.fromEntries(conditions), ...change }]
}

/** One value is primary at most (RFC 7644, 3.5.2.1), and values that are there already are not added. */
function withNew(old: Attributes[], given: unknown[]): unknown[] {
  const hasPrimary = given.some((one) => isObject(one) && one.primary === true)
  const rest = old.filter(({ value }) => !given.some((one) => isObject(one) && one.value === value))
  return [...rest.map((one) => (hasPrimary ? { ...one, primary: false } : one)), ...given]
}

function partName(attribute: string, part: string): string {
  const known = writable.get(attribute)
  return (known && partOf(known, part)) ?? part
}

function partOf({ parts }: Writable, part: string): string | undefined {
  return parts.find((name) => name.toLowerCase() === part)
}

function isObject(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
