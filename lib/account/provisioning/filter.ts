import { AppError } from '@/lib/platform/errors'

/** Paths and filters of SCIM (RFC 7644, 3.4.2.2 and 3.5.2), as far as identity providers use them: `eq` and `and`. */

/** `emails[type eq "work"].value`: attribute, filter of its values, part of each. Names are in lower case. */
export type Path = { attribute: string; where: Comparison[]; part: string | undefined }
export type Comparison = Path & { value: string | boolean }

const URN_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i
const PATH = String.raw`([\w$:.-]+)(?:\[((?:"(?:[^"\\]|\\.)*"|[^"\]])*)\])?(?:\.([\w$-]+))?`
const path = new RegExp(`^${PATH}$`)
const comparison = new RegExp(
  String.raw`\s*${PATH}(?:\s+eq\s+("(?:[^"\\]|\\.)*"|[\w.@+-]+))?\s*(and\s|$)`,
  'iy',
)

/** Attributes of extensions keep their URN as a part of the name, so that they are not taken for ours. */
function toPath(name: string, where: string | undefined, last: string | undefined, param: string): Path {
  const plain = name.replace(URN_PREFIX, '')
  const [attribute = '', ...parts] = plain.includes(':') ? [plain] : plain.split('.')
  if (attribute === '' || parts.length > 1 || (parts.length > 0 && last !== undefined)) throw invalid(param)
  return {
    attribute: attribute.toLowerCase(),
    where: where === undefined ? [] : parseFilter(where, param),
    part: (last ?? parts[0])?.toLowerCase(),
  }
}

function invalid(param: string): AppError {
  const hint = param === 'filter' ? 'Comparisons with "eq", joined by "and", are supported.' : ''
  return new AppError('invalid_parameter', {
    param,
    message: `The ${param} is not valid or not supported. ${hint}`.trim(),
  })
}

/** Throws `invalid_parameter` with the param `path`. */
export function parsePath(text: string): Path {
  const [match, name = '', where, last] = path.exec(text) ?? []
  if (match === undefined) throw invalid('path')
  return toPath(name, where, last, 'path')
}

/** All of the comparisons must hold. Throws `invalid_parameter` with the param `filter`. */
export function parseFilter(text: string, param = 'filter'): Comparison[] {
  const found: Comparison[] = []
  comparison.lastIndex = 0
  for (let at = 0; at < text.length; at = comparison.lastIndex) {
    comparison.lastIndex = at
    const [match, name = '', where, last, value, more = ''] = comparison.exec(text) ?? []
    const end = at + (match?.length ?? 0)
    const isLast = end === text.length
    if (match === undefined || isLast !== (more === '')) throw invalid(param)
    const of = toPath(name, where, last, param)
    // `emails[value eq "x"]` is a condition by itself.
    const inner = value === undefined ? of.where.find(({ attribute }) => attribute === 'value') : undefined
    if (value === undefined && inner === undefined) throw invalid(param)
    found.push({ ...of, value: value === undefined ? (inner?.value ?? '') : readValue(value, param) })
    comparison.lastIndex = end
  }
  if (found.length === 0) throw invalid(param)
  return found
}

function readValue(text: string, param: string): string | boolean {
  if (/^(true|false)$/i.test(text)) return /^t/i.test(text)
  const value = text.startsWith('"') ? unquoted(text) : text
  // The database rejects them.
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) throw invalid(param)
  return value
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
