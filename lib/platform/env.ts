import { z } from 'zod'
import { remember } from './remember'

/**
 * Every setting of Portico (contract §10) and the only place that reads `process.env`.
 * A bad one is a sentence for the operator: `ConfigurationError`, printed at start, exit code 1.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

const whole = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)
const perMinute = (fallback: number) => whole(fallback, 1, 1_000_000_000)
const text = z.string().min(1).optional()
const httpUrl = z.url({ protocol: /^https?$/ })

const Settings = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    PORT: whole(3000, 0, 65_535),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_POOL: whole(10, 2, 500),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    ROLE: z.enum(['all', 'web', 'worker']).default('all'),
    WORKERS: whole(1, 1, 256),
    PUBLIC_URL: httpUrl.optional(),
    NEXTAUTH_SECRET: z.string().min(32, 'must have at least 32 characters'),
    DEMO: z.enum(['on', 'off']).optional(),
    PROVIDERS_FILE: text,
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    GITHUB_ID: text,
    GITHUB_SECRET: text,
    GOOGLE_CLIENT_ID: text,
    GOOGLE_CLIENT_SECRET: text,
    RATE_LIMIT_CHAT: perMinute(600),
    RATE_LIMIT_IMAGE_CREATE: perMinute(60),
    RATE_LIMIT_VIDEO_CREATE: perMinute(60),
    RATE_LIMIT_TASK_READ: perMinute(1200),
    RATE_LIMIT_PRESIGN: perMinute(120),
    RATE_LIMIT_PORTRAIT: perMinute(600),
    RATE_LIMIT_ACCOUNT: perMinute(300),
    RATE_LIMIT_CATALOG: perMinute(300),
    RATE_LIMIT_SIGN_UP: perMinute(20),
    CHAT_BODY_MAX_BYTES: whole(32 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
  })
  .superRefine((value, context) => {
    const pair = (one: 'GITHUB_ID' | 'GOOGLE_CLIENT_ID', other: 'GITHUB_SECRET' | 'GOOGLE_CLIENT_SECRET') => {
      if ((value[one] === undefined) !== (value[other] === undefined))
        context.addIssue({ code: 'custom', path: [one], message: `and ${other} must be set together` })
    }
    pair('GITHUB_ID', 'GITHUB_SECRET')
    pair('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  })

export type Env = z.infer<typeof Settings> & {
  /** Where browsers and clients reach us: `PUBLIC_URL`, else this machine. No slash at the end. */
  publicUrl: string
  demo: boolean
}

let known: Env | undefined

/** Read once; asked for on every request. */
export function env(): Env {
  known ??= remember('env', () =>
    parseEnv(isBuilding() ? { ...buildPlaceholders, ...process.env } : process.env),
  )
  return known
}

/** `next build` loads every route module to look at its exports; nothing connects anywhere then. */
const buildPlaceholders = {
  DATABASE_URL: 'postgres://build@localhost/build',
  NEXTAUTH_SECRET: 'only-there-while-building-never-used',
}

function isBuilding(): boolean {
  return process.env.NEXT_PHASE === 'phase-production-build'
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  // An empty variable means the same as none: compose files and shells write `X=`.
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Settings.safeParse(present)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new ConfigurationError(`These settings are not valid: ${sentences.join('; ')}.`)
  }
  const settings = parsed.data
  return {
    ...settings,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    demo: settings.DEMO === undefined ? settings.PUBLIC_URL === undefined : settings.DEMO === 'on',
  }
}

/** A secret or an address that the catalog names (`OPENAI_API_KEY`, `OPENAI_BASE_URL`); undefined when absent or empty. */
export function readSecret(name: string): string | undefined {
  return process.env[name] || undefined
}
