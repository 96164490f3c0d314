import { readServiceProviderConfig } from '@/lib/account/provisioning/discovery'
import { ScimReply, scimErrors } from '@/lib/account/provisioning/scim-schema'
import { scimRoute } from '@/lib/http/routes'

export const GET = scimRoute(
  { ...scimErrors, summary: 'Retrieve what this service supports (SCIM)', limit: 'scim', reply: ScimReply },
  () => readServiceProviderConfig(),
)
