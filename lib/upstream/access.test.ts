import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { cloudAccess } from './access'
import type { AdapterTarget } from './contract/adapter'
import vectors from './testing/cloud-vectors.json'

const target = (baseUrl: string): AdapterTarget => ({
  providerId: 'cloud',
  adapter: 'openai-compatible',
  baseUrl,
  apiKeyEnv: null,
  storedSecrets: null,
  webSearch: null,
  imageEdits: 'multipart',
  imageVariations: 'edits',
  sdk: null,
  timeouts: { firstByteMs: undefined, answerMs: undefined, idleMs: undefined },
})
const AZURE = 'https://{endpoint}/openai/v1'
const azure = (more: object = {}) =>
  JSON.stringify({ endpoint: 'https://acme.openai.azure.com', api_key: '0123456789abcdef', ...more })

afterEach(() => void vi.restoreAllMocks())

describe('Azure', () => {
  it('has its key in a header of its own', async () => {
    expect(await cloudAccess(target(AZURE), 'azure', { key: azure(), model: 'gpt-5' })).toMatchObject({
      baseUrl: 'https://acme.openai.azure.com/openai/v1',
      apiKey: null,
      headers: { 'api-key': '0123456789abcdef' },
    })
  })

  it.each([
    ['gpt 4/mini', 'https://acme.openai.azure.com/openai/deployments/gpt%204%2Fmini?api-version=2024-10-21'],
    [undefined, 'https://acme.openai.azure.com/openai?api-version=2024-10-21'],
  ])('with a version has the deployment %s in its path', async (model, baseUrl) => {
    const call = { key: azure({ api_version: '2024-10-21' }), ...(model !== undefined && { model }) }
    expect(await cloudAccess(target(AZURE), 'azure', call)).toMatchObject({ baseUrl })
  })

  it('goes where the operator’s base URL says', async () => {
    const proxy = target('http://127.0.0.1:9001/openai/v1')
    expect(await cloudAccess(proxy, 'azure', { key: azure() })).toMatchObject({
      baseUrl: 'http://127.0.0.1:9001/openai/v1',
    })
    expect(await cloudAccess(proxy, 'azure', { key: 'only-a-key' })).toMatchObject({
      headers: { 'api-key': 'only-a-key' },
    })
  })

  it('without an address is a refused key', async () => {
    await expect(cloudAccess(target(AZURE), 'azure', { key: 'only-a-key' })).rejects.toMatchObject({
      status: 401,
    })
  })
})

describe('AWS', () => {
  test.each(vectors.aws)('signs as botocore does: $name', async ({ key, request, time, headers }) => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date(time))
    const { sign } = await cloudAccess(target('https://bedrock-runtime.{region}.amazonaws.com'), 'aws', {
      key: JSON.stringify(key),
    })
    const signed = await sign?.(request)
    expect(Object.fromEntries(signed ?? [])).toEqual(headers)
  })

  it('signs for the region of the base URL', async () => {
    const key = JSON.stringify({
      region: 'us-east-1',
      access_key_id: 'AKIA',
      secret_access_key: '0123456789',
    })
    const url = 'https://bedrock-runtime.eu-central-1.amazonaws.com'
    const { sign } = await cloudAccess(target(url), 'aws', { key })
    const headers = await sign?.({ url: `${url}/model/x/converse`, method: 'POST', body: '{}' })
    expect(headers?.get('authorization')).toContain('/eu-central-1/bedrock/aws4_request')
  })

  it('signs nothing with an API key', async () => {
    const key = JSON.stringify({ region: 'eu-west-1', api_key: 'bedrock-api-key' })
    expect(await cloudAccess(target('https://{region}.x'), 'aws', { key })).toEqual({
      baseUrl: 'https://eu-west-1.x',
      apiKey: 'bedrock-api-key',
      id: '',
    })
  })
})
