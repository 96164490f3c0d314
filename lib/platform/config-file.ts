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
/** Not allowed in the file: what Next decides, where the file is, and what OpenTelemetry's library reads itself. */
const isOfFile = (name: string) => !/^(NODE_ENV$|PORTICO_CONFIG$|PROVIDERS_FILE$|OTEL_)/.test(name)

/** What the file may contain, with values as in YAML where variables have text. */
export function configFileSchema(shape: Shape, providers: z.ZodType = z.unknown()) {
  const names = Object.keys(shape).filter(isOfFile)
  const section = (chosen: string[], from: number) =>
    z
      .strictObject(
        Object.fromEntries(
          chosen.map((name) => [
            name.slice(from).toLowerCase(),
            inFile(shape[name] ?? z.unknown()).optional(),
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

function inFile(field: z.ZodType): z.ZodType {
  const { $schema: _, pattern, ...described } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
  const isFigure = described.type === 'integer' || /^\^(0|\\d)/.test(pattern ?? '')
  const type = isFigure && described.type === 'string' ? { type: ['string', 'number'] } : {}
  const own = { ...described, ...(!isFigure && pattern !== undefined && { pattern }), ...type }
  return z.preprocess(toText, field).meta(own)
}

/** As a variable would have it. */
function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

/** Undefined where there is none. `fail` receives the fault, as a sentence that names the file and the path in it. */
export function readConfigFile(
  named: string | undefined,
  shape: Shape,
  fail: (sentence: string) => never,
): ConfigFile | undefined {
  if (named === 'none') return undefined
  // Unless marked, the build treats every file of the project as read here.
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

/** `x:` with nothing behind it means the same as no such line. */
function withoutNone(value: unknown): unknown {
  if (value === null || value === undefined) return {}
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) => (inner === null ? undefined : inner))
}

function parseFile(path: string, fail: (sentence: string) => never): unknown {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return fail(`${path} cannot be read: ${said}.`)
  }
}

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
