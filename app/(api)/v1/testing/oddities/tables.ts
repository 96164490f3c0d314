import { embeddings } from './embeddings'
import type { Oddity } from './oddity'
import { streamFrames } from './stream-frames'

/** All rows of docs/upstream-oddities.md, in its order. */
export const oddities: readonly Oddity[] = [...streamFrames, ...embeddings]
