import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { inTransaction } from '@/lib/platform/transaction'
import { beginMembership } from './memberships'
import { Browser } from './testing/browser'
import { newAccountOwner } from './testing/new-account-owner'
import { newPerson, openOidc, sessionOf } from './testing/oidc-visits'

const { signIn, close } = await openOidc()
afterAll(close)

describe('an identity provider that puts people into organizations', () => {
  const rule = { by: 'group', value: 'ml', role: 'developer' } as const
  beforeEach(() => () => {
    Object.assign(env(), { OIDC_ORGANIZATIONS: [], OIDC_GROUPS_CLAIM: 'groups' })
  })
  const newOrganization = async () => (await newAccountOwner('Team')).customerId

  it('gives the role of the domain and the groups, changes it with them, and takes it back', async () => {
    const customerId = await newOrganization()
    env().OIDC_ORGANIZATIONS = [
      { ...rule, customerId },
      { ...rule, value: 'Admins, EU', customerId, role: 'admin' },
      { by: 'domain', value: 'Example.com', customerId, role: 'viewer' },
      { ...rule, customerId: 'cus_nobody' },
    ]
    const ann = newPerson()
    const session = async (claims: object) => {
      const browser = new Browser()
      await signIn(browser, { ...ann, ...claims })
      return sessionOf(browser)
    }
    expect(await session({})).toMatchObject({ customerId, member: { role: 'viewer' } })
    expect(await session({ groups: ['Admins, EU', 'ml'] })).toMatchObject({ member: { role: 'admin' } })
    expect(await session({ groups: 'ml' })).toMatchObject({ customerId, member: { role: 'developer' } })
    env().OIDC_ORGANIZATIONS = [{ ...rule, customerId }]
    expect(await session({ groups: [] })).toMatchObject({
      organization: 'Ann',
      member: { role: 'owner' },
    })
    expect(await session({ groups: ['ml'] })).toMatchObject({ customerId })
  })

  // BerriAI/litellm#17787 (Keycloak), karanhudia/borg-ui#724 (Zitadel)
  it.each([
    ['https://acme.example/groups', { 'https://acme.example/groups': ['ml'] }],
    ['realm_access.roles', { realm_access: { roles: ['other', 'ml'] } }],
    ['urn:zitadel:iam:org:project:roles', { 'urn:zitadel:iam:org:project:roles': { ml: { 1: 'acme' } } }],
  ])('finds groups in the claim %s', async (OIDC_GROUPS_CLAIM, claims) => {
    const customerId = await newOrganization()
    Object.assign(env(), { OIDC_GROUPS_CLAIM, OIDC_ORGANIZATIONS: [{ ...rule, customerId }] })
    const browser = new Browser()
    await signIn(browser, { ...newPerson(), ...claims })
    expect(await sessionOf(browser)).toMatchObject({ customerId, member: { role: 'developer' } })
  })

  // danny-avila/LibreChat#12187, open-webui/open-webui#17510
  it('changes nothing while the provider leaves out the groups because there are too many', async () => {
    const [customerId, another] = [await newOrganization(), await newOrganization()]
    const byDomain = { by: 'domain', value: 'example.com', role: 'viewer' } as const
    env().OIDC_ORGANIZATIONS = [
      { ...rule, customerId },
      { ...byDomain, customerId },
    ]
    const [ann, browser] = [newPerson(), new Browser()]
    await signIn(browser, { ...ann, groups: ['ml'] })
    env().OIDC_ORGANIZATIONS.push({ ...byDomain, customerId: another })
    await signIn(browser, { ...ann, _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } })
    const { userId = '' } = (await sessionOf(browser)) ?? {}
    const roles = await prisma.membership.findMany({ where: { userId, endedAt: null } })
    expect(roles).toContainEqual(expect.objectContaining({ customerId, role: 'developer' }))
    expect(roles).toContainEqual(expect.objectContaining({ customerId: another, role: 'viewer' }))
  })

  it('leaves alone what a person gave', async () => {
    const customerId = await newOrganization()
    const [ann, browser] = [newPerson(), new Browser()]
    await signIn(browser, ann)
    const { userId = '' } = (await sessionOf(browser)) ?? {}
    await inTransaction((transaction) =>
      beginMembership({ customerId, userId }, { role: 'billing' }, transaction),
    )
    env().OIDC_ORGANIZATIONS = [{ ...rule, customerId }]
    for (const groups of [['ml'], []]) {
      await signIn(browser, { ...ann, groups })
      const given = await prisma.membership.findMany({ where: { customerId, userId, endedAt: null } })
      expect(given).toMatchObject([{ role: 'billing' }])
    }
  })
})
