import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { AssetItem, AssetPage, GroupItem, GroupPage } from '@/lib/media/portraits/schema'
import { ingest, newCustomer, picture } from '@/lib/media/portraits/testing'
import { prisma } from '@/lib/platform/db'
import { type ActionAnswer, actionsOf, CALLBACK, openPortraits } from './testing'

const { call, close } = await openPortraits()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

describe('portraits', () => {
  const { act, codeOf, makeGroup, makeAsset } = actionsOf(call, () => customer)

  it('answers in the envelope, with the result repeated beside it', async () => {
    const { status, body } = await act('CreateAssetGroup', { Name: 'Mia', GroupType: 'AIGC', Unknown: 1 })
    expect(status).toBe(200)
    expect(body).toEqual({
      Id: expect.stringMatching(/^group-\d{14}-[0-9a-z]{10}$/),
      Result: { Id: body.Id },
      ResponseMetadata: {
        RequestId: expect.stringMatching(/^req_/),
        Action: 'CreateAssetGroup',
        Version: '2024-01-01',
        Service: 'ark',
        Region: 'cn-beijing',
      },
    })
  })

  it('creates only once per Idempotency-Key; reads are not replayed', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const ask = (action: string, json: object) =>
      call('POST', `/v1/portrait?Action=${action}&Version=2024-01-01`, { key: customer.key, json, headers })
    const first = await ask('CreateAssetGroup', { Name: 'Mia' })
    const second = await ask('CreateAssetGroup', { Name: 'Mia' })
    expect([second.headers.get('idempotent-replayed'), second.body]).toEqual(['true', first.body])
    for (const [action, json] of [
      ['CreateAssetGroup', { Name: 'Noah' }],
      ['CreateAsset', { Name: 'Mia' }],
    ] as const)
      expect(await ask(action, json)).toMatchObject({
        status: 409,
        body: { ResponseMetadata: { Error: { Code: 'InvalidParameter.IdempotencyKey' } } },
      })
    const groups = async () =>
      GroupPage.parse(Object((await ask('ListAssetGroups', {})).body).Result).TotalCount
    expect(await groups()).toBe(1)
    await makeGroup('Noah')
    expect(await groups()).toBe(2)
  })

  it('reads, lists, changes and deletes groups', async () => {
    const id = await makeGroup()
    await makeGroup('Noah')
    const item = GroupItem.parse((await act('GetAssetGroup', { Id: id })).body.Result)
    expect(item).toMatchObject({ Id: id, Name: 'Mia', GroupType: 'AIGC', ProjectName: 'default', Title: '' })
    const list = async (json: object) => GroupPage.parse((await act('ListAssetGroups', json)).body.Result)
    expect(await list({ 'Filter.Name': 'mi' })).toMatchObject({ TotalCount: 1, Items: [{ Id: id }] })
    expect(await list({ Filter: { GroupType: 'LivenessFace' } })).toMatchObject({ TotalCount: 0, Items: [] })
    expect(await list({ PageSize: 1, SortOrder: 'Asc' })).toMatchObject({
      TotalCount: 2,
      PageNumber: 1,
      PageSize: 1,
      Items: [{ Id: id }],
    })
    expect(await list({ Filter: { GroupIds: [id] } })).toMatchObject({ TotalCount: 1, Items: [{ Id: id }] })
    expect(await list({ Filter: { GroupIds: [] } })).toMatchObject({ TotalCount: 2 })
    expect(await list({ Filter: { GroupIds: null } })).toMatchObject({ TotalCount: 2 })
    expect(await list({ ProjectName: 'other' })).toMatchObject({ TotalCount: 0 })
    expect(await list({ ProjectName: '' })).toMatchObject({ TotalCount: 2 })
    expect(await list({ PageNumber: 2 ** 53 - 1, PageSize: 100 })).toMatchObject({ TotalCount: 2, Items: [] })
    for (const wildcard of ['%', '_', 'M_a', '\\'])
      expect(await list({ Filter: { Name: wildcard } })).toMatchObject({ TotalCount: 0 })
    const updated = await act('UpdateAssetGroup', { GroupId: id, Name: 'Mia K.', Title: 'Host' })
    expect(updated.body.Result).toMatchObject({ Id: id, Name: 'Mia K.', Title: 'Host' })
    expect((await act('DeleteAssetGroup', { Id: id })).body.Result).toEqual({})
    expect(await codeOf('GetAssetGroup', { Id: id })).toEqual([403, 'Forbidden'])
  })

  it('accepts an asset, checks its file, and signs its link at every read', async () => {
    const id = await makeAsset(await makeGroup(), await picture(640, 480))
    const read = async () => AssetItem.parse((await act('GetAsset', { AssetId: id })).body.Result)
    expect(await read()).toMatchObject({
      Id: id,
      Status: 'Processing',
      URL: '',
      AssetType: 'Image',
      Name: 'one',
    })
    await ingest(id)
    const item = await read()
    expect(item).toMatchObject({ Status: 'Active', URL: expect.stringContaining('/media/obj_') })
    expect(item.FailedReason).toBeUndefined()
    await act('UpdateAsset', { Id: id, Name: 'front' })
    const list = AssetPage.parse((await act('ListAssets', { Filter: { Statuses: ['Active'] } })).body.Result)
    expect(list).toMatchObject({ TotalCount: 1, Items: [{ Id: id, Name: 'front' }] })
    const all = await act('ListAssets', { Filter: { Statuses: [], GroupIds: [] } })
    expect(AssetPage.parse(all.body.Result)).toMatchObject({ TotalCount: 1, Items: [{ Id: id }] })
    expect((await act('DeleteAsset', { Id: id })).body.Result).toEqual({})
    expect(await codeOf('GetAsset', { Id: id })).toEqual([403, 'Forbidden'])
  })

  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['WidthTooSmall', 'Image', () => picture(299, 600)],
    ['HeightTooSmall', 'Image', () => picture(600, 299)],
    ['AspectRatioTooLarge', 'Image', () => picture(1600, 600)],
    ['AspectRatioTooSmall', 'Image', () => picture(300, 900)],
    ['WidthTooLarge', 'Image', () => picture(6016, 4000)],
    ['TypeMismatch', 'Video', () => picture(640, 480)],
    ['FormatUndetectable', 'Image', () => Buffer.from('no picture at all')],
    ['FormatUnsupported', 'Image', async () => (await picture(640, 480)).subarray(0, 200)],
  ])('fails an asset whose media is not what it says: %s', async (code, assetType, bytes) => {
    const id = await makeAsset(await makeGroup(), await bytes(), assetType)
    await ingest(id)
    const { body } = await act('GetAsset', { Id: id })
    expect(body.Result).toMatchObject({ Status: 'Failed', FailedReason: expect.stringMatching(`^${code}: `) })
  })

  it('names the supported formats for an image that cannot be decoded', async () => {
    const bitmap = Buffer.concat([Buffer.from('BM'), Buffer.alloc(300)])
    const id = await makeAsset(await makeGroup(), bitmap, 'Image')
    await ingest(id)
    const { body } = await act('GetAsset', { Id: id })
    expect(body.Result).toMatchObject({
      FailedReason: expect.stringMatching(
        /^FormatUnsupported: The file is image\/bmp; Image accepts image\/jpeg, /,
      ),
    })
  })

  it('deletes the assets of a group with it, and frees the quota', async () => {
    const group = await makeGroup()
    const asset = await makeAsset(group, await picture(640, 480))
    await act('DeleteAssetGroup', { Id: group })
    expect(await codeOf('GetAsset', { Id: asset })).toEqual([403, 'Forbidden'])
    await ingest(asset)
    expect(await prisma.portraitAsset.count({ where: { customerId: customer.customerId } })).toBe(0)
  })
})

describe('refusals of portraits', () => {
  const { act, codeOf, makeGroup, makeAsset } = actionsOf(call, () => customer)

  it.each<[string, object, string]>([
    ['CreateAssetGroup', {}, 'MissingParameter.Name'],
    ['CreateAssetGroup', { Name: '' }, 'MissingParameter.Name'],
    ['CreateAssetGroup', { Name: '  ' }, 'MissingParameter.Name'],
    ['CreateAssetGroup', { Name: 'M\0a' }, 'InvalidParameter.Name'],
    ['CreateAssetGroup', { Name: 7 }, 'InvalidParameter.Name'],
    ['CreateAssetGroup', { Name: 'x'.repeat(65) }, 'InvalidParameter.Name'],
    ['CreateAssetGroup', { Name: 'x', GroupType: 'LivenessFace' }, 'InvalidParameter.GroupType'],
    ['CreateAssetGroup', { Name: 'x', Description: 'x'.repeat(301) }, 'InvalidParameter.Description'],
    ['CreateAsset', { URL: CALLBACK, AssetType: 'Image' }, 'MissingParameter.GroupId'],
    ['CreateAsset', { GroupId: 'g', AssetType: 'Image' }, 'MissingParameter.URL'],
    ['CreateAsset', { GroupId: 'g', URL: CALLBACK }, 'MissingParameter.AssetType'],
    ['CreateAsset', { GroupId: 'g', URL: CALLBACK, AssetType: 'Text' }, 'InvalidParameter.AssetType'],
    ['GetAsset', {}, 'MissingParameter.Id'],
    ['DeleteAssetGroup', {}, 'MissingParameter.Id'],
    ['ListAssets', { PageNumber: 0 }, 'InvalidParameter.PageNumber'],
    ['ListAssets', { PageSize: 101 }, 'InvalidParameter.PageSize'],
    ['ListAssets', { PageNumber: 1.5 }, 'InvalidParameter.PageNumber'],
    ['ListAssets', { PageSize: 0 }, 'InvalidParameter.PageSize'],
    ['ListAssets', { SortBy: 'Name' }, 'InvalidParameter.SortBy'],
    ['ListAssets', { Filter: { Statuses: ['Done'] } }, 'InvalidParameter.Filter.Statuses'],
    ['ListAssets', { Filter: { Name: '\0' } }, 'InvalidParameter.Filter.Name'],
    ['ListAssets', { Filter: 'all' }, 'InvalidParameter.Filter'],
    ['CreateVisualValidateSession', {}, 'MissingParameter.CallbackURL'],
    ['CreateVisualValidateSession', { CallbackURL: 'http://1.1.1.1/' }, 'InvalidParameter.CallbackURL'],
    ['CreateVisualValidateSession', { CallbackURL: 'https://10.0.0.1/' }, 'InvalidParameter.CallbackURL'],
    ['GetVisualValidateResult', {}, 'MissingParameter.ValidateToken'],
    ['Explode', {}, 'InvalidParameter.Action'],
    ['', {}, 'MissingParameter.Action'],
  ])('%s with %j is a 400 %s', async (action, json, code) => {
    expect(await codeOf(action, json)).toEqual([400, code])
  })

  it('refuses a wrong version, invalid JSON and a body that is too large', async () => {
    const at = (query: string, text: string) =>
      call('POST', `/v1/portrait?${query}`, { key: customer.key, text })
    const codes = async (query: string, text: string) => {
      const { status, body } = await at(query, text)
      return [status, (body as ActionAnswer).ResponseMetadata.Error?.Code]
    }
    expect(await codes('Action=ListAssets', '{}')).toEqual([400, 'MissingParameter.Version'])
    expect(await codes('Action=ListAssets&Version=1', '{}')).toEqual([400, 'InvalidParameter.Version'])
    const fine = 'Action=ListAssets&Version=2024-01-01'
    expect(await codes(fine, '{')).toEqual([400, 'InvalidParameter.Body'])
    expect(await codes(fine, '[]')).toEqual([400, 'InvalidParameter.Body'])
    const reading = 'Action=GetAsset&Version=2024-01-01'
    expect(await codes(reading, '[]')).toEqual([400, 'InvalidParameter.Body'])
    expect(await codes(fine, ' '.repeat(1_048_577))).toEqual([413, 'InvalidParameter.Body'])
    expect((await codes(fine, ''))[0]).toBe(200)
  })

  it('accepts only POST: 405 in its own envelope', async () => {
    const { status, body } = await call('GET', '/v1/portrait/?Action=ListAssets', { key: customer.key })
    expect([status, (body as ActionAnswer).ResponseMetadata.Error?.Code]).toEqual([
      405,
      'InvalidParameter.Method',
    ])
  })

  it('needs a key with the scope: 401 Unauthorized, 403 Forbidden', async () => {
    expect(await codeOf('ListAssets', {}, 'sk-portico-nonsense')).toEqual([401, 'Unauthorized'])
    const reader = await newCustomer(['account:read'])
    expect(await codeOf('ListAssets', {}, reader.key)).toEqual([403, 'Forbidden'])
  })

  it("keeps customers apart: another's ids are answered like ids that are not there", async () => {
    const group = await makeGroup()
    const asset = await makeAsset(group, await picture(640, 480))
    const other = await newCustomer()
    const tries: [string, object][] = [
      ['GetAssetGroup', { Id: group }],
      ['UpdateAssetGroup', { Id: group, Name: 'mine' }],
      ['DeleteAssetGroup', { Id: group }],
      ['CreateAsset', { GroupId: group, URL: CALLBACK, AssetType: 'Image' }],
      ['GetAsset', { Id: asset }],
      ['UpdateAsset', { Id: asset, Name: 'mine' }],
      ['DeleteAsset', { Id: asset }],
    ]
    for (const [action, json] of tries) {
      const foreign = await act(action, json, other.key)
      const unknown = await act(action, { ...json, Id: 'group-x', GroupId: 'group-x' }, other.key)
      expect(foreign.status).toBe(403)
      for (const Id of ['a\0', 'x'.repeat(500), 'a b'])
        expect((await act(action, { ...json, Id, GroupId: Id })).body.ResponseMetadata.Error).toEqual(
          unknown.body.ResponseMetadata.Error,
        )
      expect(foreign.body.ResponseMetadata.Error).toEqual(unknown.body.ResponseMetadata.Error)
    }
    expect((await act('ListAssets', { Filter: { GroupIds: [group] } }, other.key)).body.Result).toMatchObject(
      {
        TotalCount: 0,
      },
    )
    expect((await act('GetAssetGroup', { Id: group })).body.Result).toMatchObject({ Name: 'Mia' })
    expect((await act('GetAsset', { Id: asset })).body.Result).toMatchObject({ Name: 'one' })
  })

  it('enforces the quota of fifty groups under twenty concurrent requests', async () => {
    const now = new Date()
    await prisma.portraitGroup.createMany({
      data: Array.from({ length: 45 }, (_, index) => ({
        id: `group-${customer.customerId}-${index}`,
        customerId: customer.customerId,
        groupType: 'AIGC',
        name: 'one of many',
        title: '',
        description: '',
        projectName: 'default',
        createdAt: now,
        updatedAt: now,
      })),
    })
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf('CreateAssetGroup', { Name: 'x' })),
    )
    expect(codes.filter(([status]) => status === 200)).toHaveLength(5)
    expect(codes.filter(([, code]) => code === 'QuotaExceeded')).toHaveLength(15)
    expect(await codeOf('CreateVisualValidateSession', { CallbackURL: CALLBACK })).toEqual([
      403,
      'QuotaExceeded',
    ])
  })
})
