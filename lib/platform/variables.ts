import { isIP } from 'node:net'
import { z } from 'zod'
import './parse-input' // zod's messages
import { isNetworkList } from './client-address'

const whole = (fallback: number, min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta({ type: 'integer', minimum: min, maximum: max })
    .default(fallback)
}
const perMinute = (fallback: number) => whole(fallback, 1, 1_000_000_000)
const text = z.string().min(1).optional()
const sealingKey = z.string().min(32, 'must have at least 32 characters').optional()
const oneOf = <const Value extends string>(...values: Value[]) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` })
const address = (protocol: RegExp, example: string, hostname = /^/) =>
  z.url({ protocol, hostname, error: `must be an address such as ${example}` })
const httpUrl = address(/^https?$/, 'https://portico.example')
const httpOrigin = (example: string) =>
  z.string().refine(isHttpOrigin, `must be an origin without a path, such as ${example}`)

function isHttpOrigin(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}

export const PRODUCT_NAME = 'Portico'

/** Below every public page. Written in the environment as `Status=https://status.example,Terms=https://…`. */
export const FooterLinks = z
  .array(
    z.strictObject({
      label: z
        .string()
        .trim()
        .regex(/^[^\p{C}=]{1,40}$/u, 'must have 1 to 40 characters and no equals sign'),
      url: z
        .url({ protocol: /^https$/, error: 'must be an address such as https://status.example' })
        .regex(/^[\x21-\x7e]{1,500}$/, 'must have at most 500 visible ASCII characters')
        .regex(/^https:\/\/[\w.:[\]-]+(?:[/?#]|$)/i, 'must name a host, without a user or quotation marks'),
    }),
  )
  .max(12, 'must have at most 12 links')

const footerLinks = z
  .string()
  .transform((text) =>
    text.split(/,(?=[^,=]+=https:)/).map((pair) => {
      const [label = '', ...url] = pair.split('=')
      return { label, url: url.join('=').trim() }
    }),
  )
  .pipe(FooterLinks)

/** Every setting by the name of its variable: how it is read, and its default. */
export const Settings = z
  .object({
    NODE_ENV: oneOf('development', 'production', 'test').default('production'),
    /** The file that says what variables do not; `none`: none. By itself ./portico.yaml, where there is one. */
    PORTICO_CONFIG: text,
    PORT: whole(3000, 0, 65_535),
    /** Where it listens: this machine alone, or every address once there is a PUBLIC_URL. */
    HOST: z
      .string()
      .refine(
        (value) => value === 'localhost' || isIP(value) > 0,
        'must be an address to listen at, such as 127.0.0.1, 0.0.0.0 or ::',
      )
      .optional(),
    /** Whose X-Forwarded-For is read. */
    TRUST_PROXY: z
      .string()
      .refine(
        isNetworkList,
        'must be addresses or networks, separated by commas, such as 127.0.0.1,10.0.0.0/8',
      )
      .default(''),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: address(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/database'),
    /** The same database past a pooler that DATABASE_URL leads to. */
    DATABASE_DIRECT_URL: address(
      /^postgres(ql)?$/,
      'postgresql://user:password@host:5432/database',
    ).optional(),
    DATABASE_POOL: whole(10, 2, 500),
    REDIS_URL: address(/^rediss?$/, 'redis://host:6379').optional(),
    ROLE: oneOf('all', 'web', 'worker').default('all'),
    WORKERS: whole(1, 1, 256),
    /** How long `npm start` waits for the server, times the load of each processor (scripts/steps/server.mjs). */
    START_TIMEOUT_SECONDS: whole(120, 1, 86_400),
    PUBLIC_URL: httpOrigin('https://portico.example').optional(),
    NEXTAUTH_SECRET: z.string('is missing').min(32, 'must have at least 32 characters'),
    /** Seals the secrets that the database keeps; without it NEXTAUTH_SECRET does. */
    ENCRYPTION_KEY: sealingKey,
    /** Opens what it sealed, until `npm run rotate-encryption-key` has sealed that anew. */
    ENCRYPTION_KEY_PREVIOUS: sealingKey,
    DEMO: oneOf('on', 'off').optional(),
    /** What the installation is called: in its pages, titles, mails and documents. */
    INSTALLATION_NAME: z
      .string()
      .trim()
      .regex(/^[^\p{C}]{1,40}$/u, 'must have 1 to 40 characters')
      .default(PRODUCT_NAME),
    FOOTER_LINKS: footerLinks.default([]),
    /** What an account begins with. By itself $1.00 while the sandbox is the only provider, else nothing. */
    TRIAL_CREDIT_USD: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,9})?$/, 'must be an amount in dollars, such as 1.00')
      .optional(),
    PROVIDERS_FILE: text,
    /** As Ollama itself reads it: a host, with or without scheme and port. */
    OLLAMA_HOST: z
      .string()
      .refine((value) => URL.canParse(/^https?:/i.test(value) ? value : `http://${value}`), {
        message: 'must be a host, such as 127.0.0.1:11434',
      })
      .optional(),
    OPENAI_COMPATIBLE_BASE_URLS: z
      .string()
      .regex(
        /^\s*(?:[a-z0-9][a-z0-9_-]*\s*=\s*)?https?:\/\/[^\s,]+(?:\s*,\s*(?:[a-z0-9][a-z0-9_-]*\s*=\s*)?https?:\/\/[^\s,]+)*\s*$/,
        'must be addresses with their whole prefix, separated by commas, such as vllm=http://127.0.0.1:8000/v1',
      )
      .optional(),
    LOCAL_MODEL_PRICING: text,
    /** Customers whose people run the installation; the settings page shows a customer's id. */
    OPERATORS: z
      .string()
      .regex(
        /^(\s*cus_[0-9a-z]{1,64}\s*(,|$))*$/,
        'must be ids of customers, separated by commas, such as cus_01m80b30e4dh5vc3seqey89vmk (the settings page shows one); an email proves nothing, for anybody can sign up with it',
      )
      .default(''),
    /** A port of its own for Prometheus; a token opens it, and /api/metrics, from elsewhere. */
    METRICS_PORT: whole(0, 1, 65_535).unwrap().optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    /** Traces go there; the library reads more of OpenTelemetry's variables itself. */
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/protobuf', 'http/json').default('http/protobuf'),
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: oneOf('http/protobuf', 'http/json').optional(),
    OTEL_SDK_DISABLED: oneOf('true', 'false').default('false'),
    OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').default('otlp'),
    OTEL_TRACES_SAMPLER: z
      .string()
      .regex(/^(parentbased_)?(always_on|always_off|traceidratio)$/, 'must be a sampler such as traceidratio')
      .default('parentbased_always_on'),
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .regex(/^(0(\.\d{1,9})?|1(\.0)?)$/, 'must be a decimal from 0 to 1, such as 0.1')
      .transform(Number)
      .default(1),
    OTEL_BSP_SCHEDULE_DELAY: whole(5000, 1, 600_000),
    /** Providers that are sent `traceparent`. */
    TRACE_PROVIDERS: z
      .string()
      .regex(/^(\s*[a-z0-9][a-z0-9_-]*\s*(,|$))*$/, 'must be ids of providers, separated by commas')
      .default(''),
    /** Where operators' alerts are posted, signed. */
    OPERATOR_ALERT_URL: httpUrl.optional(),
    LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    /** Off: only the operator's own identity provider makes accounts. */
    SIGN_UP: oneOf('on', 'off').default('on'),
    GITHUB_ID: text,
    GITHUB_SECRET: text,
    GOOGLE_CLIENT_ID: text,
    GOOGLE_CLIENT_SECRET: text,
    /** The operator's own identity provider, by OpenID Connect; people know it by its name. */
    OIDC_ISSUER: httpUrl.optional(),
    OIDC_CLIENT_ID: text,
    OIDC_CLIENT_SECRET: text,
    OIDC_NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').default('Single sign-on'),
    /** Of that provider, an email of which it does not say whether it is verified. */
    OIDC_TRUST_EMAIL: oneOf('on', 'off').default('off'),
    RATE_LIMIT_CHAT: perMinute(600),
    RATE_LIMIT_IMAGE_CREATE: perMinute(60),
    RATE_LIMIT_VIDEO_CREATE: perMinute(60),
    RATE_LIMIT_TASK_READ: perMinute(1200),
    RATE_LIMIT_PRESIGN: perMinute(120),
    RATE_LIMIT_PORTRAIT: perMinute(600),
    RATE_LIMIT_ACCOUNT: perMinute(300),
    RATE_LIMIT_CATALOG: perMinute(300),
    RATE_LIMIT_SIGN_UP: perMinute(20),
    /** Wrong keys, passwords and sign-in links from one address. */
    RATE_LIMIT_AUTH_FAILURE: perMinute(30),
    /** Hosts that URLs of callers may name although they are private or speak plain http. */
    OUTBOUND_ALLOW: z
      .string()
      .regex(
        /^(\s*(\[[0-9a-f:.]+\]|[^\s:/@,[\]]+)(:\d{1,5})?\s*(,|$))*$/i,
        'must be hosts or host:port, separated by commas, such as 127.0.0.1,receiver.internal:8080',
      )
      .default(''),
    STRIPE_SECRET_KEY: text,
    STRIPE_WEBHOOK_SECRET: text,
    STRIPE_API_BASE: httpOrigin('https://api.stripe.com').optional(),
    /** Volcengine's control plane: the portrait vault. */
    VOLC_ACCESSKEY: text,
    VOLC_SECRETKEY: text,
    PLATFORM_FEE_RATE: z
      .string()
      .regex(/^0(\.\d{1,6})?$/, 'must be a decimal from 0 to below 1, such as 0.05')
      .default('0.05'),
    SMTP_URL: address(/^smtps?$/, 'smtp://user:password@host:587', /./).optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^<>\p{C}]*<\S+@[^\s<>]+>|[^\s<>]+@[^\s<>]+)$/u,
        'must be an address such as Portico <alerts@example.com>',
      )
      .optional(),
    S3_ENDPOINT: httpUrl.optional(),
    S3_REGION: z.string().min(1).default('auto'),
    S3_BUCKET: text,
    S3_ACCESS_KEY_ID: text,
    S3_SECRET_ACCESS_KEY: text,
    S3_PUBLIC_ENDPOINT: httpUrl.optional(),
    S3_ADDRESSING: oneOf('path', 'virtual').default('path'),
    IMAGE_TASK_TTL_SECONDS: whole(1800, 1, 30 * 24 * 3600),
    IMAGE_WAIT_SECONDS: whole(590, 1, 600),
    UPLOAD_URL_TTL_SECONDS: whole(300, 1, 24 * 3600),
    UPLOAD_CLAIM_TTL_SECONDS: whole(7200, 1, 7 * 24 * 3600),
    WAITING_BYTES_QUOTA: whole(10 * 1024 ** 3, 1, Number.MAX_SAFE_INTEGER),
    VIDEO_URL_TTL_SECONDS: whole(3600, 1, 7 * 24 * 3600),
    VALIDATE_TTL_SECONDS: whole(120, 1, 24 * 3600),
    IMAGE_CONCURRENCY: whole(8, 1, 1000),
    VIDEO_CONCURRENCY: whole(8, 1, 1000),
    /** Batches that a worker process works on at once; of each, four lines. */
    BATCH_CONCURRENCY: whole(2, 1, 1000),
    /** What lines of batches cost is multiplied by it. */
    BATCH_PRICE_FACTOR: z
      .string()
      .regex(/^\d(\.\d{1,6})?$/, 'must be a decimal below 10, such as 0.5')
      .transform(Number)
      .default(1),
    PORTRAIT_GROUP_QUOTA: whole(50, 0, 1_000_000),
    PORTRAIT_ASSET_QUOTA: whole(500, 0, 1_000_000),
    AIGC_GROUPS: oneOf('on', 'off').default('on'),
    /** Seconds before each retry of a callback. */
    CALLBACK_RETRY_SECONDS: z
      .string()
      .regex(/^\d{1,7}(,\d{1,7}){0,19}$/, 'must be seconds, separated by commas, such as 5,300,1800')
      .default('5,300,1800,7200,18000,36000'),
    /** Usage as files, into the object store or a bucket of its own; and by webhook. */
    USAGE_EXPORT_FILES: oneOf('off', 'jsonl', 'csv').default('off'),
    USAGE_EXPORT_FORMAT: oneOf('portico', 'focus').default('portico'),
    USAGE_EXPORT_BUCKET: text,
    USAGE_EXPORT_URL: httpUrl.optional(),
    USAGE_EXPORT_SECRET: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=]{32,}$/, 'must be whsec_ and the base64 of 24 to 64 random bytes')
      .optional(),
    FILE_MAX_BYTES: whole(100 * 1024 * 1024, 1024, 10 * 1024 ** 3),
    CHAT_BODY_MAX_BYTES: whole(32 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
    /** Of requests that a process has in memory; a customer's may be a quarter of it. */
    BODY_BYTES_IN_FLIGHT: whole(256 * 1024 * 1024, 1024 * 1024, Number.MAX_SAFE_INTEGER),
  })
  .superRefine((value, context) => {
    requireTogether(value, context, ['GITHUB_ID', 'GITHUB_SECRET'])
    requireTogether(value, context, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
    requireTogether(value, context, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
    requireTogether(value, context, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
    requireTogether(value, context, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    requireTogether(value, context, ['SMTP_URL', 'MAIL_FROM'])
    requireTogether(value, context, ['USAGE_EXPORT_URL', 'USAGE_EXPORT_SECRET'])
    if (value.USAGE_EXPORT_BUCKET) requireTogether(value, context, ['USAGE_EXPORT_BUCKET', 'S3_ENDPOINT'])
    requireTogether(value, context, ['VOLC_ACCESSKEY', 'VOLC_SECRETKEY'])
    if (value.S3_PUBLIC_ENDPOINT !== undefined && value.S3_ENDPOINT === undefined)
      context.addIssue({
        code: 'custom',
        path: ['S3_PUBLIC_ENDPOINT'],
        message: 'is set, but S3_ENDPOINT is missing: without it files are kept on disk',
      })
  })

/** Settings that make sense only together: the first one present names those that are missing. */
function requireTogether(value: Record<string, unknown>, context: z.RefinementCtx, names: string[]): void {
  const present = names.filter((name) => value[name] !== undefined)
  const missing = names.filter((name) => value[name] === undefined)
  if (present[0] === undefined || missing.length === 0) return
  const verb = missing.length === 1 ? 'is missing' : 'are missing'
  context.addIssue({
    code: 'custom',
    path: [present[0]],
    message: `is set, but ${missing.join(' and ')} ${verb}: they must be set together`,
  })
}
