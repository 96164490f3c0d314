/** The value of a JSON text; undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is an object with fields: what JSON calls an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object without some of its members; itself where it has none of them. */
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
 * A value as a `jsonb` column keeps it, for what comes from strangers as well. JSON has no integers of any size: they are
 * strings there, which the schema of the column brings back. Null is SQL's own.
 */
export function storedJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value, storablePart)
}

function storablePart(_name: string, part: unknown): unknown {
  if (typeof part === 'bigint') return part.toString()
  return typeof part === 'string' ? storableText(part) : part
}

/** A stranger's text as the database can store it: without NUL, and a surrogate that was cut from its pair replaced. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
