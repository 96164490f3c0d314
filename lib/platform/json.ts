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

/** A value whose texts have no half of a surrogate pair, which readers of UTF-8 refuse; itself where there is none. */
export function wellFormed<Value>(value: Value): Value
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const parts = value.map((part) => wellFormed(part))
    return parts.some((part, index) => part !== value[index]) ? parts : value
  }
  const changed = Object.entries(value).flatMap(([name, part]) => {
    const whole = wellFormed(part)
    return whole === part ? [] : [[name, whole]]
  })
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value
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
