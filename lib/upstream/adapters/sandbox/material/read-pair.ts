import { splitName } from '../schema/split-name'

/** What the text gives under a name: `unit: kelvin`, `max_results = 5`, `"title" is "Dune"`, `days 3`. */
export function readPair(name: string, text: string): string | undefined {
  const words = splitName(name).slice(0, 8)
  if (words.length === 0) return undefined
  const spelled = words.join('[\\s_-]?')
  const quotedAfter = new RegExp(
    `(?<![\\p{L}\\p{N}])${spelled}["'\`]?\\s*(?:is|of|as|to|=|:)?\\s*["“'\`]([^\\s"”'\`][^"”'\`\\n]{0,299})["”'\`]`,
    'iu',
  )
  const plainAfter = new RegExp(
    `(?<![\\p{L}\\p{N}])${spelled}["'\`]?\\s*(?:=|:|\\bis\\b|\\bset to\\b)\\s*([^\\s"'\`,;:][^"'\`,;\\n]{0,200})`,
    'iu',
  )
  const quoted = quotedAfter.exec(text)?.[1]
  if (quoted !== undefined) return quoted
  return plainAfter
    .exec(text)?.[1]
    ?.split(/\s+(?:and|with|but|then)\s+|[.?!](?:\s|$)/)[0]
    ?.trim()
}
