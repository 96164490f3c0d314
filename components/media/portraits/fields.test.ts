import { expect, it } from 'vitest'
import { AssetFields, GroupFields } from './fields'

const group = { Name: ' Mia ', Title: '', Description: '' }
const asset = { URL: ' https://example.com/mia.png ', AssetType: 'Image', Name: '' }
const problemsOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path.join('.'), message])

it('accepts valid values, trimmed', () => {
  expect(GroupFields.parse(group)).toEqual({ ...group, Name: 'Mia' })
  expect(AssetFields.parse(asset)).toEqual({ ...asset, URL: 'https://example.com/mia.png' })
})

it.each([
  [{ Name: ' ' }, 'Name', 'Enter a name.'],
  [{ Name: '🏛'.repeat(65) }, 'Name', 'The name may have at most 64 characters.'],
  [{ Title: 'x'.repeat(65) }, 'Title', 'The title may have at most 64 characters.'],
  [{ Description: 'x'.repeat(301) }, 'Description', 'The description may have at most 300 characters.'],
])('says in a sentence what is wrong with the group %j', (change, field, message) => {
  expect(problemsOf(GroupFields.safeParse({ ...group, ...change }))).toEqual([[field, message]])
})

it('counts characters as people do', () => {
  expect(GroupFields.safeParse({ ...group, Name: '🏛'.repeat(64) }).success).toBe(true)
})

it.each(['', 'portrait.jpg', 'ftp://example.com/a.jpg'])('refuses “%s” as the address of an asset', (URL) => {
  expect(problemsOf(AssetFields.safeParse({ ...asset, URL }))).toEqual([
    ['URL', 'Enter a URL such as https://example.com/portrait.jpg.'],
  ])
})
