/** The value of a JSON text; undefined if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is an object in JSON's sense: not null, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object without some of its members; the same object if it has none of them. */
export function omit<Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  isGone: (name: string, value: unknown) => boolean,
): Fields | Record<string, unknown> {
  for (const name in fields)
    if (isGone(name, fields[name]))
      return Object.fromEntries(Object.entries(fields).filter((one) => !isGone(...one)))
  return fields
}

/**
 * A value for a `jsonb` column, also from outside. A bigint becomes a string, which the column's schema turns back. Null is
 * SQL's NULL.
 */
export function storedJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value, storablePart)
}

function storablePart(_name: string, part: unknown): unknown {
  if (typeof part === 'bigint') return part.toString()
  return typeof part === 'string' ? storableText(part) : part
}

/** A text from outside as the database can store it: without NUL, and with lone surrogates replaced. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
