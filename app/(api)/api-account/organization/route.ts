import {
  createOrganization,
  readOrganization,
  updateOrganization,
} from '@/lib/account/organizations/organization'
import {
  CreateOrganizationRequest,
  Organization,
  OrganizationItem,
  UpdateOrganizationRequest,
} from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'Read the organization, your role in it, and what each role allows',
    limit: 'account',
    needs: 'organization.read',
    reply: Organization,
  },
  ({ caller }) => readOrganization(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'Change the organization’s name or spending limit',
    limit: 'account',
    needs: 'organization.manage',
    audit: 'organization.update',
    body: UpdateOrganizationRequest,
    example: { limit_usd: '500', limit_reset: 'monthly' },
    reply: Organization,
  },
  ({ caller, body }) => updateOrganization(caller, body),
)

export const POST = accountRoute(
  {
    summary: 'Create another organization, which you own',
    limit: 'account',
    needs: null,
    audit: null,
    body: CreateOrganizationRequest,
    example: { name: 'Example Inc.' },
    reply: OrganizationItem,
    status: 201,
    idempotent: true,
    isForPerson: true,
  },
  ({ caller, body }) => createOrganization(caller, body),
)
