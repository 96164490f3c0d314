/** SCIM 2.0 on the wire (RFC 7643, RFC 7644), as far as it is kept. Other attributes are accepted and ignored. */
import { z } from 'zod'
import type { AppError } from '@/lib/platform/errors'
import { characters, leftOpen, Printable } from '@/lib/platform/fields'

export const URN = {
  User: 'urn:ietf:params:scim:schemas:core:2.0:User',
  Group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
} as const

export type Kind = 'User' | 'Group'

/** On a page. */
export const MOST_LISTED = 100
/** In a request. */
export const MOST_MEMBERS = 10_000

const text = Printable.check(characters({ most: 256 }))
const field = leftOpen(text).optional()
const required = text.min(1, 'is required and must not be empty')

/** Entra ID sends "True" and "False". */
const Flag = z.preprocess(
  (value) => (typeof value === 'string' && /^(true|false)$/i.test(value) ? /^t/i.test(value) : value),
  z.boolean(),
)

const ScimName = z.object({
  formatted: field,
  familyName: field,
  givenName: field,
  middleName: field,
  honorificPrefix: field,
  honorificSuffix: field,
})

const ScimEmail = z.object({
  value: required,
  display: field,
  type: field,
  primary: leftOpen(Flag).optional(),
})

export const ScimUser = z.object({
  userName: required,
  externalId: field,
  name: leftOpen(ScimName).optional(),
  displayName: field,
  emails: leftOpen(z.array(ScimEmail).max(20)).optional(),
  active: leftOpen(Flag).optional(),
})
export type ScimUser = z.infer<typeof ScimUser>

const ScimMember = z.object({ value: text })
export const ScimMembers = z.array(ScimMember).max(MOST_MEMBERS)

export const ScimGroup = z.object({
  displayName: required,
  externalId: field,
  members: leftOpen(ScimMembers).optional(),
})
export type ScimGroup = z.infer<typeof ScimGroup>

/** The parts of attributes that have some. */
export const partsOf: Readonly<Record<string, object>> = {
  name: ScimName.shape,
  emails: ScimEmail.shape,
  members: ScimMember.shape,
}

/** RFC 7644, 3.5.2. Entra ID capitalizes `op`. */
export const PatchRequest = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'remove', 'replace'])),
        path: leftOpen(z.string().max(500)).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
})
export type PatchOperation = z.infer<typeof PatchRequest>['Operations'][number]

const number = z
  .string()
  .regex(/^-?\d{1,9}$/, 'must be a whole number')
  .transform(Number)
const names = z.string().max(1000).optional()

/** RFC 7644, 3.4.2. */
export const ScimQuery = z.object({
  filter: z.string().max(1000).optional(),
  startIndex: number.optional(),
  count: number.optional(),
  attributes: names,
  excludedAttributes: names,
})
export type ScimQuery = z.infer<typeof ScimQuery>

const list = leftOpen(
  z
    .array(z.string().max(200))
    .max(100)
    .transform((each) => each.join(',')),
).optional()

/** RFC 7644, 3.4.3: the same in a body. */
export const ScimSearch = z.object({
  filter: leftOpen(z.string().max(1000)).optional(),
  startIndex: leftOpen(z.int().max(1_000_000_000)).optional(),
  count: leftOpen(z.int()).optional(),
  attributes: list,
  excludedAttributes: list,
})

export const ScimParams = z.object({
  /** Users, Groups, ServiceProviderConfig, ResourceTypes or Schemas. */
  type: z.string(),
})
export const ScimItemParams = ScimParams.extend({ id: z.string() })

/** A body, checked by the type in the path. */
export const ScimBody = z.looseObject({})
export const ScimReply = z.looseObject({
  schemas: z.array(z.string()),
  id: z.string().optional(),
  meta: z.looseObject({ location: z.string() }).optional(),
})
export type ScimReply = z.infer<typeof ScimReply>

export const ScimError = z.object({
  schemas: z.tuple([z.literal(URN.error)]),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
})

const faults: Readonly<Record<string, string>> = { filter: 'invalidFilter', path: 'invalidPath' }

/** RFC 7644, 3.12. */
function scimRefusal({ code, status, param, message, metadata }: AppError) {
  const fault = code === 'invalid_json' ? 'invalidSyntax' : (faults[param ?? ''] ?? 'invalidValue')
  const scimType = metadata?.scim_type ?? (status === 400 ? fault : undefined)
  return {
    status,
    body: {
      schemas: [URN.error],
      status: String(status),
      ...(typeof scimType === 'string' && { scimType }),
      detail: message,
    },
  }
}

/** For routes of SCIM. */
export const scimErrors = {
  mediaType: 'application/scim+json',
  refusal: scimRefusal,
  refusalReply: ScimError,
  refusesBelow: '/scim',
} as const
