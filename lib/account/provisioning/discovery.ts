import { baseUrl, toList } from './presenter'
import { MOST_LISTED, type ScimReply, URN } from './scim-schema'

/** What the service says of itself (RFC 7643, 5 to 7). */

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

type Attribute = { name: string; type: string } & Record<string, unknown>

/** An attribute with the characteristics that most have. */
function attribute(name: string, description: string, rest: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...rest,
  }
}

const readOnly = { mutability: 'readOnly' }
const complex = (subAttributes: Attribute[], rest: object = {}) => ({
  type: 'complex',
  subAttributes,
  ...rest,
})
const reference = (to: string) => ({ type: 'reference', referenceTypes: [to], caseExact: true })

const schemas = [
  {
    id: URN.User,
    name: 'User',
    description: 'A member of the organization, or a person who may become one',
    attributes: [
      attribute('userName', 'Unique in the organization', { required: true, uniqueness: 'server' }),
      attribute(
        'name',
        'The parts of the name',
        complex([
          attribute('formatted', 'The whole name'),
          attribute('familyName', 'The last name'),
          attribute('givenName', 'The first name'),
          attribute('middleName', 'The middle name'),
          attribute('honorificPrefix', 'A title before the name'),
          attribute('honorificSuffix', 'A suffix after the name'),
        ]),
      ),
      attribute('displayName', 'The name to show', { caseExact: true }),
      attribute('active', 'Whether the person is, or may become, a member', {
        type: 'boolean',
        required: true,
      }),
      attribute(
        'emails',
        'The primary one is the one by which the person joins',
        complex(
          [
            attribute('value', 'The address', { required: true }),
            attribute('display', 'The address to show'),
            attribute('type', 'Such as work', { canonicalValues: ['work', 'home', 'other'] }),
            attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
          ],
          { multiValued: true },
        ),
      ),
      attribute(
        'groups',
        'The groups that the user is in',
        complex(
          [
            attribute('value', 'The id of the group', readOnly),
            attribute('$ref', 'The URL of the group', { ...readOnly, ...reference('Group') }),
            attribute('display', 'The name of the group', readOnly),
          ],
          { multiValued: true, ...readOnly },
        ),
      ),
    ],
  },
  {
    id: URN.Group,
    name: 'Group',
    description: 'Users, who may get a role by it',
    attributes: [
      attribute('displayName', 'Unique in the organization', { required: true, uniqueness: 'server' }),
      attribute(
        'members',
        'The users in the group',
        complex(
          [
            attribute('value', 'The id of the user', { mutability: 'immutable' }),
            attribute('$ref', 'The URL of the user', { mutability: 'immutable', ...reference('User') }),
            attribute('type', 'User', { mutability: 'immutable', canonicalValues: ['User'] }),
          ],
          { multiValued: true },
        ),
      ),
    ],
  },
] as const

const withMeta = (resourceType: string, path: string, resource: object, id?: string): ScimReply => ({
  schemas: [`${CORE}:${resourceType}`],
  ...resource,
  meta: { resourceType, location: [`${baseUrl()}/${path}`, id].filter(Boolean).join('/') },
})

const unsupported = { supported: false }

export function readServiceProviderConfig(): ScimReply {
  return withMeta('ServiceProviderConfig', 'ServiceProviderConfig', {
    documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
    patch: { supported: true },
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_LISTED },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The SCIM token of the organization',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
  })
}

const lists: Readonly<Record<string, () => ScimReply[]>> = {
  Schemas: () => schemas.map((schema) => withMeta('Schema', 'Schemas', schema, schema.id)),
  ResourceTypes: () =>
    schemas.map(({ id: schema, name: id, description }) => {
      const type = { id, name: id, description, endpoint: `/${id}s`, schema }
      return withMeta('ResourceType', 'ResourceTypes', type, id)
    }),
}

export function listOffered(type: 'Schemas' | 'ResourceTypes'): ScimReply {
  const all = lists[type]?.() ?? []
  return toList(all, all.length, 1)
}

/** A schema or a resource type; undefined if there is none. */
export function findOffered(type: string, id: string): ScimReply | undefined {
  return Object.hasOwn(lists, type) ? lists[type]?.().find((one) => one.id === id) : undefined
}
