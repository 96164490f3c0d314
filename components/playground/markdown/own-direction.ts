type Tree = { children: { type: string; properties?: Record<string, unknown> }[] }

/** A rehype plugin: each paragraph, list or table runs the way its first letters do, so Arabic stands at the right. */
export function ownDirection() {
  return (tree: Tree): void => {
    for (const block of tree.children) if (block.properties) block.properties.dir = 'auto'
  }
}
