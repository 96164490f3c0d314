import { matchPattern } from '../pattern/match-pattern'
import { parsePattern } from '../pattern/parse-pattern'
import { findFormat } from './find-format'
import type { SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

const { number, text: textOf } = readKeyword

export function fitsText(text: string, schema: SchemaObject): boolean {
  const length = [...text].length
  if (length < (number(schema, 'minLength') ?? 0)) return false
  if (length > (number(schema, 'maxLength') ?? Number.POSITIVE_INFINITY)) return false
  if (findFormat(textOf(schema, 'format'))?.test(text) === false) return false
  const pattern = textOf(schema, 'pattern')
  if (pattern === undefined) return true
  const node = parsePattern(pattern)
  return node === undefined || matchPattern(node, text)
}
