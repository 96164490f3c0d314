import { isIP } from 'node:net'
import { z } from 'zod'
import './parse-input' // zod's messages
import { address, httpOrigin, httpUrl, redisAddress, SmtpAddress } from './addresses'
import { isNetworkList } from './client-address'
import { Role } from './roles'

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

export const PRODUCT_NAME = 'Portico'

/** Links in the footer of public pages; in the environment `Status=https://status.example,Terms=https://…`. */
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

/** In the environment `domain:example.com=cus_123:developer,group:admins=cus_123:admin`. Names of groups may contain commas. */
const OidcOrganizations = z.array(
  z.object({
    by: z.enum(['domain', 'group']),
    value: z.string(),
    customerId: z.string(),
    role: Role.exclude(['owner']),
  }),
)
const oidcOrganizations = z
  .string()
  .transform((text, context) =>
    text.split(/,(?=\s*(?:domain|group):)/).map((rule) => {
      const [, by, value, customerId, role] =
        /^\s*(domain|group):(.+)=(cus_[0-9a-z]{1,60}):(admin|developer|billing|viewer)\s*$/.exec(rule) ?? []
      if (by === undefined)
        context.addIssue('must be rules such as domain:example.com=cus_123:developer, separated by commas')
      return { by, value, customerId, role }
    }),
  )
  .pipe(OidcOrganizations)

/** Every setting by its variable: how it is parsed, and its default. */
export const Settings = z
  .object({
    NODE_ENV: oneOf('development', 'production', 'test').default('production'),
    /** The configuration file, or `none`. By default ./portico.yaml, if it exists. Variables take precedence. */
    PORTICO_CONFIG: text,
    PORT: whole(3000, 0, 65_535),
    /** Where it listens. By default on this machine only, or on every address if PUBLIC_URL is set. */
    HOST: z
      .string()
      .refine(
        (value) => value === 'localhost' || isIP(value) > 0,
        'must be an address to listen at, such as 127.0.0.1, 0.0.0.0 or ::',
      )
      .optional(),
    /** The proxies whose X-Forwarded-For is trusted. */
    TRUST_PROXY: z
      .string()
      .refine(
        isNetworkList,
        'must be addresses or networks, separated by commas, such as 127.0.0.1,10.0.0.0/8',
      )
      .default(''),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: address(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/database'),
    /** The same database without the pooler of DATABASE_URL. */
    DATABASE_DIRECT_URL: address(
      /^postgres(ql)?$/,
      'postgresql://user:password@host:5432/database',
    ).optional(),
    DATABASE_POOL: whole(10, 2, 500),
    /** Money and usage are distributed by customer over the workers of a Citus cluster (docs/run/citus.md). */
    CITUS: oneOf('on', 'off').default('off'),
    REDIS_URL: z
      .string()
      .refine((list) => list.split(',').every((one) => redisAddress.safeParse(one).success), {
        error: 'must be an address such as redis://host:6379, or several of one cluster, separated by commas',
      })
      .optional(),
    ROLE: oneOf('all', 'web', 'worker').default('all'),
    WORKERS: whole(1, 1, 256),
    /** How long `npm start` waits for the server, times the load of each processor (scripts/steps/server.mjs). */
    START_TIMEOUT_SECONDS: whole(120, 1, 86_400),
    PUBLIC_URL: httpOrigin('https://portico.example').optional(),
    NEXTAUTH_SECRET: z.string('is missing').min(32, 'must have at least 32 characters'),
    /** Seals secrets in the database; by default NEXTAUTH_SECRET does. */
    ENCRYPTION_KEY: sealingKey,
    /** The former key, until `npm run rotate-encryption-key` has sealed everything with the new one. */
    ENCRYPTION_KEY_PREVIOUS: sealingKey,
    DEMO: oneOf('on', 'off').optional(),
    /** The name of the installation in pages, titles, mails and documents. */
    INSTALLATION_NAME: z
      .string()
      .trim()
      .regex(/^[^\p{C}]{1,40}$/u, 'must have 1 to 40 characters')
      .default(PRODUCT_NAME),
    FOOTER_LINKS: footerLinks.default([]),
    /** The credit of a new account. By default $1.00 while the sandbox is the only provider, else none. */
    TRIAL_CREDIT_USD: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,9})?$/, 'must be an amount in dollars, such as 1.00')
      .optional(),
    PROVIDERS_FILE: text,
    /** A price list, as an https URL or a path, that a job compares with the catalog once a day. */
    CATALOG_FEED: text,
    /** Ollama's own variable: a host, with or without scheme and port. */
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
    /** Customers whose people are operators. The settings page shows the customer id. */
    OPERATORS: z
      .string()
      .regex(
        /^(\s*cus_[0-9a-z]{1,64}\s*(,|$))*$/,
        'must be customer ids separated by commas, such as cus_01m80b30e4dh5vc3seqey89vmk (shown on the settings page); email addresses are not accepted because anyone can sign up with one',
      )
      .default(''),
    /** A separate port for Prometheus. With METRICS_TOKEN, other machines may read it and /api/metrics. */
    METRICS_PORT: whole(0, 1, 65_535).unwrap().optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    /** The collector of traces. OpenTelemetry's library reads its other variables itself. */
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
    /** Providers that get the `traceparent` header. */
    TRACE_PROVIDERS: z
      .string()
      .regex(/^(\s*[a-z0-9][a-z0-9_-]*\s*(,|$))*$/, 'must be ids of providers, separated by commas')
      .default(''),
    /** The URL for operators' alerts, signed. */
    OPERATOR_ALERT_URL: httpUrl.optional(),
    LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    /** Off: only the operator's identity provider creates accounts. */
    SIGN_UP: oneOf('on', 'off').default('on'),
    GITHUB_ID: text,
    GITHUB_SECRET: text,
    GOOGLE_CLIENT_ID: text,
    GOOGLE_CLIENT_SECRET: text,
    /** The operator's identity provider, by OpenID Connect. OIDC_NAME is shown to people. */
    OIDC_ISSUER: httpUrl.optional(),
    OIDC_CLIENT_ID: text,
    OIDC_CLIENT_SECRET: text,
    OIDC_NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').default('Single sign-on'),
    OIDC_SCOPE: z
      .string()
      .regex(
        /^(?=(.* )?openid( |$))[\x21-\x7e]+( [\x21-\x7e]+)*$/,
        'must be scopes separated by spaces, openid among them',
      )
      .default('openid email profile'),
    /** Whether to trust emails of that provider that are not marked as verified. */
    OIDC_TRUST_EMAIL: oneOf('on', 'off').default('off'),
    /** Organizations that its people belong to, with a role, by the domain of their email or a group. */
    OIDC_ORGANIZATIONS: oidcOrganizations.default([]),
    OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
    RATE_LIMIT_CHAT: perMinute(600),
    RATE_LIMIT_IMAGE_CREATE: perMinute(60),
    RATE_LIMIT_VIDEO_CREATE: perMinute(60),
    RATE_LIMIT_TASK_READ: perMinute(1200),
    RATE_LIMIT_PRESIGN: perMinute(120),
    RATE_LIMIT_PORTRAIT: perMinute(600),
    RATE_LIMIT_ACCOUNT: perMinute(300),
    RATE_LIMIT_CATALOG: perMinute(300),
    RATE_LIMIT_SIGN_UP: perMinute(20),
    /** Of each organization's identity provider. */
    RATE_LIMIT_SCIM: perMinute(1800),
    /** Wrong keys, passwords and sign-in links from one address. */
    RATE_LIMIT_AUTH_FAILURE: perMinute(30),
    /** For each end user of each customer; 0: no limit. */
    RATE_LIMIT_END_USER_TPM: whole(0, 0, 1_000_000_000),
    RATE_LIMIT_END_USER_CONCURRENCY: whole(0, 0, 1_000_000),
    /** Hosts that callers' URLs may use although they are private or use plain http. */
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
    /** Credentials of Volcengine's control plane, for the portrait vault. */
    VOLC_ACCESSKEY: text,
    VOLC_SECRETKEY: text,
    PLATFORM_FEE_RATE: z
      .string()
      .regex(/^0(\.\d{1,6})?$/, 'must be a decimal from 0 to below 1, such as 0.05')
      .default('0.05'),
    SMTP_URL: SmtpAddress.optional(),
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
    /** Concurrent batches per worker process, each with four concurrent lines. */
    BATCH_CONCURRENCY: whole(2, 1, 1000),
    /** A factor on the price of requests in batches. */
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
    USAGE_MARKS_PER_DAY: whole(10_000, 0, 1_000_000),
    BUDGET_VALUES_MAX: whole(10_000, 100, 1_000_000),
    /** Usage exports: as files in the object store or a separate bucket, by webhook, and to ClickHouse. */
    USAGE_EXPORT_FILES: oneOf('off', 'jsonl', 'csv').default('off'),
    USAGE_EXPORT_FORMAT: oneOf('portico', 'focus').default('portico'),
    USAGE_EXPORT_BUCKET: text,
    USAGE_EXPORT_URL: httpUrl.optional(),
    USAGE_EXPORT_SECRET: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=]{32,}$/, 'must be whsec_ and the base64 of 24 to 64 random bytes')
      .optional(),
    USAGE_EXPORT_CLICKHOUSE: httpUrl.optional(),
    /** Where requests older than USAGE_DAYS are. */
    USAGE_STORE: oneOf('postgres', 'clickhouse').default('postgres'),
    USAGE_DAYS: whole(92, 32, 36_500),
    FILE_MAX_BYTES: whole(100 * 1024 * 1024, 1024, 10 * 1024 ** 3),
    CHAT_BODY_MAX_BYTES: whole(32 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
    /** The maximum size of all request bodies in the memory of a process; a quarter of it per customer. */
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
    if (value.USAGE_STORE === 'clickhouse')
      requireTogether(value, context, ['USAGE_STORE', 'USAGE_EXPORT_CLICKHOUSE'])
    if (value.USAGE_EXPORT_BUCKET) requireTogether(value, context, ['USAGE_EXPORT_BUCKET', 'S3_ENDPOINT'])
    requireTogether(value, context, ['VOLC_ACCESSKEY', 'VOLC_SECRETKEY'])
    if (value.S3_PUBLIC_ENDPOINT !== undefined && value.S3_ENDPOINT === undefined)
      context.addIssue({
        code: 'custom',
        path: ['S3_PUBLIC_ENDPOINT'],
        message: 'is set, but S3_ENDPOINT is missing: without it files are stored on disk',
      })
  })

/** Settings that must be set together: the error names those that are missing. */
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
