import { parsePattern } from '../pattern/parse-pattern'
import { writeMatch } from '../pattern/write-match'
import { exampleText } from './example-text'
import { findFormat } from './find-format'
import type { SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'
import type { Place } from './writing'

const MOST_CHARS = 5_000

/** A text of the format, pattern and length asked for; failing these, an example that suits the property's name. */
export function writeText(schema: SchemaObject, { name, variant }: Place): string {
  const minLength = Math.min(readKeyword.number(schema, 'minLength') ?? 0, MOST_CHARS)
  const maxLength = readKeyword.number(schema, 'maxLength') ?? Number.POSITIVE_INFINITY
  const pattern = readKeyword.text(schema, 'pattern')
  const node = pattern === undefined ? undefined : parsePattern(pattern)
  const matching = node === undefined ? undefined : writeMatch(node, { minLength, maxLength, variant })
  if (matching !== undefined) return matching
  const format = findFormat(readKeyword.text(schema, 'format'))
  if (format !== undefined) return format.example(variant)
  return fitLength(exampleText(name, variant), minLength, maxLength, variant)
}

function fitLength(text: string, minLength: number, maxLength: number, variant: number): string {
  const chars = [...text]
  while (chars.length < minLength) chars.push(...' sample'.slice(0, minLength - chars.length))
  if (chars.length <= maxLength) return chars.join('')
  // The end tells one variant from the next, so the beginning gives way.
  const digits = variant === 0 ? '' : variant.toString(36)
  return chars.slice(0, Math.max(maxLength - digits.length, 0)).join('') + digits.slice(0, maxLength)
}
