import type { z } from 'zod'
import { pathText, valueAt } from '@/lib/platform/issue-words'

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
