import type { Layout } from './layout'

/** The picture on the whole sheet; layouts with words in it build on this. */
export const fullBleed: Layout = {
  frame: ({ width, height }) => ({ x: 0, y: 0, width, height }),
  under: () => '',
  letters: () => '',
}
