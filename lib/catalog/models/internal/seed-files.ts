import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { describeIssues } from '@/lib/platform/config-file'
import { ConfigurationError, env } from '@/lib/platform/env'
import alibaba from '@/prisma/seed/catalog/alibaba.json'
import anthropic from '@/prisma/seed/catalog/anthropic.json'
import azure from '@/prisma/seed/catalog/azure.json'
import bedrock from '@/prisma/seed/catalog/bedrock.json'
import byteplus from '@/prisma/seed/catalog/byteplus.json'
import cerebras from '@/prisma/seed/catalog/cerebras.json'
import cohere from '@/prisma/seed/catalog/cohere.json'
import deepinfra from '@/prisma/seed/catalog/deepinfra.json'
import deepseek from '@/prisma/seed/catalog/deepseek.json'
import elevenlabs from '@/prisma/seed/catalog/elevenlabs.json'
import fal from '@/prisma/seed/catalog/fal.json'
import fireworks from '@/prisma/seed/catalog/fireworks.json'
import google from '@/prisma/seed/catalog/google.json'
import groq from '@/prisma/seed/catalog/groq.json'
import jina from '@/prisma/seed/catalog/jina.json'
import minimax from '@/prisma/seed/catalog/minimax.json'
import mistral from '@/prisma/seed/catalog/mistral.json'
import moonshotai from '@/prisma/seed/catalog/moonshotai.json'
import openai from '@/prisma/seed/catalog/openai.json'
import openrouter from '@/prisma/seed/catalog/openrouter.json'
import perplexity from '@/prisma/seed/catalog/perplexity.json'
import replicate from '@/prisma/seed/catalog/replicate.json'
import runway from '@/prisma/seed/catalog/runway.json'
import sandbox from '@/prisma/seed/catalog/sandbox.json'
import together from '@/prisma/seed/catalog/together.json'
import vertex from '@/prisma/seed/catalog/vertex.json'
import volcengine from '@/prisma/seed/catalog/volcengine.json'
import voyage from '@/prisma/seed/catalog/voyage.json'
import xai from '@/prisma/seed/catalog/xai.json'
import zai from '@/prisma/seed/catalog/zai.json'
import { SeedEntry, SeedProvider } from './seed-schema'

/** In the order in which routes to a model are tried: model makers first, then hosts. */
const files: Record<string, unknown> = {
  sandbox,
  openai,
  anthropic,
  google,
  deepseek,
  mistral,
  xai,
  moonshotai,
  zai,
  minimax,
  alibaba,
  byteplus,
  volcengine,
  elevenlabs,
  cohere,
  voyage,
  jina,
  runway,
  groq,
  cerebras,
  deepinfra,
  fireworks,
  together,
  azure,
  bedrock,
  vertex,
  perplexity,
  fal,
  replicate,
  openrouter,
}

export function readBuiltinSeed(): SeedProvider[] {
  return Object.entries(files).map(([name, content]) => {
    const parsed = SeedProvider.safeParse(content)
    if (parsed.success) return parsed.data
    throw new Error(`prisma/seed/catalog/${name}.json: ${describeIssues(parsed.error.issues, content)}`)
  })
}

export const ProvidersFile = z
  .array(SeedEntry, 'must be a list of providers')
  .superRefine((entries, context) => {
    for (const [index, { id }] of entries.entries())
      if (entries.findIndex((entry) => entry.id === id) < index)
        context.addIssue({ code: 'custom', path: [index, 'id'], message: `"${id}" is a duplicate` })
  })

/** Reads PROVIDERS_FILE. Throws a ConfigurationError that names the file and the field. */
export function readProvidersFile(path: string): SeedEntry[] {
  const content = parseJson(path)
  const parsed = ProvidersFile.safeParse(content)
  if (parsed.success) return parsed.data
  throw new ConfigurationError(`PROVIDERS_FILE ${path}: ${describeIssues(parsed.error.issues, content)}.`)
}

/** The entries of an operator's file, and the start of error messages about it. */
type ConfiguredProviders = { entries: SeedEntry[]; where: string }

/** The providers of PROVIDERS_FILE if it is set, else of portico.yaml. */
export function readConfiguredProviders(providersFile: string | undefined): ConfiguredProviders {
  if (providersFile !== undefined)
    return { entries: readProvidersFile(providersFile), where: 'PROVIDERS_FILE: ' }
  const { configFile } = env()
  const where = `${configFile?.path}: providers`
  const parsed = ProvidersFile.safeParse(configFile?.providers ?? [])
  if (parsed.success) return { entries: parsed.data, where }
  const content = { providers: configFile?.providers }
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ['providers', ...issue.path] }))
  throw new ConfigurationError(`${configFile?.path}: ${describeIssues(issues, content)}.`)
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
