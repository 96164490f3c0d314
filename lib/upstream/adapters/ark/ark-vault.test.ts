import { describe, expect, it } from 'vitest'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { refusedOrigin } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createArkVault, signRequest } from './ark-vault'

const upstream = await openUpstream()

const { signal } = new AbortController()
const vault = (baseUrl = upstream.origin) => {
  const made = createArkVault({ baseUrl, accessKey: 'AKLTEXAMPLE', secretKey: 'SECRETEXAMPLE' })
  const { openValidation, readValidation } = made
  if (!openValidation || !readValidation) throw new Error('no validation')
  return { ...made, openValidation, readValidation }
}

const metadata = {
  RequestId: 'r',
  Action: 'x',
  Version: '2024-01-01',
  Service: 'ark',
  Region: 'cn-beijing',
}
const says = (Result: object) => upstream.answer(answerWith.json(200, { ResponseMetadata: metadata, Result }))
const refuses = (Code: string, status = 200) =>
  upstream.answer(
    answerWith.json(status, {
      ResponseMetadata: { ...metadata, Error: { Code, Message: 'secret words' } },
    }),
  )

async function errorOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => 'fine',
    (reason: unknown) => reason,
  )
  if (!(error instanceof UpstreamError)) throw new Error(`no UpstreamError: ${String(error)}`)
  return error
}

describe("Ark's vault", () => {
  it('is asked by signed actions', async () => {
    says({ Id: 'group-1' })
    expect(await vault().createGroup({ name: 'Mia', description: 'host' }, signal)).toEqual({
      id: 'group-1',
    })
    const request = upstream.requests.at(-1)
    expect(request).toMatchObject({ method: 'POST', path: '/?Action=CreateAssetGroup&Version=2024-01-01' })
    expect(JSON.parse(request?.body ?? '')).toEqual({ Name: 'Mia', Description: 'host', GroupType: 'AIGC' })
    expect(request?.headers.authorization).toMatch(
      /^HMAC-SHA256 Credential=AKLTEXAMPLE\/\d{8}\/cn-beijing\/ark\/request, /,
    )
  })

  it('registers assets and follows them', async () => {
    says({ Id: 'asset-1' })
    const asset = {
      groupId: 'group-1',
      name: '',
      assetType: 'Image',
      url: 'https://example.com/a',
    } as const
    expect(await vault().createAsset(asset, signal)).toEqual({ id: 'asset-1' })
    says({ Id: 'asset-1', Status: 'Processing' })
    expect(await vault().readAsset('asset-1', signal)).toEqual({ state: 'processing' })
    says({ Id: 'asset-1', Status: 'Active' })
    expect(await vault().readAsset('asset-1', signal)).toEqual({ state: 'active' })
    says({ Id: 'asset-1', Status: 'Failed', Error: { Code: 'FaceMismatch', Message: 'm' } })
    expect(await vault().readAsset('asset-1', signal)).toMatchObject({
      state: 'failed',
      code: 'FaceMismatch',
    })
  })

  it('opens checks of liveness and reads their results, with and without the envelope', async () => {
    upstream.answer(
      answerWith.json(200, { BytedToken: 'tok', H5Link: 'https://h5.example.com/x', CallbackURL: 'c' }),
    )
    expect(await vault().openValidation('https://portico.example.com/back', signal)).toEqual({
      token: 'tok',
      link: 'https://h5.example.com/x',
    })
    says({ GroupId: 'group-9' })
    expect(await vault().readValidation('tok', signal)).toEqual({ groupId: 'group-9' })
  })

  it('treats an unknown token as not finished, and never passes it on', async () => {
    refuses('NotFound.tok-secret')
    expect(await vault().readValidation('tok-secret', signal)).toBeNull()
    const error = await errorOf(vault().readAsset('tok-secret', signal))
    expect(JSON.stringify([error.message, error.code])).not.toContain('secret')
  })

  it('counts a missing asset as deleted', async () => {
    refuses('NotFound.Id', 404)
    await vault().deleteGroup('group-1', signal)
    await vault().deleteAsset('asset-1', signal)
  })

  it.each([
    ['FaceMismatch', 200, 'rejected', 'FaceMismatch'],
    ['InputImageSensitiveContentDetected', 400, 'rejected', 'InputImageSensitiveContentDetected'],
    ['InvalidParameter.URL', 400, 'rejected', undefined],
    ['RateLimitExceeded', 429, 'rate_limited', undefined],
    ['SignatureDoesNotMatch', 401, 'failed', undefined],
    ['InternalError', 500, 'failed', undefined],
  ])('reads %s (%i) as %s', async (Code, status, fault, code) => {
    refuses(Code, status)
    expect(await errorOf(vault().readAsset('asset-1', signal))).toMatchObject({ fault, code })
  })

  it('fails on invalid answers, and is unreachable without a server', async () => {
    upstream.answer(answerWith.text(200, 'text/html', '<html>'))
    expect(await errorOf(vault().readAsset('a', signal))).toMatchObject({ fault: 'failed' })
    says({ nothing: true })
    expect(await errorOf(vault().readAsset('a', signal))).toMatchObject({ fault: 'failed' })
    const nobody = vault(await refusedOrigin())
    expect(await errorOf(nobody.readAsset('a', signal))).toMatchObject({ fault: 'unreachable' })
  })
})

/** Computed with Volcengine's own Python SDK. */
it.each([
  ['ListAssets', '{}', '5736fa60bb5fdd9b1438bcf7593eb7aff0aafb1c4d7d8933d478fb96c5c3ce6c'],
  [
    'ListAssetGroups',
    '{"Filter":{"GroupType":"AIGC"},"PageNumber":1,"PageSize":10}',
    'b126777fe590810db4fb1acacc39b43fb82f4dc790438fb8104aff2b12d54d99',
  ],
])("signs %s as the vendor's own SDK does", (action, body, signature) => {
  const headers = signRequest({
    method: 'POST',
    host: 'ark.cn-beijing.volcengineapi.com',
    query: { Version: '2024-01-01', Action: action },
    body,
    region: 'cn-beijing',
    accessKey: 'AKLTEXAMPLE',
    secretKey: 'SECRETEXAMPLE',
    now: new Date('2026-01-02T03:04:05Z'),
  })
  expect(headers).toMatchObject({ 'x-date': '20260102T030405Z', 'content-type': 'application/json' })
  expect(headers.authorization).toBe(
    `HMAC-SHA256 Credential=AKLTEXAMPLE/20260102/cn-beijing/ark/request, SignedHeaders=content-type;host;x-content-sha256;x-date, Signature=${signature}`,
  )
})
