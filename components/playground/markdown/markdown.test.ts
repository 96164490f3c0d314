import { expect, test } from 'vitest'
import { ownDirection } from './markdown'

test('every block of an answer says its own direction, and what is between them nothing', () => {
  const tree = { children: [{ type: 'element', properties: {} }, { type: 'text' }] }
  ownDirection()(tree)
  expect(tree.children).toEqual([{ type: 'element', properties: { dir: 'auto' } }, { type: 'text' }])
})
