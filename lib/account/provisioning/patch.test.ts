import { expect, it } from 'vitest'
import { applyChange, changesOf } from './patch'
import { PatchRequest } from './scim-schema'

/** The attributes after the operations of a PATCH. */
function patch(before: Record<string, unknown>, ...Operations: object[]): Record<string, unknown> {
  return changesOf(PatchRequest.parse({ Operations }).Operations).reduce(applyChange, before)
}

const work = { value: 'a@x.example', type: 'work', primary: true }
const home = { value: 'b@x.example', type: 'home' }
const ann = { userName: 'ann', name: { familyName: 'A', givenName: 'B' }, emails: [work, home] }

// Requests as Okta and Entra ID publish them (sources: app/(api)/scim/v2/vendors.int.test.ts).
it.each([
  ['Okta, without a path', { op: 'replace', value: { active: false } }, { ...ann, active: false }],
  [
    'Okta, with the id',
    { op: 'replace', value: { id: 'x', displayName: 'y' } },
    { ...ann, displayName: 'y' },
  ],
  [
    'Entra ID, the value of one email',
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@x.example' },
    { ...ann, emails: [{ ...work, value: 'new@x.example' }, home] },
  ],
  [
    'Entra ID, an email that is not there yet',
    { op: 'Add', path: 'emails[type eq "other"].value', value: 'c@x.example' },
    { ...ann, emails: [work, home, { type: 'other', value: 'c@x.example' }] },
  ],
  [
    'Entra ID, a part of the name',
    { op: 'Replace', path: 'name.familyName', value: 'C' },
    { ...ann, name: { familyName: 'C', givenName: 'B' } },
  ],
  [
    'Entra ID, paths as names',
    {
      op: 'Add',
      value: {
        'name.givenName': 'D',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'E',
        'addresses[type eq "work"].formatted': 'F',
      },
    },
    { ...ann, name: { familyName: 'A', givenName: 'D' } },
  ],
  [
    'names in any case, with their schema',
    { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:user:NAME.FamilyName', value: 'C' },
    { ...ann, name: { familyName: 'C', givenName: 'B' } },
  ],
  ['a list is replaced', { op: 'replace', path: 'emails', value: [home] }, { ...ann, emails: [home] }],
  [
    'one primary email at most',
    { op: 'add', path: 'emails', value: [{ value: 'c', primary: true }] },
    {
      ...ann,
      emails: [
        { ...work, primary: false },
        { ...home, primary: false },
        { value: 'c', primary: true },
      ],
    },
  ],
  ['one of a list is removed', { op: 'remove', path: 'emails[type eq "home"]' }, { ...ann, emails: [work] }],
  ['a list is removed', { op: 'remove', path: 'emails' }, { ...ann, emails: [] }],
  ['an attribute that is not kept', { op: 'replace', path: 'title', value: 'x' }, ann],
  ['a part that is not kept', { op: 'replace', path: 'name.nickname', value: 'x' }, ann],
  [
    'parts that are not kept',
    { op: 'add', path: 'name', value: { givenName: 'D', nickname: 'x' } },
    { ...ann, name: { familyName: 'A', givenName: 'D' } },
  ],
  ['the name of a property of every object', { op: 'replace', path: 'constructor.name', value: 'x' }, ann],
  ['the name of the prototype', { op: 'add', path: '__proto__.x', value: 'y' }, ann],
])('%s', (_what, operation, after) => {
  expect(patch(ann, operation)).toEqual(after)
})

it('applies operations in their order', () => {
  const twice = ['first', 'second'].map((value) => ({ op: 'replace', path: 'displayName', value }))
  expect(patch(ann, ...twice)).toEqual({ ...ann, displayName: 'second' })
})

// Each operation costs what the values before it cost, and a request has a megabyte.
it('refuses lists of more values than any user has, however they came', () => {
  const refusal = expect.objectContaining({ code: 'invalid_parameter', param: 'emails' })
  const emails = Array.from({ length: 101 }, (_, index) => ({ value: `${index}@x.example` }))
  expect(() => patch(ann, { op: 'replace', path: 'emails', value: emails })).toThrow(refusal)
  const halves = [emails.slice(50), emails.slice(0, 50)]
  expect(() =>
    patch({ userName: 'ann' }, ...halves.map((value) => ({ op: 'add', path: 'emails', value }))),
  ).toThrow(refusal)
  const single = emails.map(({ value }) => ({
    op: 'add',
    path: `emails[value eq "${value}"].type`,
    value: 'x',
  }))
  expect(() => patch({ userName: 'ann' }, ...single)).toThrow(refusal)
  const long = { op: 'add', path: 'emails', value: [{ value: 'x'.repeat(513) }] }
  expect(() => patch(ann, long)).toThrow(refusal)
})

it.each([
  ['a read-only attribute', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  ['nothing to remove', { op: 'remove' }, 'noTarget'],
  ['a path that is none', { op: 'replace', path: 'name[', value: 'x' }, undefined],
])('refuses %s', (_what, operation, scim_type) => {
  const fault = { code: 'invalid_parameter', param: 'path', ...(scim_type && { metadata: { scim_type } }) }
  expect(() => patch(ann, operation)).toThrow(expect.objectContaining(fault))
})
