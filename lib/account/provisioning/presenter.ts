import { env } from '@/lib/platform/env'
import { type ResourceRow, StoredAttributes } from './repository'
import { GivenRole } from './schema'
import { type ScimQuery, type ScimReply, URN } from './scim-schema'

export const baseUrl = () => `${env().publicUrl}/scim/v2`

type Named = { id: string; key: string; attributes: unknown; role?: string | null }

export function nameOf({ key, attributes }: Named): string {
  const { displayName, userName } = StoredAttributes.parse(attributes)
  return String(displayName ?? userName ?? key)
}

/** The role that a group gives its members: as set, else the one that it is named after. */
export function roleOfGroup({ role, key }: Pick<Named, 'key'> & { role: string | null }): GivenRole | null {
  return GivenRole.safeParse(role ?? key.trim()).data ?? null
}

/** `isActive`: provisioned as active, and the membership has not ended otherwise. */
export function toScim(
  row: ResourceRow,
  isActive: boolean,
  members: readonly string[] = [],
  query: Partial<ScimQuery> = {},
): ScimReply {
  const { id, kind, externalId, attributes, createdAt, updatedAt } = row
  const urlOf = (type: string, of: string) => `${baseUrl()}/${type}s/${of}`
  return select(
    {
      schemas: [kind === 'User' ? URN.User : URN.Group],
      id,
      ...(externalId !== null && { externalId }),
      ...StoredAttributes.parse(attributes),
      ...(kind === 'User'
        ? {
            active: isActive,
            groups: row.groups.map(({ group }) => ({
              value: group.id,
              display: nameOf(group),
              $ref: urlOf('Group', group.id),
            })),
          }
        : {
            members: members.map((value) => ({
              value,
              $ref: urlOf('User', value),
              type: 'User',
            })),
          }),
      meta: {
        resourceType: kind,
        created: createdAt.toISOString(),
        lastModified: updatedAt.toISOString(),
        location: urlOf(kind, id),
      },
    },
    query,
  )
}

/** Whether an attribute is part of the answer (RFC 7644, 3.9), by its first name. */
export function isWanted(name: string, { attributes, excludedAttributes }: Partial<ScimQuery>): boolean {
  if (name === 'id' || name === 'schemas') return true
  const named = (list: string) =>
    list.split(',').some(
      (one) =>
        one
          .trim()
          .replace(/^urn:.*:/i, '')
          .split('.')[0]
          ?.toLowerCase() === name.toLowerCase(),
    )
  return attributes ? named(attributes) : !(excludedAttributes && named(excludedAttributes))
}

export function select(resource: ScimReply, query: Partial<ScimQuery>): ScimReply {
  const { schemas, ...rest } = resource
  return { schemas, ...Object.fromEntries(Object.entries(rest).filter(([name]) => isWanted(name, query))) }
}

export function toList(resources: readonly object[], total: number, startIndex: number): ScimReply {
  return {
    schemas: [URN.list],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
