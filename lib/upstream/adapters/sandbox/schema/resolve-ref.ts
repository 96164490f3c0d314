import { isRecord } from '@/lib/platform/is-record'
import { asSchema } from './as-schema'
import type { JsonSchema } from './json-schema'

/** What a local reference (`#/$defs/step`) points at; undefined for one that leads nowhere or out of the document. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (!ref.startsWith('#')) return undefined
  let at: unknown = root
  for (const raw of ref.slice(1).split('/').slice(1)) {
    const key = readPointerKey(raw)
    if (Array.isArray(at)) at = at[Number(key)]
    else if (isRecord(at) && Object.hasOwn(at, key)) at = at[key]
    else return undefined
  }
  return asSchema(at)
}

function readPointerKey(raw: string): string {
  const unescaped = raw.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(unescaped)
  } catch {
    return unescaped
  }
}
