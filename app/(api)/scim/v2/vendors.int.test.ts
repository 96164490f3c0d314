import { afterAll, beforeAll, expect, it } from 'vitest'
import { idOf, type Organization, openScim } from './testing/open-scim'

/**
 * Requests as identity providers publish them, in their order, with our ids.
 *
 * Okta: “Okta and SCIM Version 2.0”, https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
 * Entra ID: “Develop a SCIM endpoint”,
 * https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
 */

const { newOrganization, close } = await openScim()
afterAll(close)
let scim: Organization['scim']
beforeAll(async () => {
  scim = (await newOrganization()).scim
})

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

it('Okta: a user is looked for, created, changed, deactivated', async () => {
  const query = '/Users?filter=userName%20eq%20%22test.user%40okta.local%22&startIndex=1&count=100'
  expect(await scim('GET', query)).toMatchObject({
    status: 200,
    body: { schemas: [LIST], totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
  })
  const user = {
    schemas: [USER],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const { locale: _locale, password: _password, ...kept } = user
  const created = await scim('POST', '/Users', user)
  const id = idOf(created)
  expect(created).toMatchObject({ status: 201, body: { ...kept, id, meta: { resourceType: 'User' } } })
  expect(JSON.stringify(created.body)).not.toContain('1mz050nq')
  expect(await scim('POST', '/Users', user)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect(await scim('GET', query)).toMatchObject({ body: { totalResults: 1, Resources: [{ id }] } })
  const name = { givenName: 'Another', middleName: 'Excited', familyName: 'User' }
  const email = { ...user.emails[0], display: 'test.user@okta.local' }
  const put = {
    schemas: [USER],
    id,
    userName: user.userName,
    name,
    emails: [email],
    active: true,
    groups: [],
  }
  expect(await scim('PUT', `/Users/${id}`, { ...put, meta: { resourceType: 'User' } })).toMatchObject({
    status: 200,
    body: put,
  })
  const off = { schemas: PATCH, Operations: [{ op: 'replace', value: { active: false } }] }
  expect(await scim('PATCH', `/Users/${id}`, off)).toMatchObject({
    status: 200,
    body: { ...put, active: false },
  })
})

it('Okta: a group is pushed, renamed, filled and unlinked', async () => {
  const users = await Promise.all(
    ['one', 'two'].map(async (userName) => idOf(await scim('POST', '/Users', { userName }))),
  )
  const [one = '', two = ''] = users
  const id = idOf(
    await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Test SCIMv2', members: [] }),
  )
  const change = (...Operations: object[]) => scim('PATCH', `/Groups/${id}`, { schemas: PATCH, Operations })
  const members = async () => (await scim('GET', `/Groups/${id}`)).body
  expect(await change({ op: 'replace', value: { id, displayName: 'Test SCIMv20' } })).toMatchObject({
    status: 204,
    body: null,
  })
  await change({ op: 'add', path: 'members', value: [{ value: one, display: 'test.user@okta.local' }] })
  expect(await members()).toMatchObject({
    displayName: 'Test SCIMv20',
    members: [{ value: one, type: 'User' }],
  })
  await change(
    { op: 'remove', path: `members[value eq "${one}"]` },
    { op: 'add', path: 'members', value: [{ value: two, display: 'test.user@okta.local' }] },
  )
  expect(await members()).toMatchObject({ members: [{ value: two }] })
  await change({ op: 'replace', path: 'members', value: users.map((value) => ({ value, display: 'x' })) })
  expect(await members()).toMatchObject({ members: users.toSorted().map((value) => ({ value })) })
  expect(await scim('GET', '/Groups?startIndex=1&count=100')).toMatchObject({
    body: { totalResults: 1, Resources: [{ id }] },
  })
  expect(await scim('DELETE', `/Groups/${id}`)).toMatchObject({ status: 204, body: null })
  expect(await scim('GET', `/Groups/${id}`)).toMatchObject({ status: 404 })
})

it('Entra ID: a user is created, read, changed, disabled and deleted', async () => {
  const userName = 'Test_User_00aa00aa-bb11-cc22-dd33-44ee44ee44ee'
  const mail = 'Test_User_11bb11bb-cc22-dd33-ee44-55ff55ff55ff@testuser.com'
  const kept = {
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: mail }],
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  }
  const schemas = [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User']
  const created = await scim('POST', '/Users', {
    schemas,
    ...kept,
    meta: { resourceType: 'User' },
    roles: [],
  })
  const id = idOf(created)
  expect(created).toMatchObject({ status: 201, body: kept })
  expect(created.headers.get('location')).toBe(`http://localhost:3000/scim/v2/Users/${id}`)
  expect(created.headers.get('content-type')).toBe('application/scim+json')
  for (const filter of [
    `userName eq "${userName}"`,
    `externalId eq "${kept.externalId}"`,
    `emails[type eq "work"].value eq "${mail}"`,
    `userName eq "${userName.toUpperCase()}" and id eq "${id}"`,
  ])
    expect(await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
      body: { totalResults: 1, Resources: [{ id, userName }] },
    })
  const none = encodeURIComponent('userName eq "non-existent user"')
  expect(await scim('GET', `/Users?filter=${none}`)).toMatchObject({ status: 200, body: { totalResults: 0 } })
  expect(await scim('GET', '/Users/5171a35d82074e068ce2')).toMatchObject({
    status: 404,
    body: { status: '404' },
  })
  const change = (...Operations: object[]) => scim('PATCH', `/Users/${id}`, { schemas: PATCH, Operations })
  expect(
    await change(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ),
  ).toMatchObject({
    status: 200,
    body: {
      emails: [{ value: 'updatedEmail@microsoft.com', primary: true }],
      name: { familyName: 'updatedFamilyName' },
    },
  })
  const renamed = '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com'
  expect(await change({ op: 'Replace', path: 'userName', value: renamed })).toMatchObject({
    body: { userName: renamed },
  })
  expect(await change({ op: 'Replace', path: 'active', value: false })).toMatchObject({
    body: { active: false },
  })
  // As it was before 2018, and is without the flag aadOptscim062020.
  expect(await change({ op: 'Replace', path: 'active', value: 'True' })).toMatchObject({
    body: { active: true },
  })
  expect(await scim('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: null })
})

it('Entra ID: a group is created, found, renamed, filled and emptied', async () => {
  const userId = idOf(await scim('POST', '/Users', { userName: 'of the group' }))
  const group = { externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159', displayName: 'displayName' }
  const schemas = [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group']
  const created = await scim('POST', '/Groups', { schemas, ...group, meta: { resourceType: 'Group' } })
  const id = idOf(created)
  expect(created).toMatchObject({ status: 201, body: { schemas: [GROUP], ...group, members: [] } })
  const change = (...Operations: object[]) => scim('PATCH', `/Groups/${id}`, { schemas: PATCH, Operations })
  expect(await change({ op: 'Add', path: 'members', value: [{ $ref: null, value: userId }] })).toMatchObject({
    status: 204,
  })
  const read = await scim('GET', `/Groups/${id}?excludedAttributes=members`)
  expect(read.body).toMatchObject(group)
  expect(read.body).not.toHaveProperty('members')
  const query = encodeURIComponent('displayName eq "displayName"')
  const found = await scim('GET', `/Groups?excludedAttributes=members&filter=${query}`)
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
  const has = encodeURIComponent(`id eq "${id}" and members eq "${userId}"`)
  expect((await scim('GET', `/Groups?attributes=id&filter=${has}`)).body).toMatchObject({ totalResults: 1 })
  const displayName = '1879db59-3bdf-4490-ad68-ab880a269474updatedDisplayName'
  expect(await change({ op: 'Replace', path: 'displayName', value: displayName })).toMatchObject({
    status: 204,
  })
  expect((await scim('GET', `/Users/${userId}`)).body).toMatchObject({
    groups: [{ value: id, display: displayName }],
  })
  expect(
    await change({ op: 'Remove', path: 'members', value: [{ $ref: null, value: userId }] }),
  ).toMatchObject({ status: 204 })
  expect((await scim('GET', `/Groups/${id}`)).body).toMatchObject({ displayName, members: [] })
  expect(await scim('DELETE', `/Groups/${id}`)).toMatchObject({ status: 204 })
})

it('Entra ID: the schemas', async () => {
  expect(await scim('GET', '/Schemas')).toMatchObject({
    status: 200,
    body: {
      schemas: [LIST],
      totalResults: 2,
      Resources: [
        { id: USER, name: 'User' },
        { id: GROUP, name: 'Group' },
      ],
    },
  })
  expect((await scim('GET', `/Schemas/${USER}`)).body).toMatchObject({
    id: USER,
    meta: { resourceType: 'Schema' },
  })
})
