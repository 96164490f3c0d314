import { expect, test } from 'vitest'
import { keyLabels } from './key-labels'

const key = (id: string, name: string, last4: string) => ({
  api_key_id: id,
  api_key_name: name,
  api_key_last4: last4,
})

test('keys of one name are distinguished by the end of their secrets', () => {
  const console = { api_key_id: null, api_key_name: null, api_key_last4: null }
  const keys = [key('1', 'CI', 'a1b2'), key('2', 'Site', 'c3d4'), key('3', 'CI', 'e5f6'), console]
  expect([...keyLabels(keys).values()]).toEqual(['CI …a1b2', 'Site', 'CI …e5f6', 'Console'])
})

test('a key that is called like the console is distinguished from it', () => {
  const console = { api_key_id: null, api_key_name: null, api_key_last4: null }
  expect([...keyLabels([console, key('1', 'Console', 'a1b2')]).values()]).toEqual([
    'Console',
    'Console …a1b2',
  ])
})
