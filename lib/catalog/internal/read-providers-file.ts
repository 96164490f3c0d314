import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigurationError } from '@/lib/platform/env'
import { describeIssues } from './describe-issues'
import { SeedEntry } from './seed-schema'

const ProvidersFile = z.array(SeedEntry, 'must be a list of providers').superRefine((entries, context) => {
  for (const [index, { id }] of entries.entries())
    if (entries.findIndex((entry) => entry.id === id) < index)
      context.addIssue({ code: 'custom', path: [index, 'id'], message: `"${id}" is there twice` })
})

/** Reads PROVIDERS_FILE; whatever is wrong with it is a sentence that names the file and the field. */
export function readProvidersFile(path: string): SeedEntry[] {
  const content = parseJson(path)
  const parsed = ProvidersFile.safeParse(content)
  if (parsed.success) return parsed.data
  throw new ConfigurationError(`PROVIDERS_FILE ${path}: ${describeIssues(parsed.error.issues, content)}.`)
}

function parseJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigurationError(`PROVIDERS_FILE ${path} cannot be read: ${messageOf(error)}.`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigurationError(`PROVIDERS_FILE ${path} is not JSON: ${messageOf(error)}.`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
