import { listOffered } from '@/lib/account/provisioning/discovery'
import { ScimReply, scimErrors } from '@/lib/account/provisioning/scim-schema'
import { scimRoute } from '@/lib/http/routes'

export const GET = scimRoute(
  { ...scimErrors, summary: 'List the schemas of resources (SCIM)', limit: 'scim', reply: ScimReply },
  () => listOffered('Schemas'),
)
