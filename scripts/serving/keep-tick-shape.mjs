import { executionAsyncResource } from 'node:async_hooks'

/** Never read: that it is there is all that it is for. */
const kept = []

/**
 * Keeps one of the objects that `process.nextTick` makes, for as long as the process lives. When a collection of the whole
 * heap finds none, V8 forgets their shape, and writes each of them the slow way ever after: 300 ns for each of the ten of a
 * request (Node 20 to 24). To be called before the first such collection.
 */
export function keepTickShape() {
  process.nextTick(() => kept.push(executionAsyncResource()))
}
