/**
 * An API key: a secret that is shown once, its permissions and limits (scopes, models, spending, rates, networks, expiry), and how its
 * requests are routed.
 */
import { z } from 'zod'
import { DataRules, DataRulesRequest } from '@/lib/catalog/models/data-rules-schema'
import { Tags } from '@/lib/money/budgets/schema'
import { LimitReset, UsdAmount } from '@/lib/money/ledger/schema'
import {
  CallLimitsChange,
  callLimitFields,
  deletedReply,
  givenName,
  leftOpen,
  listReply,
  Printable,
  queryNumber,
  sentBack,
  visible,
} from '@/lib/platform/fields'

const MAX_GRACE_SECONDS = 604_800
const DEFAULT_GRACE_SECONDS = 3600
/** Most replaced secrets that still work; another rotation ends the one with the least time left. */
export const MAX_FORMER_SECRETS = 10

/** No control characters; PostgreSQL cannot store NUL. */
const printable = /^[^\p{Cc}]*$/u
const name = givenName(100)
const catalogId = z.string().min(1).max(200).regex(printable, 'must not contain control characters')

/** `operator` opens `/api-account/admin`. Only operators can give it, in the console. */
export const KeyScope = z.enum(['inference', 'account:read', 'account:write', 'operator'])
export type KeyScope = z.infer<typeof KeyScope>

/** As the owner: not a member, but the organization. */
export const OF_ORGANIZATION = 'organization'

export const KeyStatus = z.enum(['active', 'disabled'])
export type KeyStatus = z.infer<typeof KeyStatus>

const scopes = z
  .array(KeyScope)
  .min(1, 'must name at least one scope')
  .max(100)
  .transform((all) => [...new Set(all)])

const sort = z.enum(['price', 'latency', 'throughput']).nullable()
/** Omitted fields keep their value; defaults of a new key: no order, fallbacks allowed. */
const RoutingRequest = z.strictObject({
  order: leftOpen(z.array(catalogId).max(50)).optional(),
  allow_fallbacks: leftOpen(z.boolean()).optional(),
  sort: sort.optional(),
  models: leftOpen(z.array(catalogId).max(20)).optional(),
  ...DataRulesRequest.shape,
})

/** With a western offset, the last hours of 9999 are in the year 10000 in UTC. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

const time = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 time with a zone' })
  .refine((text) => Date.parse(text) <= LAST_MOMENT, 'must be before the year 10000')
  .transform((text) => new Date(text).toISOString())
export const NOT_AHEAD = 'must be in the future'

const MOST_NETWORKS = 100
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be an address or a network, such as 192.0.2.7 or 2001:db8::/32',
})
const networks = z.array(network).max(MOST_NETWORKS)

const place = {
  /** `organization`, or the id of the member whose key it is, and with whose membership it ends. */
  owner: leftOpen(Printable.min(1).max(100)).optional(),
  project_id: Printable.min(1).max(100).nullable().optional(),
}

const settings = {
  ...place,
  scopes: leftOpen(scopes).optional(),
  status: leftOpen(KeyStatus).optional(),
  routing: RoutingRequest.nullable().optional(),
  allowed_models: z.array(catalogId).max(500).nullable().optional(),
  limit_usd: UsdAmount.nullable().optional(),
  limit_reset: LimitReset.nullable().optional(),
  rate_limit_rpm: z.int().min(1).max(1_000_000).nullable().optional(),
  /** Of its requests, unless they have tags of the same name. Replaces all. */
  tags: Tags.nullable().optional(),
  ...CallLimitsChange.shape,
  networks: networks.nullable().optional(),
  expires_at: time.nullable().optional(),
}

export const CreateApiKeyRequest = z.strictObject({
  name: name.check(visible),
  ...settings,
  expires_at: time
    .refine((text) => Date.parse(text) > Date.now(), NOT_AHEAD)
    .nullable()
    .optional(),
})
export type CreateApiKeyRequest = z.infer<typeof CreateApiKeyRequest>

export const DefaultModelsRequest = z.strictObject({
  chat: catalogId.nullable().default(null),
  image: catalogId.nullable().default(null),
  video: catalogId.nullable().default(null),
})
export type DefaultModelsRequest = z.infer<typeof DefaultModelsRequest>

export const RotateRequest = z.strictObject({
  grace_seconds: leftOpen(z.int().min(0).max(MAX_GRACE_SECONDS), DEFAULT_GRACE_SECONDS).transform(
    (seconds) => seconds ?? DEFAULT_GRACE_SECONDS,
  ),
})
export type RotateRequest = z.infer<typeof RotateRequest>

/** Any text: an impossible id is answered as not found. */
export const ApiKeyParams = z.object({ id: z.string() })

/** The stored form of `routing`, and the one on the wire. Keys from before there were data rules have none stored. */
export const KeyRoutingRecord = z.object({
  order: z.array(z.string()),
  allow_fallbacks: z.boolean(),
  sort,
  models: z.array(z.string()),
  ...DataRules.shape,
})
export type KeyRoutingRecord = z.infer<typeof KeyRoutingRecord>

export const ApiKeyRecord = z.object({
  id: z.string(),
  object: z.literal('api_key'),
  name: z.string(),
  key_prefix: z.string(),
  last4: z.string(),
  status: KeyStatus,
  owner: z.string(),
  project_id: z.string().nullable(),
  scopes: z.array(KeyScope),
  default_models: z.object({
    chat: z.string().nullable(),
    image: z.string().nullable(),
    video: z.string().nullable(),
  }),
  routing: KeyRoutingRecord,
  allowed_models: z.array(z.string()).nullable(),
  limit_usd: z.string().nullable(),
  limit_reset: LimitReset.nullable(),
  limit_remaining_usd: z.string().nullable(),
  /** When the limit resets; null: it has none, or never does. */
  limit_resets_at: z.iso.datetime().nullable(),
  usage_usd: z.string(),
  rate_limit_rpm: z.number().nullable(),
  tags: z.record(z.string(), z.string()),
  ...callLimitFields,
  /** Null: any address. */
  networks: z.array(z.string()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** End of the period in which request contents are kept; null: off. */
  contents_until: z.string().nullable(),
  /** Until when replaced secrets work; null: none does. */
  previous_secret_expires_at: z.string().nullable(),
  /** Null: not revoked. */
  revoked_at: z.string().nullable(),
})
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>

export const UpdateApiKeyRequest = sentBack(
  z.strictObject({ name: leftOpen(name).optional(), ...settings }),
  ApiKeyRecord,
)
export type UpdateApiKeyRequest = z.infer<typeof UpdateApiKeyRequest>

/** Only the replies of creating and rotating a key contain the secret. */
export const CreatedApiKey = ApiKeyRecord.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

/** Without `limit`, one page with all keys. */
export const ApiKeyListQuery = z.object({
  limit: queryNumber(1, 100).optional(),
  cursor: z.string().default(''),
  /** `true`: revoked keys only. */
  revoked: z.enum(['true', 'false']).default('false'),
  /** `organization`, or a member's id. */
  owner: Printable.max(100).optional(),
  /** `none`: keys without a project. */
  project_id: Printable.max(100).optional(),
})
export type ApiKeyListQuery = z.infer<typeof ApiKeyListQuery>

export const ApiKeyList = listReply(ApiKeyRecord)
export type ApiKeyList = z.infer<typeof ApiKeyList>

export const DeletedApiKey = deletedReply('api_key')
export type DeletedApiKey = z.infer<typeof DeletedApiKey>

export const KeepContentsRequest = z.strictObject({ days: z.int().min(1).max(30) })
export type KeepContentsRequest = z.infer<typeof KeepContentsRequest>

/** The kept contents of one request: text without media, truncated if long. */
export const KeptText = z.object({
  path: z.string(),
  status: z.int(),
  /** Null: unreadable. */
  request: z.string().nullable(),
  answer: z.string().nullable(),
  /** False: the client disconnected or the response broke off; then it is the delivered part. */
  is_whole: z.boolean(),
})
export type KeptText = z.infer<typeof KeptText>

export const RequestContents = KeptText.extend({ request_id: z.string(), created_at: z.string() })
export type RequestContents = z.infer<typeof RequestContents>

/** Null: nothing is kept. */
export const ContentsReply = z.object({ contents: RequestContents.nullable() })
