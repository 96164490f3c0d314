import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { pathText, valueAt } from './parse-input'

/**
 * portico.yaml: settings under the names of their variables in lower case (`settings.public_url` is PUBLIC_URL), limits
 * without their prefix (`limits.chat` is RATE_LIMIT_CHAT), and providers as PROVIDERS_FILE lists them. The environment
 * takes precedence.
 */
export type ConfigFile = {
  path: string
  /** By variable. */
  settings: Record<string, string>
  /** Not validated yet: the catalog does that. */
  providers: unknown
}

type Shape = Readonly<Record<string, z.ZodType>>

const LIMIT = 'RATE_LIMIT_'
/** Not allowed in the file: what Next decides, the file's own path, and what OpenTelemetry's library reads itself. */
const isInFile = (name: string) => !/^(NODE_ENV$|PORTICO_CONFIG$|PROVIDERS_FILE$|OTEL_)/.test(name)

/** The file's schema. Values are YAML values where variables are text. */
export function configFileSchema(shape: Shape, providers: z.ZodType = z.unknown()) {
  const names = Object.keys(shape).filter(isInFile)
  const section = (chosen: string[], from: number) =>
    z
      .strictObject(
        Object.fromEntries(
          chosen.map((name) => [
            name.slice(from).toLowerCase(),
            yamlField(shape[name] ?? z.unknown()).optional(),
          ]),
        ),
      )
      .optional()
  return z.strictObject({
    settings: section(
      names.filter((name) => !name.startsWith(LIMIT)),
      0,
    ),
    limits: section(
      names.filter((name) => name.startsWith(LIMIT)),
      LIMIT.length,
    ),
    providers: providers.optional(),
  })
}

function yamlField(field: z.ZodType): z.ZodType {
  const { $schema: _, pattern, ...described } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
  const isNumber = described.type === 'integer' || /^\^(0|\\d)/.test(pattern ?? '')
  const type = isNumber && described.type === 'string' ? { type: ['string', 'number'] } : {}
  const meta = { ...described, ...(!isNumber && pattern !== undefined && { pattern }), ...type }
  return z.preprocess((value) => (typeof value === 'number' ? String(value) : value), field).meta(meta)
}

/** Undefined if there is no file. `fail` receives the fault as a sentence that names the file and the path in it. */
export function readConfigFile(
  named: string | undefined,
  shape: Shape,
  fail: (sentence: string) => never,
): ConfigFile | undefined {
  if (named === 'none') return undefined
  // Without these marks, the build assumes that every file of the project may be read here.
  const path = resolve(/* turbopackIgnore: true */ named ?? 'portico.yaml')
  if (named === undefined && !existsSync(/* turbopackIgnore: true */ path)) return undefined
  const content = withoutNone(parseFile(path, fail))
  const parsed = configFileSchema(shape).safeParse(content)
  if (!parsed.success) return fail(`${path}: ${describeIssues(parsed.error.issues, content)}.`)
  const { settings, limits } = Sections.parse(content)
  const variables = (section: Record<string, unknown>, before: string) =>
    Object.entries(section).map(([name, value]) => [before + name.toUpperCase(), String(value)])
  return {
    path,
    settings: Object.fromEntries([...variables(settings, ''), ...variables(limits, LIMIT)]),
    providers: parsed.data.providers,
  }
}

const Section = z.record(z.string(), z.unknown()).default({})
const Sections = z.object({ settings: Section, limits: Section })

/** `x:` without a value is the same as no such line. */
function withoutNone(value: unknown): unknown {
  if (value === null || value === undefined) return {}
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) => (inner === null ? undefined : inner))
}

function parseFile(path: string, fail: (sentence: string) => never): unknown {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return fail(`${path} cannot be read: ${reason}.`)
  }
}

const MAX_SENTENCES = 3

/** Errors of a configuration file as a sentence: `[0].models[1].pricing.prompt must be a decimal string …`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): string {
  const sentences = issues.slice(0, MAX_SENTENCES).map((issue) => {
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
