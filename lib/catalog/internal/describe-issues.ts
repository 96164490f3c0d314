import type { z } from 'zod'

const MOST = 3

/** Faults of a configuration file in words: `[0].models[1].pricing.prompt must be a decimal string …`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): string {
  const sentences = issues.slice(0, MOST).map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return `${pathText([...issue.path, issue.keys[0] ?? ''])} is not a field of this file`
    const missing =
      issue.path.length > 0 && issue.code !== 'custom' && valueAt(input, issue.path) === undefined
    const path = pathText(issue.path) || 'the file'
    return missing ? `${path} is required` : `${path} ${issue.message}`
  })
  const more = issues.length - sentences.length
  return more > 0 ? `${sentences.join('; ')}; and ${more} more` : sentences.join('; ')
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((words, part) => {
    if (typeof part === 'number') return `${words}[${part}]`
    return words === '' ? String(part) : `${words}.${String(part)}`
  }, '')
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    input,
  )
}
