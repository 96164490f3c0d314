import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { taskQueries } from './task-queries'

const typed = { typed: true } as const
const PAGE = 2
const path = (id: string) => `/tasks/${id}`
const { history } = taskQueries<{ id: string; status: string }, object, object, object>({
  key: 'tasks',
  pollMillis: 60_000,
  pageSize: PAGE,
  paths: { history: '/tasks', record: path, cancel: path },
  replies: { page: typed, record: typed, created: typed, cancelled: typed, deleted: typed },
})

afterEach(() => vi.unstubAllGlobals())

/** A list of six tasks, all of it loaded; `read` are the cursors of the pages that were read since it was asked last. */
async function openHistory(running: readonly string[]) {
  const tasks = ['f', 'e', 'd', 'c', 'b', 'a'].map((id) => ({
    id,
    status: running.includes(id) ? 'processing' : 'completed',
  }))
  const cursors: string[] = []
  vi.stubGlobal('fetch', (address: string | URL) => {
    const cursor = new URL(address, 'http://x').searchParams.get('cursor') ?? ''
    cursors.push(cursor)
    const from = cursor === '' ? 0 : tasks.findIndex(({ id }) => id === cursor) + 1
    const items = tasks.slice(from, from + PAGE)
    const has_more = from + PAGE < tasks.length
    return Promise.resolve(Response.json({ items, has_more, next_cursor: items.at(-1)?.id ?? '' }))
  })
  const client = new QueryClient()
  const observer = new InfiniteQueryObserver(client, history())
  const read = () => cursors.splice(0)
  for (let page = 0; page < 3; page += 1) await (page === 0 ? observer.refetch() : observer.fetchNextPage())
  expect(read()).toEqual(['', 'e', 'c'])
  const shown = () =>
    observer.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id))
  return { tasks, client, observer, read, shown }
}

test('polling reads the first page and those with running tasks', async () => {
  const { tasks, observer, read } = await openHistory(['a'])
  await observer.refetch()
  expect(read()).toEqual(['', 'c'])
  for (const task of tasks) task.status = 'completed'
  await observer.refetch()
  expect(read()).toEqual(['', 'c'])
  const { data } = observer.getCurrentResult()
  expect(data?.pages.at(-1)?.items).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
})

test('a task that was added or deleted on the first page has all read again', async () => {
  const { tasks, observer, read, shown } = await openHistory(['f'])
  tasks.unshift({ id: 'g', status: 'processing' })
  await observer.refetch()
  expect(read()).toEqual(['', 'f', 'd'])
  expect(shown()).toEqual(['g', 'f', 'e', 'd', 'c', 'b'])
  tasks.splice(0, 1)
  await observer.refetch()
  expect(read()).toEqual(['', 'e', 'c'])
  expect(shown()).toEqual(['f', 'e', 'd', 'c', 'b', 'a'])
})

test('all pages are read after a change of one’s own, and where nothing is running', async () => {
  const { client, observer, read } = await openHistory(['f'])
  await client.invalidateQueries({ queryKey: ['tasks'], refetchType: 'none' })
  await observer.refetch()
  expect(read()).toEqual(['', 'e', 'c'])
  const calm = await openHistory([])
  await calm.observer.refetch()
  expect(calm.read()).toEqual(['', 'e', 'c'])
})
