import alibaba from '@/prisma/seed/catalog/alibaba.json'
import anthropic from '@/prisma/seed/catalog/anthropic.json'
import byteplus from '@/prisma/seed/catalog/byteplus.json'
import cerebras from '@/prisma/seed/catalog/cerebras.json'
import deepinfra from '@/prisma/seed/catalog/deepinfra.json'
import deepseek from '@/prisma/seed/catalog/deepseek.json'
import fal from '@/prisma/seed/catalog/fal.json'
import fireworks from '@/prisma/seed/catalog/fireworks.json'
import google from '@/prisma/seed/catalog/google.json'
import groq from '@/prisma/seed/catalog/groq.json'
import mistral from '@/prisma/seed/catalog/mistral.json'
import moonshotai from '@/prisma/seed/catalog/moonshotai.json'
import openai from '@/prisma/seed/catalog/openai.json'
import openrouter from '@/prisma/seed/catalog/openrouter.json'
import replicate from '@/prisma/seed/catalog/replicate.json'
import sandbox from '@/prisma/seed/catalog/sandbox.json'
import together from '@/prisma/seed/catalog/together.json'
import volcengine from '@/prisma/seed/catalog/volcengine.json'
import xai from '@/prisma/seed/catalog/xai.json'
import zai from '@/prisma/seed/catalog/zai.json'
import { describeIssues } from './describe-issues'
import { SeedProvider } from './seed-schema'

/** In the order in which their routes to one model are tried: those who make models, then those who host them. */
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
  alibaba,
  byteplus,
  volcengine,
  groq,
  cerebras,
  deepinfra,
  fireworks,
  together,
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
