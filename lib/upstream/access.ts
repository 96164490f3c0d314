import { AwsV4Signer } from 'aws4fetch'
import { LRUCache } from 'lru-cache'
import { clock } from '@/lib/platform/clock'
import { cloudToken } from './cloud-tokens'
import type { AdapterTarget } from './contract/adapter'
import { fillAddress, type KeyFields, type KeyFormName, readKeyFields } from './contract/provider-key'
import { UpstreamError } from './contract/upstream-error'

/** How an upstream is reached with one key. */
export type Access = {
  /** Null for the sandbox. */
  baseUrl: string | null
  apiKey: string | null
  headers?: Readonly<Record<string, string>>
  sign?: SignRequest
  /** Differs where anything above does. */
  id: string
}

/** The headers that prove who sends a request. */
export type SignRequest = (call: { url: string; method: string; body: string | null }) => Promise<Headers>

/** For keys of one text, which most are. */
export function plainAccess({ baseUrl }: AdapterTarget, apiKey: string | null): Access {
  return { baseUrl, apiKey, id: '' }
}

/**
 * For keys of several fields: fills the base URL's placeholders, and fetches an access token where the key is exchanged for one.
 * `model`: the upstream's id; undefined for calls about no model.
 */
export async function cloudAccess(
  { baseUrl }: AdapterTarget,
  form: KeyFormName,
  { key, model }: { key: string; model?: string },
): Promise<Access> {
  const fields = fieldsOf(form, key)
  if (fields === undefined || baseUrl === null) throw new UpstreamError('failed', { status: 401 })
  const { api_key: apiKey = null } = fields
  const url = form === 'azure' ? azureUrl(baseUrl, fields, model) : baseUrl
  const address = fillAddress(url, fields)
  if (address === undefined) throw new UpstreamError('failed', { status: 401 })
  const reach = { baseUrl: address, apiKey }
  if (form === 'aws')
    return { ...reach, id: '', ...(apiKey === null && { sign: awsSigner(fields, reach.baseUrl) }) }
  if (form === 'azure' && apiKey !== null)
    return { ...reach, apiKey: null, headers: { 'api-key': apiKey }, id: reach.baseUrl }
  const token = await cloudToken(fields)
  return { ...reach, apiKey: token, id: `${reach.baseUrl} ${token}` }
}

const known = new LRUCache<string, KeyFields>({ max: 1000 })

function fieldsOf(form: KeyFormName, key: string): KeyFields | undefined {
  const fields = known.get(key) ?? readKeyFields(form, key)
  if (fields !== undefined) known.set(key, fields)
  return fields
}

/** Before its v1, Azure's API had the deployment in the path and a version in the query. */
function azureUrl(baseUrl: string, { api_version }: KeyFields, model: string | undefined): string {
  if (api_version === undefined) return baseUrl
  const deployment = model === undefined ? '' : `/deployments/${encodeURIComponent(model)}`
  return `${baseUrl.replace(/\/v1$/, '')}${deployment}?api-version=${api_version}`
}

/** AWS's Signature V4. A base URL that names a region decides, because signatures are made for one. */
function awsSigner(fields: KeyFields, baseUrl: string): SignRequest {
  const { access_key_id: accessKeyId = '', secret_access_key: secretAccessKey = '', session_token } = fields
  const region = /^https:\/\/bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\./.exec(baseUrl)?.[1] ?? fields.region
  const cache = new Map<string, ArrayBuffer>()
  return async ({ url, method, body }) => {
    const signer = new AwsV4Signer({
      ...{ url, method, accessKeyId, secretAccessKey, cache, service: 'bedrock' },
      ...(region !== undefined && { region }),
      ...(body !== null && { body }),
      ...(session_token !== undefined && { sessionToken: session_token }),
      datetime: clock
        .now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
    })
    return (await signer.sign()).headers
  }
}
