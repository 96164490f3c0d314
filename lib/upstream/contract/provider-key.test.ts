import { describe, expect, it, test } from 'vitest'
import { endingOf, fillAddress, type KeyFormName, KeyObject, readKeyFields } from './provider-key'

/** Made for tests; no account has it. */
const account = (more: object = {}) =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'acme-prod',
    private_key_id: 'a1b2c3d4',
    private_key: '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n',
    client_email: 'portico@acme-prod.iam.gserviceaccount.com',
    client_id: '1',
    token_uri: 'https://oauth2.googleapis.com/token',
    ...more,
  })

const azure = { endpoint: 'https://Acme-1.openai.azure.com/', api_key: '0123456789abcdef' }
const aws = {
  region: 'eu-central-1',
  access_key_id: 'AKIAEXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG',
}

const issueOf = (form: KeyFormName, given: object) => {
  const [issue] = KeyObject[form].safeParse(given).error?.issues ?? []
  return issue && `${issue.path.join('.')} ${issue.message}`
}

describe('what is entered', () => {
  test.each<[KeyFormName, object, object]>([
    ['azure', azure, { endpoint: 'acme-1.openai.azure.com', api_key: azure.api_key }],
    [
      'azure',
      { ...azure, api_key: '', tenant_id: 't', client_id: 'c', client_secret: 'a secret~1'.replace(' ', '') },
      { endpoint: 'acme-1.openai.azure.com', tenant_id: 't', client_id: 'c', client_secret: 'asecret~1' },
    ],
    ['aws', { ...aws, api_key: '', session_token: '' }, aws],
    ['aws', { region: 'us-gov-west-1', api_key: 'bedrock-api-key-YmVk' }, { region: 'us-gov-west-1' }],
  ])('%s is parsed, and blank fields are left out', (form, given, stored) => {
    expect(JSON.parse(JSON.stringify(KeyObject[form].parse(given)))).toMatchObject(stored)
  })

  test.each<[string, KeyFormName, object, string]>([
    ['no endpoint', 'azure', { api_key: azure.api_key }, 'endpoint '],
    ['another host', 'azure', { ...azure, endpoint: 'https://169.254.169.254/' }, 'endpoint must be a URL'],
    ['a host that ends alike', 'azure', { ...azure, endpoint: 'x.evil.com#.openai.azure.com' }, 'endpoint '],
    ['a host below another', 'azure', { ...azure, endpoint: 'a.b.openai.azure.com' }, 'endpoint '],
    ['no key', 'azure', { endpoint: azure.endpoint }, 'api_key must be set, or all of'],
    [
      'half an app',
      'azure',
      { endpoint: azure.endpoint, tenant_id: 't', client_id: 'c' },
      'client_secret must',
    ],
    ['two ways', 'azure', { ...azure, client_secret: '0123456789' }, 'tenant_id must be left out'],
    ['no region', 'aws', { ...aws, region: '' }, 'region must be a region'],
    ['a region that is a host', 'aws', { ...aws, region: 'us-east-1.evil.com/x' }, 'region must be a region'],
    ['no secret', 'aws', { region: 'us-east-1', access_key_id: 'AKIA' }, 'secret_access_key must be set'],
    ['a location that is a host', 'google', { service_account: account(), region: 'x.evil.com' }, 'region '],
    ['no account', 'google', { region: 'global' }, 'service_account must be set'],
    [
      'no JSON',
      'google',
      { region: 'global', service_account: '{' },
      'service_account must be the JSON file',
    ],
    [
      'a user’s credentials',
      'google',
      { region: 'global', service_account: account({ type: 'authorized_user' }) },
      'service_account must be the JSON file of a service account; its member type',
    ],
    ['an unknown field', 'aws', { ...aws, profile: 'x' }, ' .*profile'],
  ])('with %s names the field', (_, form, given, issue) => {
    expect(issueOf(form, given)).toMatch(new RegExp(`^${issue}`))
  })

  it('never has a secret in its error', () => {
    const secret = 'very secret value'
    for (const form of ['azure', 'aws', 'google'] as const)
      for (const field of Object.keys(KeyObject[form].shape ?? {}))
        expect(issueOf(form, { [field]: secret }) ?? '').not.toContain(secret)
  })
})

describe('a stored key', () => {
  it('is read again as it was, with its ending', () => {
    const stored = JSON.stringify(KeyObject.azure.parse(azure))
    expect(readKeyFields('azure', stored)).toMatchObject({ endpoint: 'acme-1.openai.azure.com' })
    expect(endingOf('azure', stored)).toBe('cdef')
    expect(endingOf('aws', JSON.stringify(aws))).toBe('MPLE')
    const google = JSON.stringify(KeyObject.google.parse({ region: 'global', service_account: account() }))
    expect(endingOf('google', google)).toBe('c3d4')
  })

  it('of the environment is an API key alone, or a service account’s file', () => {
    expect(readKeyFields('aws', 'bedrock-api-key-YmVk')).toEqual({
      region: 'us-east-1',
      api_key: 'bedrock-api-key-YmVk',
    })
    expect(readKeyFields('google', account())).toMatchObject({ region: 'global' })
    expect(readKeyFields('google', 'AIzaSy')).toBeUndefined()
    expect(readKeyFields('azure', '{"api_key":"x"}')).toBeUndefined()
  })
})

describe('an address', () => {
  const vertex = 'https://{vertex_host}.googleapis.com/v1/projects/{project}/locations/{region}'
  test.each([
    ['global', 'https://aiplatform.googleapis.com/v1/projects/acme-prod/locations/global'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com/v1/projects/acme-prod/locations/eu'],
    [
      'europe-west4',
      'https://europe-west4-aiplatform.googleapis.com/v1/projects/acme-prod/locations/europe-west4',
    ],
  ])('of Vertex in %s', (region, address) => {
    expect(fillAddress(vertex, { region, service_account: account() })).toBe(address)
  })

  it('has the project that was entered, and is none where a field lacks', () => {
    expect(fillAddress('{project}', { project: 'other-1', service_account: account() })).toBe('other-1')
    expect(fillAddress('https://{endpoint}/openai/v1', { api_key: 'x' })).toBeUndefined()
    expect(fillAddress('http://127.0.0.1/v1', { api_key: 'x' })).toBe('http://127.0.0.1/v1')
  })
})
